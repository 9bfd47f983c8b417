export { blockedReason } from "./blocked.js";
export { type Part, type ReadPart, unreadOf } from "./coverage.js";
export { isCiting } from "./file-citations.js";
export { FileFacts } from "./file-facts.js";
export { CallFacts, type FileWritten, type LedgerEntry } from "./ledger.js";
export { type Artifact, type Claim, refusalsOf } from "./refusals.js";
export { type Shown, type ShownCall, textsIn } from "./shown.js";
