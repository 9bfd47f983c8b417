import { z } from "zod";
import { QuietHours } from "./quiet-hours.js";
import { Address } from "./reply.js";

const Chat = Address.extend({ quiet: QuietHours.optional() });

/** How messages go out: data of the configuration. Times in seconds. */
export const DispatchRules = z.strictObject({
  /** Chats by a name of your own. */
  chats: z.record(z.string().min(1), Chat).default({}),
  /** For chats that have none of their own. */
  quiet: QuietHours.optional(),
  /** How many sendings a channel takes in a minute; as many as there are where it is not named. */
  perMinute: z.record(z.string().min(1), z.int().positive()).default({}),
  /** Messages of low priority are told together once the oldest has waited so long, or there are so many. */
  digest: z.strictObject({ afterSeconds: z.int().nonnegative().default(1800), most: z.int().positive().default(20) }).prefault({}),
  /** After a failure it is tried again `firstSeconds` later, each time twice as long after that, at most `longestSeconds`. */
  retry: z
    .strictObject({
      firstSeconds: z.number().positive().default(5),
      longestSeconds: z.number().positive().default(900),
      tries: z.int().positive().default(8),
    })
    .prefault({}),
});
export type DispatchRules = z.output<typeof DispatchRules>;

/** How long after the last of so many failures the next try comes, in milliseconds. */
export function pauseAfter(failures: number, { firstSeconds, longestSeconds }: DispatchRules["retry"]): number {
  return Math.min(firstSeconds * 2 ** (failures - 1), longestSeconds) * 1000;
}
