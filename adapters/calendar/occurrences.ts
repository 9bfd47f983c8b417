import { StagewrightError } from "../../src/dsl/index.js";
import { optionalPackage } from "../optional-package.js";
import type { WrittenEvent } from "./ics-file.js";
import { ianaZone, type Point } from "./point.js";

/** One event on one day. */
export interface Occurrence {
  readonly event: WrittenEvent;
  readonly start: Point;
  /** The start that the series has for it; undefined for an event of its own. */
  readonly inSeries: Point | undefined;
}

export interface Range {
  readonly from: number;
  readonly to: number;
  /** In which days begin and end. */
  readonly zone: string;
}

/** A rule that makes more in a range is a mistake or an attack. */
const MOST = 10_000;
/** A series with a count is counted from its first day, which may be long ago. */
const MOST_STEPS = 500_000;
const DAY_MS = 86_400_000;

const loadRules = () =>
  optionalPackage({
    install: "rrule-temporal@2",
    purpose: "to read events that recur",
    load: async () => (await import("rrule-temporal")).RRuleTemporal,
  });

/** What happens of some written events in a range, in order; what was cancelled does not. */
export async function occurrencesOf(events: readonly WrittenEvent[], range: Range): Promise<Occurrence[]> {
  const changed = new Set(events.flatMap(({ uid, insteadOf }) => (insteadOf === undefined ? [] : [placeInSeries(uid, insteadOf)])));
  const found: Occurrence[] = [];
  for (const event of events) {
    if (event.status === "cancelled") continue;
    const isSeries = event.rules.length + event.added.length > 0;
    if (event.insteadOf !== undefined || !isSeries) found.push({ event, start: event.start, inSeries: event.insteadOf });
    else {
      const starts = await startsOf(event, range);
      found.push(
        ...starts.filter((start) => !changed.has(placeInSeries(event.uid, start))).map((start) => ({ event, start, inSeries: start })),
      );
    }
  }
  return found
    .filter((one) => overlaps(spanOf(one, range.zone), range))
    .sort((one, other) => spanOf(one, range.zone).from - spanOf(other, range.zone).from || compare(one.event.uid, other.event.uid));
}

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** From when to when it is, a day from midnight to midnight as the clocks of `zone` go. */
export function spanOf({ start, event }: Pick<Occurrence, "start" | "event">, zone: string): Span {
  if (start.kind === "time") return { from: start.instant, to: start.instant + event.lastsMs };
  const { instantOf } = ianaZone(zone);
  return { from: instantOf(start.day), to: instantOf(start.day + event.lastsMs) };
}

/** What only touches does not overlap; a moment without length does where it is inside. */
export function overlaps(one: Span, other: Span): boolean {
  return one.from < other.to && (one.to > other.from || (one.from === one.to && one.from >= other.from));
}

/** The starts of a series, those that were taken out left out. */
async function startsOf(event: WrittenEvent, range: Range): Promise<Point[]> {
  const starts = new Map<number, Point>([[placeOf(event.start), event.start]]);
  for (const rule of event.rules) for (const start of await startsByRule(event, rule, range)) starts.set(placeOf(start), start);
  for (const start of event.added) starts.set(placeOf(start), start);
  return [...starts.values()].filter((start) => !event.left.some((out) => isTakenOut(start, out, range.zone)));
}

async function startsByRule(event: WrittenEvent, rule: string, range: Range): Promise<Point[]> {
  const { start } = event;
  const parts = rule.split(";").filter((part) => part !== "");
  const until = parts.find((part) => /^UNTIL=/i.test(part))?.slice("UNTIL=".length);
  // A whole day, and a zone that only the file knows, are counted on a clock that is never changed.
  const zone = start.kind === "time" ? start.zone.iana : undefined;
  const clock = start.kind === "time" ? start.clock : start.day;
  const back = (instant: number): Point => {
    if (start.kind === "day") return { kind: "day", day: instant };
    if (zone !== undefined) return { ...start, instant, clock: instant + start.zone.offsetAt(instant) };
    return { ...start, clock: instant, instant: start.zone.instantOf(instant) };
  };
  const Rules = await loadRules();
  const rruleString = [
    `DTSTART;TZID=${zone ?? "UTC"}:${compact(clock)}`,
    `RRULE:${parts.filter((part) => !/^UNTIL=/i.test(part)).join(";")}`,
  ].join("\n");
  // By a day more on both sides, for days begin elsewhere at another instant.
  const [from, to] = [
    range.from - event.lastsMs - DAY_MS,
    Math.min(range.to + DAY_MS, until === undefined ? Number.POSITIVE_INFINITY : lastOf(until)),
  ];
  if (to < from) return [];
  try {
    const found = new Rules({ rruleString, maxIterations: MOST_STEPS, maxCandidateEvaluations: MOST_STEPS }).between(
      new Date(from),
      new Date(to),
      true,
    );
    if (found.length > MOST) throw tooMany(event);
    return found.map(({ epochMilliseconds }) => back(epochMilliseconds)).filter((one) => until === undefined || isUntil(one, until));
  } catch (cause) {
    if (cause instanceof StagewrightError) throw cause;
    throw badRule(event, rule, cause);
  }
}

/** An UNTIL of UTC is an instant; any other is a time on the series' own clock, and a day is all of that day. */
function isUntil(start: Point, until: string): boolean {
  const time = clockIn(until);
  const end = until.includes("T") ? time : time + DAY_MS - 1;
  if (start.kind === "day") return start.day <= end;
  return until.endsWith("Z") ? start.instant <= time : start.clock <= end;
}

/** Past this no start can be any more. */
function lastOf(until: string): number {
  return clockIn(until) + 2 * DAY_MS;
}

function clockIn(text: string): number {
  const [, year, month, day, hour = "0", minute = "0", second = "0"] =
    /^(\d{4})-?(\d{2})-?(\d{2})(?:T(\d{2}):?(\d{2}):?(\d{2}))?/.exec(text) ?? [];
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
}

/**
 * Whether an EXDATE takes a start out. Programs mix the kinds: a time that takes a whole day out means the day that its
 * own clock shows, for a time in UTC the day where the calendar is; a day that takes a time out, the one on its clock.
 */
function isTakenOut(start: Point, out: Point, zone: string): boolean {
  if (start.kind === "time" && out.kind === "time") return start.instant === out.instant;
  return dayOf(start, zone) === dayOf(out, zone);
}

function dayOf(point: Point, zone: string): number {
  if (point.kind === "day") return point.day;
  const clock = point.zone.name === "UTC" ? point.instant + ianaZone(zone).offsetAt(point.instant) : point.clock;
  return Math.floor(clock / DAY_MS) * DAY_MS;
}

function placeInSeries(uid: string, point: Point): string {
  return `${placeOf(point)} ${uid}`;
}

function placeOf(point: Point): number {
  return point.kind === "day" ? point.day : point.instant;
}

function compact(clock: number): string {
  return new Date(clock).toISOString().slice(0, 19).replaceAll(/[-:]/g, "");
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function badRule({ summary, place }: WrittenEvent, rule: string, cause: unknown): StagewrightError {
  const because = cause instanceof Error ? cause.message : String(cause);
  return new StagewrightError(
    "calendar/rule",
    `the event "${summary}" in "${place}" recurs by "${rule}", which is not understood: ${because}`,
    {
      hint: "correct the rule in the program that wrote it",
      place,
      cause,
    },
  );
}

function tooMany({ summary, place }: WrittenEvent): StagewrightError {
  return new StagewrightError("calendar/too-many", `the event "${summary}" in "${place}" happens more than ${MOST} times in this range`, {
    hint: "ask for a shorter range, or correct its rule",
    place,
  });
}
