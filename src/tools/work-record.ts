import type { Completion, Message, ToolCall } from "../model/index.js";
import type { Reading } from "./tool.js";
import type { CallEnd, Counts, Evidence, WorkOptions } from "./work.js";

/** A call as a model gave it; one that it wrote as text has no id. */
export type WantedCall = Omit<ToolCall, "id"> & { readonly id?: string };

/** What was said and done so far. */
export class WorkRecord {
  readonly transcript: Message[];
  readonly evidence: Evidence[] = [];
  readonly read: Reading[] = [];
  readonly counts: Counts = {
    rounds: 0,
    requests: 0,
    calls: 0,
    succeeded: 0,
    failed: 0,
    unknown: 0,
    denied: 0,
    badArguments: 0,
    notRun: 0,
    kept: 0,
    fromText: 0,
    askedAgain: 0,
    told: 0,
    inputTokens: 0,
    outputTokens: 0,
    usd: 0,
    unpriced: 0,
  };
  readonly #onStep: NonNullable<WorkOptions["onStep"]>;
  readonly #ids = new Set<string>();
  #open: ToolCall[] = [];

  constructor({ messages, onStep = () => {} }: Pick<WorkOptions, "messages" | "onStep">) {
    this.transcript = [...messages];
    this.#onStep = onStep;
    for (const message of messages) if (message.role === "assistant") for (const { id } of message.calls ?? []) this.#ids.add(id);
  }

  answered(completion: Completion): void {
    const { usage, cost } = completion;
    this.counts.requests += 1;
    this.counts.inputTokens += usage.inputTokens;
    this.counts.outputTokens += usage.outputTokens;
    this.counts.usd += cost?.usd ?? 0;
    if (cost === undefined) this.counts.unpriced += 1;
    this.#onStep({ step: "answered", round: this.counts.rounds, completion });
  }

  /** Calls with ids that stand nowhere else in the transcript: some models begin to count again in each turn. */
  withOwnIds(calls: readonly WantedCall[]): readonly ToolCall[] {
    return calls.map((call) => {
      const id = call.id === undefined || this.#ids.has(call.id) ? this.#freshId() : call.id;
      this.#ids.add(id);
      return { ...call, id };
    });
  }

  said(message: Extract<Message, { role: "assistant" }>): void {
    this.transcript.push(message);
    this.#open = [...(message.calls ?? [])];
  }

  /** The one result of a call. They come in the order of the calls. */
  result({ id, name }: ToolCall, end: CallEnd, text: string): void {
    this.counts.calls += 1;
    this.counts[end] += 1;
    this.#open = this.#open.filter((call) => call.id !== id);
    this.transcript.push({ role: "tool", call: id, content: text, ...(end !== "succeeded" && { isError: true }) });
    this.#onStep({ step: "called", round: this.counts.rounds, call: id, tool: name, end, text });
  }

  /** Gives each call that has no result one that says why. */
  closeCalls(why: string): void {
    for (const call of this.#open) this.result(call, "notRun", why);
  }

  tell(text: string): void {
    this.transcript.push({ role: "user", content: text });
    this.#onStep({ step: "told", round: this.counts.rounds, text });
  }

  /** Nine letters and digits, which every server takes. */
  #freshId(): string {
    for (let number = this.#ids.size + 1; ; number += 1) {
      const id = `work${String(number).padStart(5, "0")}`;
      if (!this.#ids.has(id)) return id;
    }
  }
}
