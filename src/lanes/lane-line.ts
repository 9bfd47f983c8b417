import { z } from "zod";

const Time = z.iso.datetime();

/** What lies in a lane: data, so that any process can go on with it. */
export const LaneItem = z.object({
  /** The same id again is the same item. */
  id: z.string().min(1),
  lane: z.string().min(1),
  /** Whose turn it takes: within a lane each owner has one after the other. */
  owner: z.string().min(1),
  work: z.json(),
  at: Time,
  /** How often its lane had been reset when it was queued. */
  generation: z.int().nonnegative(),
});
export type LaneItem = z.output<typeof LaneItem>;

const Outcome = z.enum(["done", "failed", "cancelled"]);
export type Outcome = z.output<typeof Outcome>;

export const LaneLine = z.discriminatedUnion("type", [
  z.object({ type: z.literal("queued"), ...LaneItem.shape }),
  /** Before anything is done; `process` is the one that does it. */
  z.object({ type: z.literal("began"), id: z.string(), at: Time, process: z.string() }),
  z.object({ type: z.literal("ended"), id: z.string(), at: Time, outcome: Outcome, because: z.string().optional() }),
  /** An item is no longer wanted: one that waits is gone, one that runs is told to end. */
  z.object({ type: z.literal("cancelled"), id: z.string(), at: Time }),
  /** All that waits in a lane is gone. */
  z.object({ type: z.literal("reset"), lane: z.string(), at: Time }),
  /** An id that was used before the log was compacted. */
  z.object({ type: z.literal("known"), id: z.string() }),
  /** How often a lane had been reset before the log was compacted. */
  z.object({ type: z.literal("generation"), lane: z.string(), generation: z.int() }),
]);
export type LaneLine = z.output<typeof LaneLine>;
