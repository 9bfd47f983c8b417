import { decidersText, type EventOf, takesUntil } from "../../core/index.js";
import type { Store } from "../../store/index.js";
import { stateOrDamage } from "../find-run.js";

/** A gate at which a run waits. */
export interface WaitingGate {
  readonly run: string;
  readonly pipeline: string;
  readonly gate: string;
  readonly tier: number;
  readonly shows: string;
  readonly says?: string;
  readonly digest: string;
  readonly since: string;
  /** After it a decision comes too late, and the run goes the way of a rejection. */
  readonly until?: string;
  readonly decidedBy: string;
}

/** All gates of a store at which runs wait, the longest wait first. */
export async function waitingGates(store: Store): Promise<readonly WaitingGate[]> {
  const waiting: WaitingGate[] = [];
  for (const run of await store.runs()) {
    const state = await stateOrDamage(store, run);
    // A run that was cancelled keeps the gate that it waited at, and asks nobody any more.
    if (state instanceof Error || state.status === "cancelled") continue;
    for (const stage of state.stages.values()) {
      if (stage.waiting?.on === "gate") waiting.push(waitingOf(run, state.pipeline, stage.waiting.gate));
    }
  }
  return waiting.sort((a, b) => (a.since < b.since ? -1 : 1));
}

function waitingOf(run: string, pipeline: string, gate: EventOf<"gate-opened">): WaitingGate {
  const { stage, tier, shows, says, digest, at, mayDecide = {} } = gate;
  const until = takesUntil(gate);
  return {
    run,
    pipeline,
    gate: stage,
    tier,
    shows,
    ...(says !== undefined && { says }),
    digest,
    since: at,
    ...(until !== undefined && { until: until.toISOString() }),
    decidedBy: decidersText(mayDecide),
  };
}
