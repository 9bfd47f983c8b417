import { z } from "zod";
import { isTimeZone } from "../../dsl/index.js";

/** A time zone by its name: a distance from UTC would be wrong for half of the year. */
export const Zone = z
  .string({ error: 'expected the name of a time zone, as in "Europe/Bucharest" or "UTC"' })
  .refine((name) => /^[A-Za-z]/.test(name) && isTimeZone(name), {
    error: ({ input }) => `there is no time zone "${String(input)}": expected a name, as in "Europe/Bucharest" or "UTC"`,
  });
