import type { NewEvent } from "./calendar.js";
import { loadIcal } from "./ical.js";
import { clockChanges, instantOf, offsetAt } from "./zone.js";

const YEAR_MS = 366 * 86_400_000;

export interface EventText {
  readonly uid: string;
  readonly event: Omit<NewEvent, "calendar">;
  /** The zone of a time that names none. */
  readonly zone: string;
  readonly now: Date;
}

/** An .ics file of one event, with how the clocks of its zone go around that time: so any program reads it right. */
export async function eventText({ uid, event, zone, now }: EventText): Promise<string> {
  const ical = await loadIcal();
  const { start, end, summary, location, description, attendees, status, isBusy } = event;
  const file = new ical.Component("vcalendar");
  file.addPropertyWithValue("version", "2.0");
  file.addPropertyWithValue("prodid", "-//stagewright//calendar//EN");
  const vevent = new ical.Component("vevent");
  vevent.addPropertyWithValue("uid", uid);
  vevent.addPropertyWithValue("dtstamp", ical.Time.fromJSDate(now, true));
  for (const [name, value] of [
    ["dtstart", start],
    ["dtend", end],
  ] as const) {
    const property = vevent.addPropertyWithValue(name, timeText(ical, value, zone));
    if (formOf(value, zone) === "clock") property.setParameter("tzid", zone);
  }
  vevent.addPropertyWithValue("summary", summary);
  if (location !== undefined) vevent.addPropertyWithValue("location", location);
  if (description !== undefined) vevent.addPropertyWithValue("description", description);
  for (const address of attendees) vevent.addPropertyWithValue("attendee", `mailto:${address}`);
  vevent.addPropertyWithValue("status", status.toUpperCase());
  vevent.addPropertyWithValue("transp", isBusy ? "OPAQUE" : "TRANSPARENT");
  if (formOf(start, zone) === "clock" || formOf(end, zone) === "clock") file.addSubcomponent(zoneText(ical, zone, instantIn(start, zone)));
  file.addSubcomponent(vevent);
  return `${file.toString()}\r\n`;
}

type Ical = Awaited<ReturnType<typeof loadIcal>>;

/** A time on the zone's clock, but in UTC where the clock shows it twice and the first is not meant. */
export function formOf(when: string, zone: string): "day" | "clock" | "utc" {
  if (!when.includes("T")) return "day";
  const instant = instantIn(when, zone);
  return when.endsWith("Z") || instantOf(instant + offsetAt(zone, instant), zone) !== instant ? "utc" : "clock";
}

/** The instant of what a person said; a day begins at midnight. */
export function instantIn(when: string, zone: string): number {
  if (/T.*(Z|[+-]\d{2}:?\d{2})$/.test(when)) return Date.parse(when);
  return instantOf(Date.parse(when.includes("T") ? `${when}Z` : `${when}T00:00Z`), zone);
}

function timeText(ical: Ical, when: string, zone: string) {
  const form = formOf(when, zone);
  if (form === "day") return ical.Time.fromDateString(when);
  const instant = instantIn(when, zone);
  if (form === "utc") return ical.Time.fromJSDate(new Date(instant), true);
  return ical.Time.fromDateTimeString(new Date(instant + offsetAt(zone, instant)).toISOString().slice(0, 19));
}

function zoneText(ical: Ical, zone: string, around: number) {
  const component = new ical.Component("vtimezone");
  component.addPropertyWithValue("tzid", zone);
  const from = around - YEAR_MS;
  const first = { at: from, before: offsetAt(zone, from), after: offsetAt(zone, from) };
  const changes = [first, ...clockChanges(zone, from, around + YEAR_MS)];
  const usual = Math.min(...changes.map(({ after }) => after));
  for (const { at, before, after } of changes) {
    const part = new ical.Component(after > usual ? "daylight" : "standard");
    part.addPropertyWithValue("dtstart", ical.Time.fromDateTimeString(new Date(at + before).toISOString().slice(0, 19)));
    part.addPropertyWithValue("tzoffsetfrom", ical.UtcOffset.fromSeconds(before / 1000));
    part.addPropertyWithValue("tzoffsetto", ical.UtcOffset.fromSeconds(after / 1000));
    component.addSubcomponent(part);
  }
  return component;
}
