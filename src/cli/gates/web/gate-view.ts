import {
  decidersAt,
  decisionAt,
  type EventOf,
  fold,
  type Groups,
  type RunState,
  whyNotDecide,
  withoutGroups,
} from "../../../core/index.js";
import { readRun } from "../../../runner/index.js";
import type { Store } from "../../../store/index.js";

/** What a gate showed before, and what was said about it. */
export interface ShownBefore {
  readonly gate: EventOf<"gate-opened">;
  readonly shown: unknown;
  readonly decision: EventOf<"gate-decided"> | undefined;
}

/** All that is to be seen of a gate at which a run waits. */
export interface GateView {
  readonly state: RunState;
  readonly gate: EventOf<"gate-opened">;
  readonly shown: unknown;
  readonly before: ShownBefore | undefined;
  /** The stage that an approval leads on to. */
  readonly next: string | undefined;
  /** Why this person decides nothing here, as the end of a sentence. */
  readonly whyNot: string | undefined;
}

export interface DecidedBefore {
  readonly decision: EventOf<"gate-decided">;
  readonly gate: EventOf<"gate-opened">;
  /** What an edit or an answer brought. */
  readonly value: unknown;
}

export interface LookedAt {
  readonly state: RunState;
  /** Where the run waits at a gate. */
  readonly view: GateView | undefined;
  /** What the gate showed that was opened by the event of this number. */
  shownAt(opened: number): Promise<unknown>;
  /** What was decided at it. */
  decidedAt(opened: number): Promise<DecidedBefore | undefined>;
}

/** Who looks, and when. */
interface Looking {
  readonly by: string;
  readonly now: Date;
  readonly groups: Groups;
}

export async function lookAt(store: Store, run: string, { by, now, groups }: Looking): Promise<LookedAt> {
  const { state, events, load } = await readRun(store, run);
  const opening = (opened: number) => {
    const event = events[opened - 1];
    return event?.type === "gate-opened" ? event : undefined;
  };
  const shownIn = async (then: RunState, { shows, request }: EventOf<"gate-opened">) => {
    const kept = request ?? then.stages.get(shows)?.output;
    return kept === undefined ? undefined : load(kept);
  };
  const shownAt = async (opened: number) => {
    const gate = opening(opened);
    return gate && shownIn(fold(events.slice(0, opened)), gate);
  };
  const decidedAt = async (opened: number) => {
    const gate = opening(opened);
    const decision = gate && decisionAt(events, gate);
    return decision && { decision, gate, value: decision.value && (await load(decision.value)) };
  };
  const waiting = [...state.stages.values()].find((stage) => stage.waiting?.on === "gate")?.waiting;
  if (waiting?.on !== "gate" || state.status === "cancelled") return { state, view: undefined, shownAt, decidedAt };
  const { gate } = waiting;
  const last = events.findLast(
    (event): event is EventOf<"gate-opened"> => event.type === "gate-opened" && event.stage === gate.stage && event.seq < gate.seq,
  );
  const before = last && { gate: last, shown: await shownAt(last.seq), decision: decisionAt(events, last) };
  const view: GateView = {
    state,
    gate,
    shown: await shownIn(state, gate),
    before,
    next: state.order[state.order.indexOf(gate.stage) + 1],
    whyNot: whyNotDecide(by, withoutGroups(decidersAt(gate, now), groups), state.started?.by ?? ""),
  };
  return { state, view, shownAt, decidedAt };
}
