import { z } from "zod";

/** How long conversations last and how much of them is kept: data of the configuration. */
export const SessionSettings = z.strictObject({
  /** A session expires when nothing was said in it for so long, in seconds. */
  idleSeconds: z.int().positive().default(86_400),
  /** It also expires so long after it was opened, in seconds. */
  ageSeconds: z.int().positive().default(2_592_000),
  /** So long after its end what was said in it is taken off the disk, in seconds. */
  keepEndedSeconds: z.int().positive().default(2_592_000),
  /** How many of the last messages are kept, and how many characters; whichever is less. */
  keepMessages: z.int().positive().default(200),
  keepCharacters: z.int().positive().default(200_000),
});
export type SessionSettings = z.output<typeof SessionSettings>;
