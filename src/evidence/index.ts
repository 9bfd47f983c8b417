export { blockedReason } from "./blocked.js";
export { FileFacts } from "./file-facts.js";
export { type Artifact, type Claim, refusalsOf } from "./refusals.js";
