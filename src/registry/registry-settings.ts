import { z } from "zod";
import { Retry } from "../core/index.js";

/** How far runs may branch, and how their results are brought to their parents: data of the configuration. Times in seconds. */
export const RegistrySettings = z.strictObject({
  /** How deep a run may stand; one without a parent stands at 0. Never more than 4. */
  maxDepth: z.int().positive().max(4).default(4),
  /** How many children of one parent may wait or run at once. */
  maxChildren: z.int().positive().default(8),
  /** When a result that could not be brought is brought again, and how often. */
  retry: Retry.prefault({}),
});
export type RegistrySettings = z.output<typeof RegistrySettings>;
