import { charactersOf, type SessionMessage } from "./session-message.js";
import type { SessionSettings } from "./session-settings.js";

interface Exchange<Entry> {
  readonly entries: Entry[];
  characters: number;
}

/**
 * What is kept of a conversation:
 *
 * K1. The newest messages within both limits; the newest stays whatever its length.
 * K2. A call and its results stay together or go together. A result whose call is gone goes, too.
 * K3. The first system message stays, wherever it stands, and counts.
 *
 * Keeping twice is keeping once, also when more was said in between.
 */
export function keptEntries<Entry extends { readonly message: SessionMessage }>(
  entries: readonly Entry[],
  { keepMessages, keepCharacters }: Pick<SessionSettings, "keepMessages" | "keepCharacters">,
): readonly Entry[] {
  const head = entries.filter(({ message }) => message.role === "system").slice(0, 1);
  const exchanges = exchangesOf(entries.filter((entry) => entry !== head[0]));
  const kept = new Set(head);
  let characters = head.reduce((sum, { message }) => sum + charactersOf(message), 0);
  for (const exchange of exchanges.toReversed()) {
    characters += exchange.characters;
    const isWithin = kept.size + exchange.entries.length <= keepMessages && characters <= keepCharacters;
    if (!isWithin && kept.size > head.length) break;
    for (const entry of exchange.entries) kept.add(entry);
    if (!isWithin) break;
  }
  return entries.filter((entry) => kept.has(entry));
}

/** A message for itself, but that results stand with the latest message before them that made their call. */
function exchangesOf<Entry extends { readonly message: SessionMessage }>(entries: readonly Entry[]): readonly Exchange<Entry>[] {
  const exchanges: Exchange<Entry>[] = [];
  const callers = new Map<string, Exchange<Entry>>();
  for (const entry of entries) {
    const { message } = entry;
    if (message.role === "tool") {
      const caller = callers.get(message.call);
      caller?.entries.push(entry);
      if (caller !== undefined) caller.characters += charactersOf(message);
      continue;
    }
    const exchange: Exchange<Entry> = { entries: [entry], characters: charactersOf(message) };
    exchanges.push(exchange);
    if (message.role === "assistant") for (const { id } of message.calls ?? []) callers.set(id, exchange);
  }
  return exchanges;
}
