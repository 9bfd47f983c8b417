import type ICAL from "ical.js";
import { StagewrightError } from "../../src/dsl/index.js";
import { type ClockTime, instantOf, isKnownZone, offsetAt } from "./zone.js";

/** A zone as an event names it: how its clocks go, by what this machine knows, else by what the file says. */
export interface Zone {
  readonly name: string;
  /** Undefined where only the file knows it. */
  readonly iana: string | undefined;
  instantOf(clock: ClockTime): number;
  offsetAt(instant: number): number;
}

/** When something begins or ends: a whole day, or an instant in a zone. */
export type Point =
  | { readonly kind: "day"; readonly day: ClockTime }
  | { readonly kind: "time"; readonly instant: number; readonly clock: ClockTime; readonly zone: Zone };

export interface ZoneRules {
  /** The VTIMEZONEs of the file, by their names there. */
  readonly inFile: ReadonlyMap<string, ICAL.Timezone>;
  /** What a time without any zone counts in. */
  readonly own: string;
  readonly place: string;
}

/** Throws `calendar/zone` for a zone that nobody knows: taken for another, it would be at a wrong time. */
export function zoneNamed(name: string, { inFile, place }: ZoneRules): Zone {
  // Some programs put a path before the name: "/freeassociation.sourceforge.net/Europe/Berlin".
  const candidates = [name, name.replace(/^\/[^/]+\//, ""), name.split("/").slice(-2).join("/"), name.split("/").slice(-3).join("/")];
  const iana = candidates.find((candidate) => candidate !== "" && isKnownZone(candidate));
  if (iana !== undefined) return ianaZone(iana);
  const rules = inFile.get(name);
  if (rules !== undefined) return zoneByRules(name, rules);
  throw new StagewrightError(
    "calendar/zone",
    `"${place}" has a time in the zone "${name}", which neither this machine nor the file knows`,
    {
      hint: "give the zone its IANA name, such as Europe/Berlin, or export the calendar with its time zones",
      place,
    },
  );
}

export function ianaZone(name: string): Zone {
  return { name, iana: name, instantOf: (clock) => instantOf(clock, name), offsetAt: (instant) => offsetAt(name, instant) };
}

function zoneByRules(name: string, rules: ICAL.Timezone): Zone {
  const offsetOn = (clock: ClockTime) => rules.utcOffset(timeOf(clock)) * 1000;
  // The rules are asked by the clock; an offset that maps the instant to a clock and back is the right one.
  const offsetAtInstant = (instant: number) => {
    const guess = offsetOn(instant + offsetOn(instant));
    return offsetOn(instant + guess);
  };
  return { name, iana: undefined, instantOf: (clock) => clock - offsetOn(clock), offsetAt: offsetAtInstant };
}

/** The one thing that is asked of a zone's rules takes a time of their own kind, of which it reads these. */
function timeOf(clock: ClockTime): ICAL.Time {
  const date = new Date(clock);
  const fields = {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
  };
  return fields as ICAL.Time;
}

/** A time as it stands in the file; `tzid` is what stands beside it. */
export function pointOf(time: ICAL.Time, tzid: string | undefined, rules: ZoneRules): Point {
  const clock = Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second);
  if (time.isDate) return { kind: "day", day: clock };
  const zone = time.zone?.tzid === "UTC" ? ianaZone("UTC") : tzid === undefined ? ianaZone(rules.own) : zoneNamed(tzid, rules);
  return { kind: "time", clock, instant: zone.instantOf(clock), zone };
}
