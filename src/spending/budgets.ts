import { z } from "zod";
import { isTimeZone } from "../dsl/index.js";

const Usd = z.number().nonnegative().max(1_000_000, "a budget is at most 1000000 US dollars");

const Tokens = z.int().nonnegative().max(1_000_000_000_000, "a budget is at most 1000000000000 tokens");

/** What may be spent, in US dollars and in tokens, those that a model reads and those that it writes together. What is not given has no limit. */
const Limits = z.strictObject({
  /** By one call. */
  callUsd: Usd.optional(),
  /** By one stage of one run, all its tries and versions together. */
  stageUsd: Usd.optional(),
  /** By one run and the runs that it starts. */
  runUsd: Usd.optional(),
  dayUsd: Usd.optional(),
  monthUsd: Usd.optional(),
  callTokens: Tokens.optional(),
  stageTokens: Tokens.optional(),
  runTokens: Tokens.optional(),
  dayTokens: Tokens.optional(),
  monthTokens: Tokens.optional(),
});
export type Limits = z.output<typeof Limits>;

/** The config's `budgets`. `{ dayUsd: 0.47 }` is one. */
export const Budgets = z.strictObject({
  ...Limits.shape,
  /** The same for the calls of one pipeline, by its name. */
  pipelines: z.record(z.string().min(1), Limits).optional(),
  /** The same for the calls of one agent, by its name. */
  agents: z.record(z.string().min(1), Limits).optional(),
  /** Where a day begins: "Europe/Bucharest". Without it: as on this machine. */
  timeZone: z
    .string()
    .refine(isTimeZone, { error: ({ input }) => `"${input}" is no time zone: write a name such as "Europe/Bucharest", or "UTC"` })
    .optional(),
  /** What becomes of a call whose model has no price, unless its server is your own: it is refused, or made and only counted. */
  unpriced: z.enum(["refuse", "allow"]).optional(),
});
export type Budgets = z.output<typeof Budgets>;
