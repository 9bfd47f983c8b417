import type { Ticket } from "./ticket.js";

/** What a pool has to give. */
export interface Limits {
  readonly permits: number;
  readonly kvTokens: number;
}

export interface Standing {
  readonly holding: readonly Ticket[];
  readonly waiting: readonly Ticket[];
}

/**
 * Who holds a permit, by the order of the tickets alone: those from the front on, as long as their number and their tokens fit. Who
 * does not fit holds back all behind it, so a large call is never passed by small ones for good.
 */
export function standingOf(tickets: readonly Ticket[], { permits, kvTokens }: Limits): Standing {
  let tokens = 0;
  let held = 0;
  for (const { call } of tickets) {
    tokens += call?.tokens ?? kvTokens;
    // The first always fits: whoever drew it found it to, if by a larger pool than is known here.
    if (held === permits || (tokens > kvTokens && held > 0)) break;
    held += 1;
  }
  return { holding: tickets.slice(0, held), waiting: tickets.slice(held) };
}
