export { canonicalJson } from "./canonical-json.js";
export { AGENT_PREFIX, AGENT_VARIABLE, decidersText, GROUP_PREFIX, type Groups, whyNotDecide, withoutGroups } from "./deciders.js";
export {
  type CallOutcome,
  type EffectOutcome,
  type EventOf,
  type EventType,
  EXTERNAL_EVENTS,
  type FailureCause,
  JOURNAL_FORMAT,
  type Kept,
  type NewEvent,
  type RunEvent,
} from "./event.js";
export { changedParts, type Digest, type Fingerprint, fingerprint } from "./fingerprint.js";
export { emptyRun, fold } from "./fold.js";
export { confirmationOf, decidedWord, decidersAt, decisionAt, isTooLate, overdueAt, takesUntil, timesOverdue } from "./gate-terms.js";
export { next } from "./next.js";
export { pauseAfter, Retry } from "./retry.js";
export {
  type ChildState,
  type EffectState,
  feedbackOf,
  lastVersionOf,
  type RunState,
  type RunStatus,
  rollbackKey,
  type StageState,
  type StageStatus,
  type StageVersion,
  type Waiting,
} from "./run-state.js";
export { type Growth, TaskTree } from "./task-tree.js";
export { type AttemptAt, type Command, commandFor, type Situation, type WayBack } from "./transitions.js";
