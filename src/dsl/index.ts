export {
  type AdapterOf,
  type AdapterRef,
  type Adapters,
  type AnyImplementation,
  adapter,
  type Call,
  type CallContext,
  type CallPlace,
  type Calls,
  type Effect,
  effect,
  type Implementation,
  implement,
  type Lookup,
  type Query,
  query,
  type Uses,
} from "./adapter.js";
export type { AskingOptions, RoutingHints } from "./asking.js";
export type { AnyCheck, AsyncCheck, Check } from "./check.js";
export { editDistance } from "./edit-distance.js";
export { isStagewrightError, StagewrightError } from "./error.js";
export { FAILED, type Failed, isFailed } from "./failed.js";
export { type Finding, isAtLeast, type Place, SEVERITIES, type Severity, type TextEdit } from "./finding.js";
export { assertSound } from "./list-fault.js";
export { namesByNearness } from "./names-by-nearness.js";
export { failing, type OnFail, wayOfFailure } from "./on-fail.js";
export { type AnyPipeline, type InputOfPipeline, type OutputOfPipeline, type Pipeline, pipeline } from "./pipeline.js";
export { type Rollback, rollbackTo } from "./rollback.js";
export {
  type AnyStage,
  asksModel,
  type Contract,
  type Given,
  type NameOf,
  type Needs,
  type OutputOf,
  type Stage,
  type StageFunction,
  type StageKind,
} from "./stage.js";
export { check, type Review } from "./stages/check.js";
export { decide, type Way, type Ways } from "./stages/decide.js";
export { deliver } from "./stages/deliver.js";
export { atLeast, each, type ItemResult, type Success } from "./stages/each.js";
export { type Deciders, gate, type Overdue, type Tier } from "./stages/gate.js";
export { type Env, gather } from "./stages/gather.js";
export { type InputStage, input } from "./stages/input.js";
export { run } from "./stages/run.js";
export { type Needed, NO_FINDINGS, type Task, type TaskAt, type TaskResult, type TasksOutput, tasks } from "./stages/tasks.js";
export { type StageTool, type WorkGuards, type WorkSource, work } from "./stages/work.js";
export { write } from "./stages/write.js";
export { isTimeZone, type WallTime, wallClock } from "./time-zone.js";
