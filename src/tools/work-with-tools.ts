import { isStagewrightError, StagewrightError } from "../dsl/index.js";
import { type CompleteRequest, type Completion, type FailureReason, messageOf, type Verdict, verdictOf } from "../model/index.js";
import { blockedSpec } from "./blocked.js";
import { Budget, timeIsUp } from "./budget.js";
import { complaintOf } from "./complaint.js";
import { type Fired, Guards } from "./guards.js";
import { History } from "./history.js";
import { Progress } from "./progress.js";
import { readResult } from "./read-result.js";
import { Repeats } from "./repeats.js";
import { textCalls } from "./text-calls.js";
import type { Toolbox } from "./toolbox.js";
import { runCalls, type Watched } from "./turn.js";
import type { WorkEnd, WorkOptions, WorkReason } from "./work.js";
import { type WantedCall, WorkRecord } from "./work-record.js";

/**
 * Lets a model work with tools until it answers or fails for a reason with a name.
 *
 * W1. A round is one request with tools. There are at most `rounds` of them, one request to sum up, and one more of that without reasoning.
 * W2. Each call has one result in the transcript, in the order of the calls, whatever became of it.
 * W3. An answer is judged before it is taken. What failed is neither given back as text nor put into the transcript.
 * W4. A failed answer is asked for again where that may help, once for each reason, and anew after a round with calls: calls as text, an
 *     announcement, nothing at all, reasoning and no more.
 * W5. Calls as text for the second time, or in the last round, lead to one request without tools: sum up. So does the end of the rounds.
 * W6. Every limit that is reached ends the work by its name. Before that comes one warning where the model can still turn.
 *
 * @throws StagewrightError `tools/guards` for limits that do not fit. What `complete` throws is thrown on, but for `model/…`, which is a failure;
 * so is what aborted the signal.
 */
export async function workWithTools(options: WorkOptions): Promise<WorkEnd> {
  const guards = guardsOf(options.guards);
  const deadline = new AbortController();
  const { seconds } = guards;
  const running = options.timer?.(seconds * 1_000, () => deadline.abort(errorOf(timeIsUp(seconds))));
  const work = new Work(options, guards, AbortSignal.any([options.signal, deadline.signal]));
  try {
    return await work.toItsEnd();
  } catch (error) {
    // Known by its code: on replay the journal gives the error back, and no timer runs. Some calls end with an error of their own when cut off.
    const isCutOff = deadline.signal.aborted && error instanceof Error && error.name === "AbortError";
    const isTimeUp = isCutOff || (isStagewrightError(error) && error.code === "guard/seconds");
    if (options.signal.aborted || !isTimeUp) throw error;
    return work.fired(timeIsUp(seconds));
  } finally {
    running?.stop();
  }
}

function guardsOf(given: Partial<Guards> = {}): Guards {
  const parsed = Guards.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new StagewrightError("tools/guards", `the limits do not fit: ${complaintOf(parsed.error, Object.keys(Guards.shape), "limit")}`);
}

function errorOf({ reason, message }: Fired): StagewrightError {
  return new StagewrightError(reason, message);
}

type Failed = Extract<Verdict, { verdict: "failed" }> & { readonly hint?: string };
type Asked = { readonly completion: Completion } | { readonly end: WorkEnd };
/** What a round came to: it goes on, all is over, or only an answer without tools can still come, and why. */
type Round = "goes on" | { readonly end: WorkEnd } | { readonly sumUp: "no-answer"; readonly because: string };

const MENDED: Partial<Record<FailureReason, (failed: Failed) => string>> = {
  "markup-only": ({ dialect }) =>
    `Your last answer was a tool call written as text (dialect "${dialect ?? "unknown"}"), so nothing was run. Call tools in the way you are given for it, or answer in plain words.`,
  "preamble-only": () => "Your last answer only announced what comes next. Do it now: call the tool, or give the whole answer.",
  empty: () => "Your last answer was empty. Call a tool, or give the whole answer.",
};

const SUM_UP =
  "No tool can be called any more. Sum up what you have: answer now, in plain words, with what the results above show, and say what is missing.";

class Work {
  readonly #options: WorkOptions;
  readonly #guards: Guards;
  readonly #watched: Watched;
  readonly #record: WorkRecord;
  readonly #names: readonly string[];
  /** The reasons for which an answer was asked for again since the last calls. */
  readonly #mended = new Set<FailureReason>();
  #isNearlyTold = false;
  #isReasoningOff = false;

  constructor(options: WorkOptions, guards: Guards, signal: AbortSignal) {
    const { messages, onStep, spill, call, notRun, mayBlock, now } = options;
    const toolbox = withReading(options.toolbox, options, guards);
    this.#options = options;
    this.#guards = guards;
    this.#record = new WorkRecord({ messages, onStep });
    this.#names = toolbox.specs.map(({ name }) => name);
    this.#watched = {
      record: this.#record,
      toolbox,
      guards,
      budget: new Budget(guards, now),
      repeats: new Repeats(guards),
      progress: new Progress(guards.noProgress),
      history: new History(guards.historyLookups, toolbox),
      signal,
      options: { spill, mayBlock, ...(call && { call }), ...(notRun && { notRun }) },
    };
  }

  async toItsEnd(): Promise<WorkEnd> {
    let why: { readonly reason: "no-answer" | "guard/rounds"; readonly because: string } | undefined;
    for (let round = 1; round <= this.#guards.rounds; round += 1) {
      this.#record.counts.rounds = round;
      const ended = await this.#round(round === this.#guards.rounds);
      if (ended === "goes on") continue;
      if ("end" in ended) return ended.end;
      why = { reason: ended.sumUp, because: ended.because };
      break;
    }
    return this.#sumUp(why ?? { reason: "guard/rounds", because: `all ${this.#guards.rounds} rounds were used` });
  }

  /** Ends by a guard. A call that it cut off, and those behind it, have a result that says so. */
  fired({ reason, message }: Fired): WorkEnd {
    this.#record.closeCalls(`not run to its end: ${message}.`);
    return this.#failed(reason, message);
  }

  async #round(isLast: boolean): Promise<Round> {
    const { specs } = this.#watched.toolbox;
    const asked = await this.#ask(specs.length === 0 ? {} : { tools: [...specs] });
    if ("end" in asked) return asked;
    const { completion } = asked;
    // With its text left out, only the provider's own word that it stopped the answer is left to judge.
    const stopped = this.#verdict({ ...completion, text: "" });
    if (stopped.verdict === "failed" && stopped.reason === "refused") return { end: this.#failed(stopped.reason, stopped.message) };
    if (completion.calls?.length) return this.#called(completion, completion.calls, isLast);
    const verdict = this.#verdict(completion);
    if (verdict.verdict === "answer") return { end: this.#answer(completion, verdict) };
    const calls = verdict.reason === "markup-only" && this.#options.takeTextCalls ? textCalls(completion.text, this.#names) : undefined;
    if (calls) {
      this.#record.counts.fromText += calls.length;
      return this.#called({ ...completion, text: "" }, calls, isLast);
    }
    return this.#mend(verdict, isLast);
  }

  async #called(completion: Completion, wanted: readonly WantedCall[], isLast: boolean): Promise<Round> {
    const calls = this.#record.withOwnIds(wanted);
    this.#mended.clear();
    this.#record.said({ ...messageOf(completion), content: this.#textBeside(completion), calls: [...calls] });
    const ending = await runCalls(calls, this.#watched);
    if (ending && "fired" in ending) return { end: this.#failed(ending.fired.reason, ending.fired.message) };
    if (ending) return { end: { ...this.#failed("blocked", ending.blocked.reason), blocked: ending.blocked } };
    return this.#endRound(isLast);
  }

  /** What stood beside calls: a text, or what they are for. Stray marks and loops are not shown to the model again. */
  #textBeside(completion: Completion): string {
    const { calls: _calls, ...alone } = completion;
    const verdict = this.#verdict({ ...alone, finish: "stop" });
    if (verdict.verdict === "answer") return verdict.text;
    return verdict.reason === "preamble-only" ? completion.text : "";
  }

  #mend(verdict: Failed, isLast: boolean): Round {
    const { reason, message } = verdict;
    const isSecond = this.#mended.has(reason);
    this.#mended.add(reason);
    if (reason === "markup-only" && (isSecond || isLast)) return { sumUp: "no-answer", because: message };
    const words = MENDED[reason]?.(verdict);
    if (isSecond || (words === undefined && reason !== "reasoning-only")) return { end: this.#failed(reason, message) };
    this.#record.counts.askedAgain += 1;
    if (words === undefined) this.#isReasoningOff = true;
    else if (!isLast) this.#record.tell(words);
    return this.#endRound(isLast);
  }

  #endRound(isLast: boolean): Round {
    const { progress, budget, history } = this.#watched;
    const { warning, fired } = progress.endRound();
    if (fired) return { end: this.#failed(fired.reason, fired.message) };
    // It is told to sum up next.
    if (isLast) return "goes on";
    const nearly = this.#isNearlyTold ? undefined : budget.nearly();
    if (nearly !== undefined) this.#isNearlyTold = true;
    for (const text of [history.nudge(), warning, nearly]) {
      if (text === undefined) continue;
      this.#record.counts.told += 1;
      this.#record.tell(text);
    }
    return "goes on";
  }

  async #sumUp(why: { readonly reason: "no-answer" | "guard/rounds"; readonly because: string }): Promise<WorkEnd> {
    this.#record.tell(SUM_UP);
    for (;;) {
      const asked = await this.#ask({});
      if ("end" in asked) return asked.end;
      const verdict = this.#verdict(asked.completion);
      if (verdict.verdict === "answer") return this.#answer(asked.completion, verdict);
      if (verdict.reason === "reasoning-only" && !this.#mended.has("reasoning-only")) {
        this.#mended.add("reasoning-only");
        this.#record.counts.askedAgain += 1;
        this.#isReasoningOff = true;
        continue;
      }
      return this.#failed(why.reason, `${why.because}; asked to sum up, ${verdict.message}`);
    }
  }

  async #ask(parts: Pick<CompleteRequest, "tools">): Promise<Asked> {
    const { budget, signal } = this.#watched;
    const over = budget.over();
    if (over) return { end: this.#failed(over.reason, over.message) };
    const { complete, request } = this.#options;
    // Of the time limit the call itself learns: so it stands in the journal.
    this.#options.signal.throwIfAborted();
    const reasoning = this.#isReasoningOff ? { reasoning: "off" as const } : {};
    this.#isReasoningOff = false;
    let completion: Completion;
    try {
      completion = await complete({ ...request, ...reasoning, ...parts, messages: [...this.#record.transcript] }, { signal });
    } catch (error) {
      if (signal.aborted || !isStagewrightError(error) || !error.code.startsWith("model/")) throw error;
      const reason = error.code === "model/silent" ? "timed-out" : "provider-error";
      return { end: this.#failed(reason, error.message, error.hint) };
    }
    this.#record.answered(completion);
    budget.add(completion);
    return { completion };
  }

  #verdict(completion: Completion): Verdict {
    const { takes } = this.#options;
    return verdictOf(completion, { tools: this.#names, ...(takes && { takes }) });
  }

  #answer(completion: Completion, { text, reasoning }: Extract<Verdict, { verdict: "answer" }>): WorkEnd {
    const { calls: _calls, ...message } = messageOf({ ...completion, text });
    this.#record.said(message);
    const apart = completion.reasoning ?? reasoning;
    return { verdict: "answer", text, ...(apart !== undefined && { reasoning: apart }), ...this.#state() };
  }

  #failed(reason: WorkReason, message: string, hint?: string): Extract<WorkEnd, { verdict: "failed" }> {
    return { verdict: "failed", reason, message, ...(hint !== undefined && { hint }), ...this.#state() };
  }

  #state() {
    const { transcript, evidence, counts } = this.#record;
    return { transcript, evidence, counts };
  }
}

/** The stage's tools, and those of the loop: the one that reads on in their results, and the one that says that the task is blocked. */
function withReading(toolbox: Toolbox, { spill, mayBlock }: WorkOptions, { windowChars }: Guards): Toolbox {
  const ends = mayBlock === true ? [blockedSpec] : [];
  if (toolbox.specs.length === 0) return ends.length === 0 ? toolbox : { ...toolbox, specs: ends };
  const reading = readResult(spill, windowChars);
  return {
    specs: [...toolbox.specs, reading.spec, ...ends],
    find: (name) => (name === reading.spec.name ? reading : toolbox.find(name)),
    isDenied: (name) => toolbox.isDenied(name),
  };
}
