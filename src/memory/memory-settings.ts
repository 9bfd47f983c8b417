import { z } from "zod";
import { isTimeZone } from "../dsl/index.js";

/** The config's `memory`. */
export const MemorySettings = z.strictObject({
  /** Whose days count. */
  zone: z.string().refine(isTimeZone, 'expected the name of a time zone, as in "Europe/Bucharest" or "UTC"').default("UTC"),
});
export type MemorySettings = z.output<typeof MemorySettings>;
