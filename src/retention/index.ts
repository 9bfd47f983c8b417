export { RetentionRules } from "./retention-rules.js";
export { type KnownRun, runsToPrune } from "./runs-to-prune.js";
