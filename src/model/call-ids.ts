import type { Message } from "./transcript.js";

/** Nine letters and digits: the strictest rule that a server is known to have for a call's id. */
export function ownCallId(number: number): string {
  return `call${String(number).padStart(5, "0")}`;
}

/** Hands out ids of our own for the calls of the next answer, which go on from those of the transcript. */
export function newCallIds(messages: readonly Message[]): () => string {
  const taken = messages.flatMap((message) => (message.role === "assistant" ? (message.calls ?? []).map(({ id }) => id) : []));
  const used = new Set(taken);
  let number = taken.length;
  return () => {
    do number += 1;
    while (used.has(ownCallId(number)));
    return ownCallId(number);
  };
}

/**
 * Makes ids that a provider takes, each once. One that fits and is new stays; any other is replaced. What an id becomes
 * depends only on the ids before it, so that a longer transcript begins with the same bytes and a server's cache holds.
 */
export function wireIds(fits: RegExp): (id: string) => string {
  const used = new Set<string>();
  let number = 0;
  return (id) => {
    let wire = id;
    while (!fits.test(wire) || used.has(wire)) {
      number += 1;
      wire = ownCallId(number);
    }
    used.add(wire);
    return wire;
  };
}
