import { z } from "zod";
import { isTimeZone } from "../dsl/index.js";

const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of the day, as in "22:00"');

/** When a person is left alone: from one time of the day to another, which may be of the next day, in a time zone. */
export const QuietHours = z.strictObject({
  from: Clock,
  to: Clock,
  zone: z.string().refine(isTimeZone, "must be a time zone, as in Europe/Bucharest"),
});
export type QuietHours = z.output<typeof QuietHours>;

const DAY_MINUTES = 1440;

/**
 * How long quiet hours last yet, in milliseconds; 0 where it is not quiet. Where the clocks are changed meanwhile it may be
 * an hour too little, so ask again then.
 */
export function quietFor({ from, to, zone }: QuietHours, now: Date): number {
  const [start, end] = [minutesOf(from), minutesOf(to)];
  const time = now.toLocaleTimeString("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const minute = minutesOf(time);
  const isQuiet = start <= end ? minute >= start && minute < end : minute >= start || minute < end;
  if (!isQuiet) return 0;
  const intoMinute = now.getTime() % 60_000;
  return ((end - minute + DAY_MINUTES) % DAY_MINUTES) * 60_000 - intoMinute;
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}
