import type { AttemptAt, EventOf, RunEvent } from "../core/index.js";
import { type AnyPipeline, StagewrightError } from "../dsl/index.js";
import type { Demand } from "../gates/index.js";
import { CallLog } from "./call-log.js";
import type { Keeper } from "./keeper.js";
import { RecordedCalls } from "./recorded-calls.js";
import { ReplayDifference, type ReplayJournal } from "./replay-journal.js";
import type { Child, ChildNews, ChildPool, EffectNews, World } from "./world.js";

/** Gives a run the answers of its own journal: nothing is called, performed or run. */
export class ReplayWorld implements World {
  readonly journal: ReplayJournal;
  readonly keeper: Keeper;
  readonly keepsTime = false;

  readonly #patienceMs: number;

  /** `patienceMs`: how long a stage may wait for a call that is not there, which may not have mattered. */
  constructor(journal: ReplayJournal, keeper: Keeper, patienceMs: number) {
    this.journal = journal;
    this.keeper = keeper;
    this.#patienceMs = patienceMs;
  }

  bringIn(): void {
    this.journal.bringIn();
  }

  takeAsRecorded(at: AttemptAt): "failed" | "interrupted" | undefined {
    const end = this.#endOf(at);
    if (end !== undefined && end.type !== "reopened" && end.type !== "run-cancelled") {
      if (end.type !== "attempt-failed" || end.cause !== "time-limit") return undefined;
    }
    for (const event of [...this.journal.allAhead()]) {
      if (event.type === "reopened" || event.type === "run-cancelled") break;
      this.journal.take(event);
      if (event === end) break;
    }
    if (end === undefined) return "interrupted";
    // What comes from outside next says whether there is another try.
    this.bringIn();
    return "failed";
  }

  wasStopped(at: AttemptAt): boolean {
    if (this.#passEnd(at)?.type !== "run-resumed") return false;
    // What the pass had asked for and was never given again is on record nevertheless.
    while (this.journal.ahead && this.journal.ahead.type !== "run-resumed") this.journal.take(this.journal.ahead);
    return true;
  }

  callLog(at: AttemptAt, signal: AbortSignal, abort: (reason: Error) => void): CallLog {
    const end = this.#passEnd(at);
    const { seq: taken, stages } = this.journal.state;
    const stage = stages.get(at.stage);
    // A try that goes on after a halt asks again for what it asked for before: that is noted already.
    const called = stage?.version === at.version && stage.attempt === at.attempt ? [...stage.calls.values()] : [];
    for (const event of this.journal.allAhead()) {
      if (event === end) break;
      if (event.type === "called") called.push(event);
    }
    const recorded = new RecordedCalls(called, ({ seq, at: _at, ...event }) => {
      if (seq > taken) this.journal.note(event);
    });
    // What a failed try had under way when it failed was called off, and is not on record.
    const patienceMs = end?.type === "attempt-failed" ? this.#patienceMs : 0;
    const refusal = (adapter: string, name: string) => {
      if (end?.type === "run-resumed") {
        const error = new StagewrightError("stage/stopped", `the run was told to stop before "${adapter}.${name}" had answered`);
        abort(error);
        return { error, patienceMs: 0 };
      }
      const error =
        end?.type === "budget-refused"
          ? refusedBefore(end)
          : new ReplayDifference(end?.seq ?? 0, end, `a call of "${adapter}.${name}" that the journal does not hold`);
      return { error, patienceMs };
    };
    return new CallLog({ at, signal, recorded, refusal, journal: this.journal, keeper: this.keeper, patienceMs: this.#patienceMs }, 0);
  }

  /** The policies may have changed since: what they demanded then stands in the journal. */
  async demand({ stage }: AttemptAt, effect: number): Promise<Demand | undefined> {
    this.bringIn();
    const { ahead } = this.journal;
    if (ahead?.type !== "gate-opened" || ahead.stage !== stage || ahead.effect !== effect) return undefined;
    return { tier: ahead.tier, because: ahead.says ?? "" };
  }

  async effect(): Promise<{ readonly news: EffectNews; readonly isMadeNext: boolean }> {
    this.bringIn();
    const { ahead } = this.journal;
    if (ahead?.type === "effect-unclear") return { news: { type: ahead.type, why: ahead.why }, isMadeNext: false };
    if (ahead?.type === "effect-settled") {
      return { news: { type: ahead.type, how: ahead.how, outcome: ahead.outcome }, isMadeNext: this.#isIntendedAgain(ahead) };
    }
    throw new ReplayDifference(this.journal.state.seq + 1, ahead, "what became of an effect");
  }

  /** Whether the same try goes on to make the effect: a process that was told to stop, or died, came back to it. */
  #isIntendedAgain({ stage, version, attempt, effect }: EventOf<"effect-settled">): boolean {
    for (const event of this.journal.allAhead()) {
      if (isEnd(event, { stage })) return false;
      if (event.type !== "effect-intended" || event.stage !== stage) continue;
      if (event.version === version && event.attempt === attempt && event.effect === effect) return true;
    }
    return false;
  }

  async children(_pipeline: AnyPipeline, parent: AttemptAt, children: readonly Child[]): Promise<readonly ChildNews[]> {
    const end = this.#endOf(parent);
    const ended = new Map<number, ChildNews>();
    for (const event of this.journal.allAhead()) {
      if (event === end) break;
      if (event.type !== "child-ended") continue;
      ended.set(event.item, newsOf(event));
    }
    return children.map(({ item }) => ended.get(item) ?? { status: "waiting", on: "" });
  }

  childPool({ stage }: AttemptAt): ChildPool {
    return {
      start: () => {},
      rest: async () => {},
      next: async () => {
        const { ahead } = this.journal;
        if (ahead?.type === "child-waiting" && ahead.stage === stage)
          return { item: ahead.item, news: { status: "waiting", on: ahead.on } };
        if (ahead?.type !== "child-ended" || ahead.stage !== stage) return "interrupted";
        return { item: ahead.item, news: newsOf(ahead) };
      },
    };
  }

  /** The same, or the resume with which another process took the try up. */
  #passEnd(at: AttemptAt): RunEvent | undefined {
    for (const event of this.journal.allAhead()) if (event.type === "run-resumed" || isEnd(event, at)) return event;
    return undefined;
  }

  /** The recorded event with which a try came to its end or its halt; none where the journal ends before. */
  #endOf(at: AttemptAt): RunEvent | undefined {
    for (const event of this.journal.allAhead()) if (isEnd(event, at)) return event;
    return undefined;
  }
}

function newsOf({ status, output, reason, usd }: EventOf<"child-ended">): ChildNews {
  return { status, ...(output && { output }), ...(reason !== undefined && { reason }), ...(usd !== undefined && { usd }) };
}

/** The call is not on record, since it was not made; it is refused now as it was then. */
function refusedBefore({ message, hint, roomAt }: EventOf<"budget-refused">): StagewrightError {
  const refusal = new StagewrightError("budget/exceeded", message, hint === undefined ? {} : { hint });
  return roomAt === undefined ? refusal : Object.assign(refusal, { roomAt });
}

function isEnd(event: RunEvent, at: Pick<AttemptAt, "stage">): boolean {
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
    case "budget-refused":
    case "stage-blocked":
      return event.stage === at.stage;
    default:
      return false;
  }
}
