import { decidersAt, decidersText, type EventOf, takesUntil } from "../../core/index.js";
import type { Store } from "../../store/index.js";
import { stateOrDamage } from "../find-run.js";
import { overdueText } from "./overdue-text.js";

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
  /** What happens before that, as long as nobody decides. */
  readonly overdue?: string;
  readonly decidedBy: string;
}

/** All gates of a store at which runs wait, the longest wait first. */
export async function waitingGates(store: Store, now: Date): Promise<readonly WaitingGate[]> {
  const waiting: WaitingGate[] = [];
  for (const run of await store.runs()) {
    const state = await stateOrDamage(store, run);
    // A run that was cancelled keeps the gate that it waited at, and asks nobody any more.
    if (state instanceof Error || state.status === "cancelled") continue;
    for (const stage of state.stages.values()) {
      if (stage.waiting?.on === "gate") waiting.push(waitingOf(run, state.pipeline, stage.waiting.gate, now));
    }
  }
  return waiting.sort((a, b) => (a.since < b.since ? -1 : 1));
}

function waitingOf(run: string, pipeline: string, gate: EventOf<"gate-opened">, now: Date): WaitingGate {
  const { stage, tier, shows, says, digest, at } = gate;
  const until = takesUntil(gate);
  const overdue = overdueText(gate, now);
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
    ...(overdue !== undefined && { overdue }),
    decidedBy: decidersText(decidersAt(gate, now)),
  };
}
