import { z } from "zod";
import { Retry } from "../core/index.js";
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
  /** When what could not be sent is tried again, and how often. */
  retry: Retry.prefault({}),
});
export type DispatchRules = z.output<typeof DispatchRules>;
