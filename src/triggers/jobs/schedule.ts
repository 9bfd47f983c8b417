import { createHash } from "node:crypto";
import { Cron } from "croner";
import { z } from "zod";
import { canonicalJson } from "../../core/index.js";
import { msOfLength } from "./length.js";

/** When a job is due, as it is noted in the log: a change of any of it is a changed schedule. */
export const Schedule = z.strictObject({
  kind: z.enum(["at", "every", "cron"]),
  text: z.string(),
  zone: z.string(),
  /** Where `every` counts from, if that is stated. */
  from: z.string().optional(),
  once: z.boolean(),
  paused: z.boolean(),
  /** How long after a due time the job fires, so that not all of a full hour fire at once. */
  staggerMs: z.int().nonnegative(),
});
export type Schedule = z.output<typeof Schedule>;

/** A schedule, and since when it holds: no time before counts. */
export interface Timing {
  readonly schedule: Schedule;
  readonly since: number;
  /** Where `every` counts from if nothing is stated. It stays, whatever the clock does later. */
  readonly anchor: number;
}

const MOST_STAGGER_MS = 300_000;
/** A local time, or one with its distance from UTC. */
const TIME = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2}))?(Z|[+-]\d{2}:\d{2})?$/;

/** The first due time after `after`, in milliseconds; `undefined` where there is none. */
export function nextDue({ schedule, since, anchor }: Timing, after: number): number | undefined {
  const { kind, text, zone, from, once, paused } = schedule;
  if (paused) return undefined;
  if (kind === "at") {
    const due = instantOf(text, zone);
    return due > after && due > since ? due : undefined;
  }
  const next = kind === "cron" ? nextCron(text, zone, Math.max(after, since)) : nextEvery(text, zone, from, anchor, Math.max(after, since));
  if (!once || next === undefined || after <= since) return next;
  const only = nextDue({ schedule, since, anchor }, since);
  return only !== undefined && only > after ? only : undefined;
}

function nextCron(text: string, zone: string, after: number): number | undefined {
  // The library leaves out milliseconds; a due time is a whole minute.
  return cronOf(text, zone).nextRun(new Date(after))?.getTime();
}

function nextEvery(text: string, zone: string, from: string | undefined, anchor: number, after: number): number {
  const length = msOfLength(text);
  const start = from === undefined ? anchor : instantOf(from, zone);
  if (from !== undefined && after < start) return start;
  return start + (Math.floor((after - start) / length) + 1) * length;
}

/** Patterns are read once; a config holds few. */
const patterns = new Map<string, Cron>();
const instants = new Map<string, number>();

/** @throws of the library's own, where the pattern means nothing. */
export function cronOf(text: string, zone: string): Cron {
  const key = `${text}\n${zone}`;
  const known = patterns.get(key);
  if (known !== undefined) return known;
  // A list or a range of hours is meant by the clock on the wall, as a single hour is: without the rule a time that does not
  // exist would be passed over in silence.
  const cron = new Cron(text, { timezone: zone, mode: "5-part", fixedTimeRule: "no-wildcard" });
  patterns.set(key, cron);
  return cron;
}

/** Whether a text names a time of the calendar, whatever the zone. */
export function isTime(text: string): boolean {
  const [, year, month, day, hour, minute, second = "00"] = TIME.exec(text) ?? [];
  if (year === undefined) return false;
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  const read = new Date(local);
  return !Number.isNaN(read.getTime()) && read.toISOString() === local;
}

/** The instant of a time: of one that does not exist the moment at which the clock goes on, of one that comes twice the first. */
export function instantOf(text: string, zone: string): number {
  const key = `${text}\n${zone}`;
  const known = instants.get(key) ?? readInstant(text, zone);
  instants.set(key, known);
  return known;
}

function readInstant(text: string, zone: string): number {
  const [, year, month, day, hour, minute, second = "00", offset] = TIME.exec(text) ?? [];
  if (offset !== undefined) return Date.parse(text);
  const numbers = [second, minute, hour, day, month].map(Number);
  const cron = new Cron(`${numbers.join(" ")} * ${year}`, { timezone: zone, mode: "7-part", domAndDow: true });
  return cron.nextRun(new Date(Date.UTC(Number(year) - 1, 11, 1)))?.getTime() ?? Number.NaN;
}

export function isSameSchedule(one: Schedule, other: Schedule): boolean {
  return canonicalJson(one) === canonicalJson(other);
}

/** Whether a pattern fires at full hours only. */
export function isTopOfTheHour(pattern: string): boolean {
  return /^\s*0\s/.test(pattern) || /^\s*@(?!reboot)/i.test(pattern);
}

/** A part of five minutes in whole seconds that a name always gives. */
export function staggerOf(name: string): number {
  const seconds = createHash("sha256").update(name).digest().readUInt32BE(0) % (MOST_STAGGER_MS / 1_000);
  return seconds * 1_000;
}
