import { z } from "zod";

/** After a failure it is tried again `firstSeconds` later, each time twice as long after that, at most `longestSeconds`. */
export const Retry = z.strictObject({
  firstSeconds: z.number().positive().default(5),
  longestSeconds: z.number().positive().default(900),
  tries: z.int().positive().default(8),
});
export type Retry = z.output<typeof Retry>;

/** How long after the last of so many failures the next try comes, in milliseconds. */
export function pauseAfter(failures: number, { firstSeconds, longestSeconds }: Retry): number {
  return Math.min(firstSeconds * 2 ** (failures - 1), longestSeconds) * 1000;
}
