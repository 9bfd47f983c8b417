import { z } from "zod";

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const FORM = /^(\d{1,6})(s|m|h|d)$/;

/** A length of time: a whole number of seconds, minutes, hours or days of 24 hours. */
export const Length = z
  .string()
  .regex(FORM, 'expected a length of time, as in "90s", "15m", "2h" or "1d"')
  .refine((text) => msOfLength(text) > 0, "expected a length of time that is more than none");

export function msOfLength(length: string): number {
  const [, number = "0", unit = "s"] = FORM.exec(length) ?? [];
  return Number(number) * (UNITS[unit] ?? 0);
}
