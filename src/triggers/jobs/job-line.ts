import { z } from "zod";
import { Schedule } from "./schedule.js";

const Owner = z.object({ host: z.string(), pid: z.number(), startedAt: z.string() });
const Spent = z.object({ usd: z.number().optional(), tokens: z.number().optional(), ms: z.number().optional() });
export type Spent = z.output<typeof Spent>;

const OUTCOMES = ["done", "failed", "cancelled", "lost", "never-began"] as const;
/** Why a due time was not run. */
const WHYS = ["late", "still running", "queue full", "backing off", "superseded", "schedule changed", "removed", "already past"] as const;
export type Why = (typeof WHYS)[number];

const line = <Type extends string, Shape extends z.core.$ZodLooseShape>(type: Type, shape: Shape) =>
  z.object({ type: z.literal(type), at: z.iso.datetime(), job: z.string(), ...shape });
const due = z.iso.datetime();

/** One line of the log of jobs. Times are in UTC. */
export const JobLine = z.discriminatedUnion("type", [
  /** From now on this schedule holds. */
  line("scheduled", { schedule: Schedule }),
  line("removed", {}),
  /** A process fires the job for this due time, and no other may. `tries` counts the processes that have said so. */
  line("claimed", { due, owner: Owner, tries: z.int(), byHand: z.boolean().optional() }),
  /** The run exists. */
  line("began", { due, run: z.string() }),
  line("ended", {
    due,
    outcome: z.enum(OUTCOMES),
    reason: z.string().optional(),
    spent: Spent.optional(),
    delivered: z.boolean().optional(),
  }),
  /** Waits until the run before it has ended. */
  line("queued", { due }),
  line("cancel", { due }),
  /** Due times that are not run, from the first to the last. */
  line("missed", { first: due, last: due, count: z.int().positive(), why: z.enum(WHYS) }),
  /** One that was queued is not run. */
  line("dropped", { due, why: z.enum(WHYS) }),
  /** The clock was set back: times that were given up ahead of it count again; those that were run do not. */
  line("set-back", {}),
  /** All that counts of a job, in the place of its older lines. */
  line("standing", { state: z.unknown() }),
]);
export type JobLine = z.output<typeof JobLine>;
export type Outcome = (typeof OUTCOMES)[number];
