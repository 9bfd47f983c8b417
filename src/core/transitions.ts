import { match } from "ts-pattern";
import type { Finding } from "../dsl/index.js";
import type { StageEventType } from "./event.js";
import type { RunStatus, StageStatus, Waiting } from "./run-state.js";

/**
 * All that a run may do, in two tables: what an event makes of a stage, and what is to be done next.
 *
 *                  ┌──────── attempt-failed ────────┐ (retries left)
 *                  ▼                                │
 *   pending ─started─▶ running ─────────────────────┴─attempt-failed-for-good─▶ failed
 *      ▲               │  ▲  └────────────── stage-done ──────────────────────▶ done
 *      │  gate-opened  │  │  gate-decided
 *      │ effect-unclear│  │  effect-answered
 *      │ children-wait │  │  asked-again
 *      │ budget-refused│  │  unblocked
 *      │ stage-blocked ▼  │
 *      │               blocked
 *      └─ gone-back, from any status                        run-stopped: pending ─▶ skipped
 */
export type StageChange =
  | Exclude<StageEventType, "attempt-failed" | "task-held" | "task-released">
  | "attempt-failed"
  | "attempt-failed-for-good"
  | "gate-informed"
  | "asked-again"
  | "gone-back"
  | "run-stopped";

interface Row {
  readonly from: readonly StageStatus[];
  readonly to: StageStatus;
}

const ANY: readonly StageStatus[] = ["pending", "running", "blocked", "done", "failed", "skipped"];

/** The first table: from which statuses a change may come, and what the stage is then. */
export function rowOf(change: StageChange): Row {
  return match(change)
    .returnType<Row>()
    .with("stage-started", () => ({ from: ["pending", "running"], to: "running" }))
    .with("called", "effect-intended", "effect-settled", () => ({ from: ["running"], to: "running" }))
    .with("child-started", "child-waiting", "child-ended", "gate-informed", () => ({ from: ["running"], to: "running" }))
    .with("gate-opened", "effect-unclear", "children-waiting", "budget-refused", "stage-blocked", () => ({
      from: ["running"],
      to: "blocked",
    }))
    .with("gate-decided", "effect-answered", "unblocked", "asked-again", () => ({ from: ["blocked"], to: "running" }))
    .with("attempt-failed", () => ({ from: ["running"], to: "running" }))
    .with("attempt-failed-for-good", () => ({ from: ["running"], to: "failed" }))
    .with("stage-done", () => ({ from: ["running"], to: "done" }))
    .with("stage-taken", () => ({ from: ["pending"], to: "done" }))
    .with("run-stopped", () => ({ from: ["pending"], to: "skipped" }))
    .with("gone-back", () => ({ from: ANY, to: "pending" }))
    .exhaustive();
}

/** Where a run stands: what `next` makes of a state before it decides. */
export type Situation =
  | { readonly is: "ended"; readonly status: Exclude<RunStatus, "running" | "blocked"> }
  | { readonly is: "all stages done" }
  | { readonly is: "decision to stop"; readonly stage: string; readonly because: string }
  | { readonly is: "pending" | "running"; readonly attempt: AttemptAt }
  | { readonly is: "blocked"; readonly stage: string; readonly waiting: Waiting }
  | { readonly is: "way back, tries left"; readonly back: WayBack }
  | {
      readonly is: "way back, tries spent" | "failed, no way back";
      readonly stage: string;
      readonly message: string;
      readonly tried: readonly string[];
    };

export interface AttemptAt {
  readonly stage: string;
  readonly version: number;
  readonly attempt: number;
  readonly retriesLeft: number;
}

export interface WayBack {
  readonly from: string;
  readonly to: string;
  readonly because: string;
  readonly time: number;
  readonly max: number;
  readonly hands: readonly string[];
  readonly findings: readonly Finding[];
}

export type Command =
  | { readonly do: "nothing" }
  | { readonly do: "attempt"; readonly attempt: AttemptAt }
  | { readonly do: "wait"; readonly stage: string; readonly waiting: Waiting }
  | { readonly do: "roll back"; readonly back: WayBack }
  | { readonly do: "finish"; readonly stopped?: { readonly stage: string; readonly because: string } }
  | { readonly do: "fail"; readonly stage: string; readonly message: string; readonly tried: readonly string[] };

/** The second table: what is to be done in each situation. */
export function commandFor(situation: Situation): Command {
  return match(situation)
    .returnType<Command>()
    .with({ is: "ended" }, () => ({ do: "nothing" }))
    .with({ is: "all stages done" }, () => ({ do: "finish" }))
    .with({ is: "decision to stop" }, ({ stage, because }) => ({ do: "finish", stopped: { stage, because } }))
    .with({ is: "pending" }, { is: "running" }, ({ attempt }) => ({ do: "attempt", attempt }))
    .with({ is: "blocked" }, ({ stage, waiting }) => ({ do: "wait", stage, waiting }))
    .with({ is: "way back, tries left" }, ({ back }) => ({ do: "roll back", back }))
    .with({ is: "way back, tries spent" }, { is: "failed, no way back" }, ({ stage, message, tried }) => ({
      do: "fail",
      stage,
      message,
      tried,
    }))
    .exhaustive();
}
