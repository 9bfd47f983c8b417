import { z } from "zod";

/** How long and how often a call goes on before the next key or the next model has its turn. */
export const FailoverSettings = z.strictObject({
  /** How often one model is asked with one key, the first time counted, where what went wrong may pass. */
  tries: z.int().min(1).max(10).default(3),
  /** The most that is waited for a server or a key, whatever the server asks for. */
  longestWaitMs: z.int().nonnegative().default(60_000),
  /** How long a key rests that was refused or has run out, where the server does not say. */
  keyRestMs: z.int().nonnegative().default(600_000),
});
export type FailoverSettings = z.output<typeof FailoverSettings>;
