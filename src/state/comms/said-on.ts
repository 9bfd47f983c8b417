import { isTimeZone, StagewrightError, wallClock } from "../../dsl/index.js";
import type { Message } from "./message.js";

const DAY_MS = 86_400_000;

/**
 * What was said on a day (`2026-12-03`) of a time zone, in the order of its times.
 *
 * @throws StagewrightError `state/day`, `state/zone`.
 */
export function saidOn(byDay: ReadonlyMap<string, readonly Message[]>, day: string, zone: string): readonly Message[] {
  const start = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(start)) {
    throw new StagewrightError("state/day", `"${day}" is no day`, { hint: "write it as in 2026-12-03" });
  }
  if (!/^[A-Za-z]/.test(zone) || !isTimeZone(zone)) {
    throw new StagewrightError("state/zone", `there is no time zone "${zone}"`, {
      hint: 'write a name, as in "Europe/Bucharest" or "UTC"',
    });
  }
  const wall = wallClock(zone);
  // No zone is a day away from UTC, so a day there lies within three of UTC.
  return [-1, 0, 1]
    .flatMap((days) => byDay.get(new Date(start + days * DAY_MS).toISOString().slice(0, 10)) ?? [])
    .filter(({ ts }) => wall(new Date(ts)).day === day)
    .sort((a, b) => Date.parse(a.ts) - Date.parse(b.ts));
}
