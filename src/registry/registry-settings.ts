import { z } from "zod";

/** How far runs may branch, and how their results are brought to their parents: data of the configuration. Times in seconds. */
export const RegistrySettings = z.strictObject({
  /** How deep a run may stand; one without a parent stands at 0. Never more than 4. */
  maxDepth: z.int().positive().max(4).default(4),
  /** How many children of one parent may wait or run at once. */
  maxChildren: z.int().positive().default(8),
  /** After a failure a result is brought again `firstSeconds` later, each time twice as long after that, at most `longestSeconds`. */
  retry: z
    .strictObject({
      firstSeconds: z.number().positive().default(5),
      longestSeconds: z.number().positive().default(900),
      tries: z.int().positive().default(8),
    })
    .prefault({}),
});
export type RegistrySettings = z.output<typeof RegistrySettings>;

/** How long after the last of so many failures the next try comes, in milliseconds. */
export function pauseAfter(failures: number, { firstSeconds, longestSeconds }: RegistrySettings["retry"]): number {
  return Math.min(firstSeconds * 2 ** (failures - 1), longestSeconds) * 1000;
}
