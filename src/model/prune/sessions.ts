import { z } from "zod";

const UNIT_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** When the older turns of a session are pruned, and what stays. */
export const Sessions = z.strictObject({
  /** So long without a turn: `90s`, `30m`, `2h`, `1d`. */
  pruneAfter: z
    .string()
    .regex(/^[1-9]\d*[smhd]$/, 'is no length of time like "30m"')
    .default("30m"),
  /** So many of the last assistant turns stay as they are, with all that belongs to them. */
  keepAssistantTurns: z.int().nonnegative().default(3),
});
export type Sessions = z.output<typeof Sessions>;

/** A length of time that the schema has let pass, in milliseconds. */
export function lengthMs(length: string): number {
  const unit = (["s", "m", "h", "d"] as const).find((one) => length.endsWith(one)) ?? "s";
  return Number.parseInt(length, 10) * UNIT_MS[unit];
}
