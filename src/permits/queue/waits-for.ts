import { count } from "../room.js";
import type { Limits, Standing } from "./standing.js";
import type { Ticket } from "./ticket.js";

/** Of a long queue the first few are named. */
const MOST_NAMED = 3;

interface Waiting {
  readonly pool: string;
  readonly limits: Limits;
  readonly standing: Standing;
  /** The ticket of whoever waits. */
  readonly name: string;
  readonly now: number;
}

/**
 * For whom a call waits, in a sentence.
 *
 *   waits for a permit of "local" (2 of 2 held): run a, stage draft (pid 123) has held one for 40 s, run b, stage draft (pid 130) for 2 s
 */
export function waitsFor({ pool, limits, standing: { holding, waiting }, name, now }: Waiting): string {
  const held = holding.map((ticket, index) => {
    const forTime = time(now - Date.parse(heldSince(ticket) ?? ""));
    return `${whose(ticket)} ${index === 0 ? "has held one for" : "for"} ${forTime}`;
  });
  const before = waiting
    .slice(
      0,
      waiting.findIndex((ticket) => ticket.name === name),
    )
    .map(whose);
  const what = holding.length < limits.permits ? ` (${tokensHeld(holding, limits)})` : ` (${holding.length} of ${limits.permits} held)`;
  const behind = before.length === 0 ? "" : `; behind ${some(before)}`;
  return `waits for a permit of "${pool}"${what}: ${some(held)}${behind}`;
}

/** Whom a ticket is for: `run a, stage draft (pid 123)`. */
export function whose({ pid, call }: Pick<Ticket, "pid" | "call">): string {
  const place = call?.run === undefined ? "a call outside of a run" : `run ${call.run}, stage ${call.stage}`;
  return `${place} (pid ${pid})`;
}

/** Since when a ticket that stands in front has held: from the start, unless it had to wait. */
export function heldSince({ heldSince: noted, call }: Ticket): string | undefined {
  return noted ?? call?.at;
}

export function tokensOfAll(tickets: readonly Ticket[], whole: number): number {
  return tickets.reduce((sum, { call }) => sum + (call?.tokens ?? whole), 0);
}

function tokensHeld(holding: readonly Ticket[], { kvTokens }: Limits): string {
  return `${count(tokensOfAll(holding, kvTokens))} of ${count(kvTokens)} tokens held`;
}

function some(names: readonly string[]): string {
  const left = names.length - MOST_NAMED;
  return left <= 0 ? names.join(", ") : `${names.slice(0, MOST_NAMED).join(", ")} and ${left} more`;
}

function time(ms: number): string {
  const seconds = Number.isFinite(ms) ? Math.max(0, Math.round(ms / 1_000)) : 0;
  return seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`;
}
