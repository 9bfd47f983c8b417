import { z } from "zod";

/** A time zone by its name: a distance from UTC would be wrong for half of the year. */
export const Zone = z.string({ error: 'expected the name of a time zone, as in "Europe/Bucharest" or "UTC"' }).refine(isZone, {
  error: ({ input }) => `there is no time zone "${String(input)}": expected a name, as in "Europe/Bucharest" or "UTC"`,
});

function isZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
