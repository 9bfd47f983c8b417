import type { AttemptAt, EventOf, RunEvent } from "../core/index.js";
import type { AnyPipeline } from "../dsl/index.js";
import { CallLog } from "./call-log.js";
import type { Keeper } from "./keeper.js";
import { RecordedCalls } from "./recorded-calls.js";
import { ReplayDifference, type ReplayJournal } from "./replay-journal.js";
import type { Child, ChildNews, EffectAct, EffectNews, World } from "./world.js";

/** How long a stage that failed may still wait for a call that was cut off then, in ms. */
const PATIENCE_MS = 5_000;

/** Gives a run the answers of its own journal: nothing is called, performed or run. */
export class ReplayWorld implements World {
  readonly journal: ReplayJournal;
  readonly keeper: Keeper;
  readonly keepsTime = false;

  constructor(journal: ReplayJournal, keeper: Keeper) {
    this.journal = journal;
    this.keeper = keeper;
  }

  bringIn(): void {
    this.journal.bringIn();
  }

  takeAsRecorded(at: AttemptAt): boolean {
    const end = this.#endOf(at);
    if (end !== undefined && end.type !== "reopened" && end.type !== "run-cancelled") {
      if (end.type !== "attempt-failed" || end.cause !== "time-limit") return false;
    }
    for (const event of [...this.journal.allAhead()]) {
      if (event.type === "reopened" || event.type === "run-cancelled") break;
      this.journal.take(event);
      if (event === end) break;
    }
    return true;
  }

  callLog(at: AttemptAt, signal: AbortSignal): CallLog {
    const end = this.#endOf(at);
    const called: EventOf<"called">[] = [];
    for (const event of this.journal.allAhead()) {
      if (event === end) break;
      if (event.type === "called") called.push(event);
    }
    const recorded = new RecordedCalls(called, ({ seq: _seq, at: _at, ...event }) => this.journal.note(event));
    // What a failed try had under way when it failed was called off, and is not on record.
    const patienceMs = end?.type === "attempt-failed" ? PATIENCE_MS : 0;
    const refusal = (adapter: string, name: string) => ({
      error: new ReplayDifference(end?.seq ?? 0, end, `a call of "${adapter}.${name}" that the journal does not hold`),
      patienceMs,
    });
    return new CallLog({ at, signal, recorded, journal: this.journal, keeper: this.keeper, refusal }, 0);
  }

  async effect(_act: EffectAct): Promise<EffectNews> {
    this.bringIn();
    const { ahead } = this.journal;
    if (ahead?.type === "effect-settled") return { type: ahead.type, how: ahead.how, outcome: ahead.outcome };
    if (ahead?.type === "effect-unclear") return { type: ahead.type, why: ahead.why };
    throw new ReplayDifference(this.journal.state.seq + 1, ahead, "what became of an effect");
  }

  async children(_pipeline: AnyPipeline, parent: AttemptAt, children: readonly Child[]): Promise<readonly ChildNews[]> {
    const end = this.#endOf(parent);
    const ended = new Map<number, ChildNews>();
    for (const event of this.journal.allAhead()) {
      if (event === end) break;
      if (event.type !== "child-ended") continue;
      const { status, output, reason } = event;
      ended.set(event.item, { status, ...(output && { output }), ...(reason !== undefined && { reason }) });
    }
    return children.map(({ item }) => ended.get(item) ?? { status: "waiting" });
  }

  /** The recorded event with which a try came to its end or its halt; none where the journal ends before. */
  #endOf(at: AttemptAt): RunEvent | undefined {
    for (const event of this.journal.allAhead()) if (isEnd(event, at)) return event;
    return undefined;
  }
}

function isEnd(event: RunEvent, at: AttemptAt): boolean {
  switch (event.type) {
    case "reopened":
    case "run-cancelled":
      return true;
    case "gate-opened":
      return event.waits && event.stage === at.stage;
    case "stage-done":
    case "attempt-failed":
    case "effect-unclear":
    case "children-waiting":
      return event.stage === at.stage;
    default:
      return false;
  }
}
