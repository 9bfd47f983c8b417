import { instantOf, offsetAt } from "../calendar/zone.js";

const DAY_MS = 86_400_000;

/** From the first instant of a day in a zone to the first one that is no longer in it, in ISO 8601. */
export function spanOfDay(day: string, zone: string): { readonly from: string; readonly to: string } {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const at = (clock: number) => new Date(instantOf(clock, zone)).toISOString();
  return { from: at(midnight), to: at(midnight + DAY_MS) };
}

/** Which day it is in a zone. */
export function dayIn(zone: string, at: Date): string {
  return new Date(at.getTime() + offsetAt(zone, at.getTime())).toISOString().slice(0, 10);
}

/** So many days later; earlier for less than none. */
export function daysFrom(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}
