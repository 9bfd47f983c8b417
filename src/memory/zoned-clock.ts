import { isTimeZone, StagewrightError, type WallTime, wallClock } from "../dsl/index.js";

/** The clock on the wall of a zone. @throws StagewrightError `memory/zone` for a zone that there is none of. */
export function zonedClock(zone: string): (at: Date) => WallTime {
  if (!isTimeZone(zone)) {
    throw new StagewrightError("memory/zone", `there is no time zone "${zone}"`, {
      hint: 'name one, as in "Europe/Bucharest" or "UTC"',
    });
  }
  return wallClock(zone);
}

/** So many days before a day, both as `2026-03-19`: days are counted by the calendar, however many hours they have. */
export function daysBefore(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - count);
  return date.toISOString().slice(0, 10);
}
