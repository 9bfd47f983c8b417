import type { Finding } from "../dsl/index.js";
import type { EventOf, Kept } from "./event.js";
import type { Fingerprint } from "./fingerprint.js";

export type StageStatus = "pending" | "running" | "blocked" | "done" | "failed" | "skipped";
export type RunStatus = "running" | "blocked" | "done" | "failed" | "cancelled";

/** One finished or abandoned version of a stage. */
export interface StageVersion {
  readonly version: number;
  readonly output: Kept | undefined;
  readonly findings: readonly Finding[];
  readonly failure: EventOf<"attempt-failed"> | undefined;
  readonly children: ReadonlyMap<number, ChildState>;
}

/** An effect of the version at hand: intended, and settled once it is known what became of it. */
export interface EffectState {
  readonly intent: EventOf<"effect-intended">;
  settled?: EventOf<"effect-settled"> | EventOf<"effect-answered">;
}

export interface ChildState {
  readonly run: string;
  readonly digest: string;
  readonly task: string | undefined;
  readonly basis: string | undefined;
  /** The number of the event with which it started. */
  readonly seq: number;
  /** What it waits for, in words, until somebody goes on with it. */
  waiting?: string | undefined;
  ended?: EventOf<"child-ended">;
}

export type Waiting =
  | { readonly on: "gate"; readonly gate: EventOf<"gate-opened"> }
  | { readonly on: "effect"; readonly effect: EventOf<"effect-unclear"> }
  | { readonly on: "children"; readonly children: readonly string[] }
  | { readonly on: "budget"; readonly refusal: EventOf<"budget-refused"> }
  | { readonly on: "blocker"; readonly blocker: EventOf<"stage-blocked"> };

/** Changed only by `fold`; everybody else reads. */
export interface StageState {
  readonly name: string;
  status: StageStatus;
  /** Versions opened so far; 0 for a stage that never ran. */
  version: number;
  /** The attempt that runs or ran last in this version; 0 before the first. */
  attempt: number;
  failedAttempts: number;
  output: Kept | undefined;
  findings: readonly Finding[];
  failure: EventOf<"attempt-failed"> | undefined;
  fingerprint: Fingerprint | undefined;
  /** Calls of the attempt at hand by number, so that a resumed attempt is given them again. */
  calls: Map<number, EventOf<"called">>;
  effects: Map<number, EffectState>;
  children: Map<number, ChildState>;
  /** Tasks of a tree that a person holds back, by name. */
  held: Map<string, EventOf<"task-held">>;
  /** What people said when they unblocked the version at hand, oldest first. */
  unblocked: EventOf<"unblocked">[];
  decision: EventOf<"gate-decided"> | undefined;
  gate: EventOf<"gate-opened"> | undefined;
  waiting: Waiting | undefined;
  /** Why this version runs: what the rollback that opened it brought. */
  brought: readonly Finding[];
  /** What the last failed attempt of this version was found at fault with. */
  faults: readonly Finding[];
  startedAt: string | undefined;
  endedAt: string | undefined;
  /** Older versions, oldest first. */
  history: StageVersion[];
}

/** Changed only by `fold`; everybody else reads. */
export interface RunState {
  run: string;
  pipeline: string;
  model: string;
  status: RunStatus;
  started: EventOf<"run-started"> | undefined;
  /** The last event's number; 0 before the first. */
  seq: number;
  at: string;
  order: readonly string[];
  stages: Map<string, StageState>;
  /** The first stage in the order that is not done. */
  cursor: number;
  lastDone: { readonly stage: string; readonly version: number } | undefined;
  /** A decision that leads elsewhere than to the next stage, until it has been carried out. */
  turn: { readonly stage: string; readonly way: string; readonly to: "stop" | "back"; readonly because: string } | undefined;
  /** How often each way back was taken, by `from`, what led back, and `to`. */
  rollbacks: Map<string, number>;
  stopped: { readonly stage: string; readonly because: string } | undefined;
  failure: EventOf<"run-failed"> | undefined;
}

export function rollbackKey(way: { readonly from: string; readonly because: string; readonly to: string }): string {
  return `${way.from} ${way.because} ${way.to}`;
}

/** What a stage gave last, also if its definition of done refused it; nothing before it gave anything. */
export function lastVersionOf(stage: StageState): Kept | undefined {
  return [stage, ...stage.history.toReversed()].map(({ failure, output }) => output ?? failure?.output).find((kept) => kept !== undefined);
}

/** What the next attempt of a stage is told of why it runs (again). */
export function feedbackOf(stage: StageState): readonly Finding[] {
  return [...stage.brought, ...stage.faults];
}
