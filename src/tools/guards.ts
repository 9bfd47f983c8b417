import { z } from "zod";

/** A week. What is longer no timer of Node can count. */
const LONGEST_S = 604_800;

/** The limits of a stage that works with tools: the config's `guards`. Each has a default, and each that is reached ends the stage by its name. */
export const Guards = z
  .strictObject({
    /** How often the model is asked with tools at hand. After the last round it is asked to sum up. */
    rounds: z.int().positive().default(20),
    /** How many calls it may make in all. */
    calls: z.int().positive().default(100),
    /** Tokens read and written in all, each request counted anew. */
    tokens: z.int().positive().default(500_000),
    /** US dollars, as far as the models have prices. */
    usd: z.number().positive().default(1),
    /** Time on the clock. */
    seconds: z.int().positive().max(LONGEST_S).default(1_800),
    /** The which-th call of the same tool with the same arguments, nothing having changed between, ends the stage. */
    sameCall: z.int().min(2).default(3),
    /** The same for a file that is written with what stands in it already. */
    sameWrite: z.int().min(2).default(3),
    /** The same for a window of a file that is read again. */
    sameWindow: z.int().min(2).default(3),
    /** How many rounds may bring nothing new, one behind the other. */
    noProgress: z.int().min(2).default(5),
    /** After so many look-ups in history the model is told, once, to look at the live state. */
    historyLookups: z.int().positive().default(3),
    /** A result of more characters goes into a file. */
    resultChars: z.int().min(1_000).default(16_000),
    /** How many characters of such a file are shown at once. */
    windowChars: z.int().min(500).default(8_000),
  })
  .refine(({ windowChars, resultChars }) => windowChars < resultChars, {
    path: ["windowChars"],
    message: "must be less than resultChars: a window would be too long a result itself",
  });
export type Guards = z.output<typeof Guards>;

/** A limit that was reached, as the name of the failure. */
export type GuardReason =
  | "guard/rounds"
  | "guard/calls"
  | "guard/tokens"
  | "guard/usd"
  | "guard/seconds"
  | "guard/same-call"
  | "guard/same-write"
  | "guard/same-window"
  | "guard/no-progress";

/** What a guard saw that made it end the stage. */
export interface Fired {
  readonly reason: GuardReason;
  readonly message: string;
}
