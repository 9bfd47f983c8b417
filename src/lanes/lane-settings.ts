import { z } from "zod";

const Lane = z.strictObject({
  /** How many of its items run at once. 0 holds it. */
  maxConcurrent: z.int().nonnegative().default(1),
  /** Lanes of a higher one have their items started first. */
  priority: z.int().default(0),
});

/** The lanes that there are, beside those of your own. */
const OWN = {
  /** What people wait for. */
  main: { maxConcurrent: 4, priority: 3 },
  subagent: { maxConcurrent: 8, priority: 2 },
  cron: { maxConcurrent: 2, priority: 1 },
  background: { maxConcurrent: 1, priority: 0 },
};

/** The config's `lanes`. */
export const LaneSettings = z
  .strictObject({
    /** How many items of all lanes together run at once. */
    total: z.int().positive().default(8),
    /** An item that has waited so long goes as if its lane had a priority of one more; twice as long, of two more. Seconds. */
    risesAfterSeconds: z.int().positive().default(300),
    lanes: z.record(z.string().regex(/^[a-z][a-z0-9-]*$/, "expected small letters, digits and dashes"), Lane).default({}),
  })
  .transform((settings) => ({ ...settings, lanes: { ...OWN, ...settings.lanes } as Readonly<Record<string, z.output<typeof Lane>>> }));
export type LaneSettings = z.output<typeof LaneSettings>;
