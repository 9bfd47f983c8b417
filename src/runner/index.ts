export { answerEffect, type EffectAnswer } from "./answer-effect.js";
export { assertPerson } from "./assert-person.js";
export { cancelRun } from "./cancel-run.js";
export { type Decided, type DecideOptions, decideGate, type GateDecision } from "./decide-gate.js";
export { type DeliveredRequests, deliveredRequests } from "./delivered-requests.js";
export { type Environment, systemEnvironment } from "./environment.js";
export { type FailureRate, failureRate } from "./failure-rate.js";
export { type ForkOptions, forkRun } from "./fork-run.js";
export { holdTask, releaseTask } from "./hold-task.js";
export { newestRuns } from "./newest-runs.js";
export {
  type OpenBlocker,
  type OpenQuestion,
  type OpenRefusal,
  openBlockers,
  openQuestions,
  openRefusals,
  rootRun,
} from "./open-questions.js";
export { adaptersOf, nestedIn, pipelineOfChild } from "./pipeline-adapters.js";
export { type ReadRun, readRun } from "./read-run.js";
export { readableRun } from "./readable-run.js";
export { type ReplayReport, replayRun } from "./replay-run.js";
export { type ResumeOptions, resumeRun } from "./resume-run.js";
export type { RunOutcome } from "./run-outcome.js";
export { type RunnerOptions, userName } from "./runner-options.js";
export { fileSources, type Sources } from "./sources.js";
export type { SpawnChild, ToSpawn } from "./spawned-child.js";
export { type SpentByRun, spentByRun } from "./spent-by-run.js";
export { MAX_FEEDBACK_TOKENS } from "./stage-prompt.js";
export { type StartOptions, startRun } from "./start-run.js";
export { type DecisionMade, decisionsIn, type TierProposal, tierProposals } from "./tier-proposals.js";
export { unblock } from "./unblock.js";
export { type Ledger, ledgerOf } from "./work-ledger.js";
