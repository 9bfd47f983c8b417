import type ICAL from "ical.js";
import { StagewrightError } from "../../src/dsl/index.js";
import { loadIcal } from "./ical.js";
import { type Point, pointOf, type ZoneRules } from "./point.js";

/** An event as it is written down: one of its own, a series, or one of a series that is not as the others. */
export interface WrittenEvent {
  readonly uid: string;
  readonly start: Point;
  /** In milliseconds; of whole days the clocks do not count. */
  readonly lastsMs: number;
  readonly rules: readonly string[];
  readonly added: readonly Point[];
  readonly left: readonly Point[];
  /** Which of a series it stands for. */
  readonly insteadOf: Point | undefined;
  readonly status: "confirmed" | "tentative" | "cancelled";
  readonly isBusy: boolean;
  readonly summary: string;
  readonly location: string | null;
  readonly description: string | null;
  readonly organizer: string | null;
  readonly attendees: readonly string[];
  /** The file, for messages. */
  readonly place: string;
}

const DAY_MS = 86_400_000;

/** Throws `calendar/file`, `calendar/zone`. `own` is the zone of times that name none. */
export async function readIcs(text: string, { place, own }: { readonly place: string; readonly own: string }): Promise<WrittenEvent[]> {
  const ical = await loadIcal();
  return calendarsIn(ical, text, place).flatMap((component) => {
    const inFile = new Map(
      component.getAllSubcomponents("vtimezone").map((zone) => {
        const read = new ical.Timezone(zone);
        return [read.tzid, read] as const;
      }),
    );
    return component.getAllSubcomponents("vevent").map((event) => eventOf(ical, event, { inFile, own, place }));
  });
}

function calendarsIn(ical: typeof ICAL, text: string, place: string): ICAL.Component[] {
  if (text.trim() === "") return [];
  try {
    const parsed: unknown = ical.parse(text.replace(/^\uFEFF/, ""));
    // A file may hold several calendars, one after the other.
    const list = Array.isArray(parsed) && Array.isArray(parsed[0]) ? parsed : [parsed];
    return list.map((one) => new ical.Component(one));
  } catch (cause) {
    throw unreadable(place, cause instanceof Error ? cause.message : String(cause), cause);
  }
}

function eventOf(ical: typeof ICAL, event: ICAL.Component, rules: ZoneRules): WrittenEvent {
  const text = (name: string) => {
    const value = event.getFirstPropertyValue(name);
    return value === null || value === undefined || String(value) === "" ? null : Buffer.from(String(value)).toString();
  };
  const points = (name: string) => event.getAllProperties(name).flatMap((property) => pointsOf(ical, property, rules));
  const uid = text("uid") ?? "";
  const [start] = points("dtstart");
  if (start === undefined) throw unreadable(rules.place, `the event "${text("summary") ?? uid}" does not say when it starts`);
  if (event.getFirstProperty("recurrence-id")?.getFirstParameter("range") !== undefined) {
    throw unreadable(rules.place, `the event "${text("summary") ?? uid}" changes its series from a day on, which is not understood`);
  }
  const status = text("status")?.toUpperCase();
  return {
    uid,
    start,
    lastsMs: lasts(ical, event, start, points("dtend")[0], rules.place),
    rules: event.getAllProperties("rrule").map((rule) => String(rule.getFirstValue())),
    added: points("rdate"),
    left: points("exdate"),
    insteadOf: points("recurrence-id")[0],
    status: status === "CANCELLED" ? "cancelled" : status === "TENTATIVE" ? "tentative" : "confirmed",
    isBusy: text("transp")?.toUpperCase() !== "TRANSPARENT",
    summary: text("summary") ?? "",
    location: text("location"),
    description: text("description"),
    organizer: text("organizer")?.replace(/^mailto:/i, "") ?? null,
    attendees: event.getAllProperties("attendee").map((who) => String(who.getFirstValue()).replace(/^mailto:/i, "")),
    place: rules.place,
  };
}

function pointsOf(ical: typeof ICAL, property: ICAL.Property, rules: ZoneRules): Point[] {
  const tzid = property.getFirstParameter("tzid");
  return property.getValues().map((value: unknown) => {
    const time = value instanceof ical.Period ? value.start : value;
    if (!(time instanceof ical.Time)) throw unreadable(rules.place, `"${String(value)}" is no time`);
    return pointOf(time, tzid, rules);
  });
}

function lasts(ical: typeof ICAL, event: ICAL.Component, start: Point, end: Point | undefined, place: string): number {
  const duration = event.getFirstPropertyValue("duration");
  if (duration instanceof ical.Duration) return Math.max(0, duration.toSeconds() * 1000);
  if (start.kind === "day") return end?.kind === "day" ? Math.max(DAY_MS, end.day - start.day) : DAY_MS;
  if (end === undefined) return 0;
  if (end.kind === "day") throw unreadable(place, "an event that starts at a time ends with a day");
  return Math.max(0, end.instant - start.instant);
}

function unreadable(place: string, because: string, cause?: unknown): StagewrightError {
  return new StagewrightError("calendar/file", `"${place}" cannot be read: ${because}`, {
    hint: "export it again from the program that wrote it, or move it away",
    place,
    cause,
  });
}
