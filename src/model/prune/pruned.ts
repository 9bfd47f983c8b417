import { estimateTokens } from "../token-estimate.js";
import type { Message } from "../transcript.js";
import { lengthMs, type Sessions } from "./sessions.js";

/** A message of a session, and when it came. */
export interface TimedMessage {
  readonly at: Date;
  readonly message: Message;
}

export interface Dropped {
  readonly kind: "tool results";
  readonly count: number;
  readonly tokens: number;
}

export interface Pruned {
  readonly messages: readonly TimedMessage[];
  readonly dropped: readonly Dropped[];
  /** What was pruned, in a sentence for the journal; empty where nothing was. */
  readonly said: string;
}

/** Stands where a result was: a provider refuses a call that has none. */
export const PRUNED = "[result pruned: the session had rested]";

/**
 * A session after a rest: the results of tools go first, each replaced by one line, so that every call keeps its result. The last
 * assistant turns stay as they are, and what follows the first of them. Pruning again changes nothing.
 */
export function pruned(messages: readonly TimedMessage[], { now, options }: { readonly now: Date; readonly options: Sessions }): Pruned {
  const last = messages.reduce((latest, { at }) => Math.max(latest, at.getTime()), Number.NEGATIVE_INFINITY);
  if (now.getTime() - last < lengthMs(options.pruneAfter)) return { messages, dropped: [], said: "" };
  const from = firstKept(messages, options.keepAssistantTurns);
  const kept: TimedMessage[] = [];
  let count = 0;
  let tokens = 0;
  for (const [index, timed] of messages.entries()) {
    const { message } = timed;
    const saved = message.role === "tool" ? estimateTokens([message.content]) - estimateTokens([PRUNED]) : 0;
    // A result that is no longer than the line in its place is left.
    if (message.role !== "tool" || index >= from || saved <= 0) {
      kept.push(timed);
      continue;
    }
    count += 1;
    tokens += saved;
    kept.push({ ...timed, message: { ...message, content: PRUNED } });
  }
  if (count === 0) return { messages, dropped: [], said: "" };
  const said =
    `pruned ${count} tool ${count === 1 ? "result" : "results"} (about ${tokens.toLocaleString("en-US")} tokens) after ` +
    `${options.pruneAfter} without a turn; the last ${options.keepAssistantTurns} assistant turns stay`;
  return { messages: kept, dropped: [{ kind: "tool results", count, tokens }], said };
}

/** Where the assistant turns begin that stay. A result always stands behind its call, so what belongs to them stays too. */
function firstKept(messages: readonly TimedMessage[], keep: number): number {
  const turns = messages.flatMap(({ message }, index) => (message.role === "assistant" ? [index] : []));
  if (keep === 0) return messages.length;
  return turns[Math.max(0, turns.length - keep)] ?? 0;
}
