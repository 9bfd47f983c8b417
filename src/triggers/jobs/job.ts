import { z } from "zod";
import { Length, msOfLength } from "./length.js";
import { cronOf, isTime, isTopOfTheHour, type Schedule, staggerOf } from "./schedule.js";
import { Zone } from "./zone.js";

const Time = z.string().refine(isTime, 'expected a time, as in "2026-12-24T08:00", or with its distance from UTC');

/** What a run may take. It is handed to whoever runs the job, and looked at again when the run has ended. */
export const JobBudget = z.strictObject({
  usd: z.number().nonnegative().optional(),
  tokens: z.int().positive().optional(),
  time: Length.optional(),
});
export type JobBudget = z.output<typeof JobBudget>;

/** Where a result goes: a channel, and a chat or an address there. */
export const DeliverTo = z.strictObject({ channel: z.string().min(1), to: z.string().min(1).optional() });
export type DeliverTo = z.output<typeof DeliverTo>;

/** Longer than a run may be late, a due time was missed; a catch-up decides what becomes of it. */
const ON_TIME_WITHIN = "1m";

export const Job = z
  .strictObject({
    /** One time. */
    at: Time.optional(),
    /** Again and again after a length of time that has passed, whatever the clock on the wall says. */
    every: Length.optional(),
    /** Minute, hour, day, month, day of the week, by the clock on the wall of `zone`. */
    cron: z.string().optional(),
    /** Always stated: a clock on the wall means nothing without it. */
    zone: Zone,
    /** Where `every` counts from. Default: when the job was first seen. */
    countFrom: Time.optional(),
    /** Only the next time. */
    once: z.boolean().default(false),
    /** Fires a job of the full hour at the full hour, and not up to five minutes after it. */
    exact: z.boolean().default(false),
    /** Has no due times until it is taken out again. */
    paused: z.boolean().default(false),
    pipeline: z.string().min(1),
    input: z.record(z.string(), z.json()).default({}),
    agent: z.string().min(1).optional(),
    lane: z.string().min(1).optional(),
    budget: JobBudget.optional(),
    /** What becomes of a due time while an earlier run goes on. */
    overlap: z.enum(["skip", "queue", "cancel"]).default("skip"),
    /** What becomes of the times that were missed: none is run, one run stands for all, or each of the latest so many. */
    catchUp: z.union([z.strictObject({ upTo: z.int().min(1).max(100) }), z.enum(["none", "one"])]).default("one"),
    /** After failures in a row, due times pass until so long after the end; twice as long after each. */
    backOff: z.strictObject({ first: Length.default("1m"), most: Length.default("30m") }).prefault({}),
    onTimeWithin: Length.default(ON_TIME_WITHIN),
    deliver: DeliverTo.optional(),
  })
  .superRefine((job, context) => {
    const fault = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    const kinds = [job.at, job.every, job.cron].filter((kind) => kind !== undefined);
    if (kinds.length !== 1) {
      context.addIssue({
        code: "custom",
        message: `expected one of at, every and cron, found ${kinds.length === 0 ? "none" : kinds.length}`,
      });
    }
    if (job.countFrom !== undefined && job.every === undefined) fault("countFrom", "only `every` counts from a time");
    if (job.cron !== undefined) {
      const wrong = patternFault(job.cron);
      if (wrong !== undefined) fault("cron", wrong);
    }
  });
export type Job = z.output<typeof Job>;

const JobName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/, "expected small letters, digits and dashes");

/** The config's `jobs`. */
export const Jobs = z.record(JobName, Job);
export type Jobs = z.output<typeof Jobs>;
export type JobsInput = z.input<typeof Jobs>;

/** Zones are looked at for themselves; any will do here. */
function patternFault(pattern: string): string | undefined {
  const parts = pattern.trim().split(/\s+/).length;
  if (parts !== 5 && !pattern.trim().startsWith("@")) {
    return `expected minute, hour, day, month and day of the week, as in "30 8 * * 1-5"; "${pattern}" has ${parts} of the 5`;
  }
  try {
    return cronOf(pattern, "UTC").nextRun(new Date(0)) === null ? `"${pattern}" is never due: there is no such day` : undefined;
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^CronPattern: /, "") : String(error);
    return `"${pattern}" is no pattern of minute, hour, day, month and day of the week: ${why}`;
  }
}

export function scheduleOf(name: string, job: Job): Schedule {
  const { at, every, cron, zone, countFrom, once, paused, exact } = job;
  const [kind, text] =
    cron !== undefined ? (["cron", cron] as const) : every !== undefined ? (["every", every] as const) : (["at", at ?? ""] as const);
  const staggerMs = cron !== undefined && !exact && isTopOfTheHour(cron) ? staggerOf(name) : 0;
  return { kind, text, zone, ...(countFrom !== undefined && { from: countFrom }), once, paused, staggerMs };
}

/** How long a job waits after so many failures in a row. */
export function backOffMs({ backOff }: Job, failures: number): number {
  if (failures === 0) return 0;
  return Math.min(msOfLength(backOff.first) * 2 ** Math.min(failures - 1, 30), msOfLength(backOff.most));
}
