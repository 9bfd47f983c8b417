import { setTimeout as after } from "node:timers/promises";
import type { AttemptAt, CallOutcome, EventOf, Kept } from "../core/index.js";
import { isStagewrightError, StagewrightError } from "../dsl/index.js";
import { isRefusedByBudget } from "./executed.js";
import type { Journal } from "./journal.js";
import { jsonValue } from "./json-value.js";
import type { Keeper } from "./keeper.js";
import { callKey, type RecordedCalls } from "./recorded-calls.js";

interface Parts {
  readonly at: AttemptAt;
  readonly journal: Journal;
  readonly keeper: Keeper;
  readonly recorded: RecordedCalls;
  readonly signal: AbortSignal;
  /** How long a call whose answer is on record waits for one that came before it, in ms. */
  readonly patienceMs: number;
  /** Why a call that is not on record may not be made, and how long it may be waited for that nobody needs its answer. */
  readonly refusal: (adapter: string, name: string) => { readonly error: Error; readonly patienceMs: number } | undefined;
}

const NOTHING: Kept = { inline: null };

/**
 * Every call of one attempt passes here: its answer is journaled as it comes, and an answer that is in the journal
 * already is given instead of calling again.
 */
export class CallLog {
  readonly #parts: Parts;
  readonly #underWay = new Set<Promise<unknown>>();
  #count: number;
  #isClosed = false;

  constructor(parts: Parts, count: number) {
    this.#parts = parts;
    this.#count = count;
  }

  /** Makes a call, or gives its recorded answer. An error comes back as the journal holds it, also the first time. */
  call(adapter: string, name: string, request: unknown, make: () => Promise<unknown>): Promise<unknown> {
    const kept = this.#parts.keeper.keep(jsonValue(request, `the request of "${adapter}.${name}"`));
    const made = this.#call(adapter, name, kept, make);
    this.#underWay.add(made);
    // Whoever asked handles the error; this copy of the promise only tells when it is over.
    made.then(
      () => this.#underWay.delete(made),
      () => this.#underWay.delete(made),
    );
    return made;
  }

  /** The same for what is there at once: the time, an identifier, a random number. */
  callNow<T>(name: string, make: () => T): T {
    const recorded = this.#parts.recorded.askNow(callKey("env", name, NOTHING));
    // What was recorded under this name was made by the same function.
    if (recorded && "answer" in recorded.outcome && "inline" in recorded.outcome.answer) return recorded.outcome.answer.inline as T;
    const refusal = this.#parts.refusal("env", name);
    if (refusal) throw refusal.error;
    const value = make();
    this.#note("env", name, NOTHING, { answer: { inline: value } });
    return value;
  }

  /** Resolves when no call is under way. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
  }

  /** @throws StagewrightError `run/nondeterministic` where the journal holds a call that the stage has not made this time. */
  assertAllAsked(): void {
    this.#assertAsked(this.#parts.recorded.unasked());
  }

  #assertAsked(unasked: EventOf<"called"> | undefined): void {
    if (unasked === undefined) return;
    const { stage, adapter, name } = unasked;
    throw new StagewrightError(
      "run/nondeterministic",
      `stage "${stage}" does not call "${adapter}.${name}" as it did before (event ${unasked.seq})`,
      {
        hint: `make it ask for the same each time, or start it anew with \`--from ${stage}\``,
      },
    );
  }

  /** From here on nothing is noted: what still comes has come too late. */
  close(): void {
    this.#isClosed = true;
  }

  async #call(adapter: string, name: string, request: Kept, make: () => Promise<unknown>): Promise<unknown> {
    const recorded = this.#parts.recorded.isEmpty ? undefined : this.#parts.recorded.ask(callKey(adapter, name, request));
    if (recorded) return this.#given(await this.#inTurn(recorded));
    const refusal = this.#parts.refusal(adapter, name);
    if (refusal) {
      if (refusal.patienceMs > 0) await after(refusal.patienceMs, undefined, { signal: this.#parts.signal });
      throw refusal.error;
    }
    let outcome: CallOutcome;
    let answer: unknown;
    let cause: unknown;
    try {
      this.#parts.signal.throwIfAborted();
      answer = jsonValue(await make(), `the answer of "${adapter}.${name}"`);
      outcome = { answer: this.#parts.keeper.keep(answer) };
    } catch (error) {
      // A call that was cut off, or never made, has no outcome; made again, it may have one.
      if (this.#parts.signal.aborted || isRefusedByBudget(error)) throw error;
      cause = error;
      outcome = { error: errorFields(error) };
    }
    this.#note(adapter, name, request, outcome);
    if ("error" in outcome) throw asError(outcome.error, cause);
    return answer;
  }

  /** A stage that leaves out what it called first would wait for ever for what it called then. */
  async #inTurn(turn: Promise<EventOf<"called">>): Promise<EventOf<"called">> {
    const waiting = new AbortController();
    try {
      for (;;) {
        const came = await Promise.race([turn, after(this.#parts.patienceMs, undefined, { signal: waiting.signal })]);
        if (came) return came;
        this.#assertAsked(this.#parts.recorded.holdingUp());
      }
    } finally {
      waiting.abort();
    }
  }

  async #given({ outcome }: EventOf<"called">): Promise<unknown> {
    if ("error" in outcome) throw asError(outcome.error);
    return this.#parts.keeper.load(outcome.answer);
  }

  #note(adapter: string, name: string, request: Kept, outcome: CallOutcome): void {
    if (this.#isClosed) return;
    const { stage, version, attempt } = this.#parts.at;
    this.#count += 1;
    this.#parts.journal.note({ type: "called", stage, version, attempt, call: this.#count, adapter, name, request, outcome });
  }
}

export function errorFields(error: unknown): { code: string; message: string; hint?: string } {
  const message = error instanceof Error ? error.message : String(error);
  if (!isStagewrightError(error)) return { code: "adapter/failed", message };
  return { code: error.code, message, ...(error.hint !== undefined && { hint: error.hint }) };
}

function asError({ code, message, hint }: { code: string; message: string; hint?: string }, cause?: unknown): StagewrightError {
  return new StagewrightError(code, message, { cause, ...(hint !== undefined && { hint }) });
}
