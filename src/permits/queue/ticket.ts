import { z } from "zod";
import type { Owner } from "../../store/index.js";

/** What a ticket says about the call that it is for. */
export const Call = z.object({
  /** How much of the server's context it may fill. */
  tokens: z.int().nonnegative(),
  model: z.string(),
  /** When it was drawn, in ISO 8601 and UTC. */
  at: z.string(),
  run: z.string().optional(),
  pipeline: z.string().optional(),
  stage: z.string().optional(),
});
export type Call = z.output<typeof Call>;

/** A place in a pool's queue: one file, whose name says who drew it and as which. */
export interface Ticket {
  readonly name: string;
  readonly pid: number;
  readonly startedAt: string;
  /** `undefined` where the file cannot be read: it counts as the whole pool then. */
  readonly call: Call | undefined;
  /** Since when it has held a permit; not there while it waits, nor where it had not to wait. */
  readonly heldSince: string | undefined;
}

const DIGITS = 12;
/** Beside a ticket that had to wait, from when on it holds a permit. */
export const HELD = "~held";
/** A ticket while it is being written. */
export const UNFINISHED = "new~";

/** Names sort as the tickets were drawn. */
export function ticketName(number: number, owner: Owner, id: string): string {
  return `${String(number).padStart(DIGITS, "0")}~${owner.pid}~${owner.startedAt}~${id}`;
}

export interface ReadName {
  readonly number: number;
  readonly pid: number;
  readonly startedAt: string;
}

export function readTicketName(name: string): ReadName | undefined {
  const [, number, pid, startedAt] = /^(\d{12})~(\d+)~([^~]+)~[^~]+$/.exec(name) ?? [];
  return pid === undefined || startedAt === undefined ? undefined : { number: Number(number), pid: Number(pid), startedAt };
}
