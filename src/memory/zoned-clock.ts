import { isTimeZone, StagewrightError } from "../dsl/index.js";

/** A moment as the clock on the wall shows it. */
export interface WallTime {
  /** `2026-03-19` */
  readonly day: string;
  /** `09:40` */
  readonly time: string;
  /** How far it is from UTC: `+02:00`. */
  readonly offset: string;
}

/** The clock on the wall of a zone. @throws StagewrightError `memory/zone` for a zone that there is none of. */
export function zonedClock(zone: string): (at: Date) => WallTime {
  if (!isTimeZone(zone)) {
    throw new StagewrightError("memory/zone", `there is no time zone "${zone}"`, {
      hint: 'name one, as in "Europe/Bucharest" or "UTC"',
    });
  }
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "longOffset",
  });
  return (at) => {
    const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
    const offset = /[+-]\d\d:\d\d/.exec(part.timeZoneName ?? "")?.[0] ?? "+00:00";
    return { day: `${part.year}-${part.month}-${part.day}`, time: `${part.hour}:${part.minute}`, offset };
  };
}

/** So many days before a day, both as `2026-03-19`: days are counted by the calendar, however many hours they have. */
export function daysBefore(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - count);
  return date.toISOString().slice(0, 10);
}
