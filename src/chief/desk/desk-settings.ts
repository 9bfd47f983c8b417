import { z } from "zod";

/** How the desk deals with what comes in while a thread is busy. */
export const DeskSettings = z.strictObject({
  /**
   * `collect`: what comes in waits, and is taken together when the work is over; `follow-up`: one message after the other;
   * `interrupt`: the work is ended, and what came in is taken.
   */
  whileBusy: z.enum(["collect", "follow-up", "interrupt"]).default("collect"),
  /** So long after the last message of a thread the desk begins: people write in pieces. Milliseconds. */
  quietMs: z.int().nonnegative().default(500),
  /** So many messages of a thread are taken word for word; of older ones it is said how many there were, and how they begin. */
  cap: z.int().positive().default(20),
  /** What a message may start whose words no rule knows; the pipelines of the folder, if left out. */
  pipelines: z.array(z.string().min(1)).optional(),
  /** Words that start a pipeline, whoever says them. */
  intents: z
    .array(
      z.strictObject({
        /** A message that is these words, apart from case, punctuation and politeness. */
        says: z.array(z.string().min(1)).min(1),
        pipeline: z.string().min(1),
        input: z.json().default({}),
        agent: z.string().min(1).optional(),
      }),
    )
    .default([]),
});
export type DeskSettings = z.output<typeof DeskSettings>;
