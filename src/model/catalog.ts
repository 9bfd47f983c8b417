import { z } from "zod";

/** What a million tokens cost from a day on, in US dollars. */
export const Price = z.strictObject({
  from: z.iso.date(),
  inputPerMillion: z.number().nonnegative(),
  outputPerMillion: z.number().nonnegative(),
  /** As the input, where it is not given. */
  cacheReadPerMillion: z.number().nonnegative().optional(),
  cacheWritePerMillion: z.number().nonnegative().optional(),
  /** Where the figures are from. */
  source: z.string().optional(),
});
export type Price = z.output<typeof Price>;

/** What the config says of one model. */
export const ModelEntry = z.strictObject({
  /** A provider and a model: `ollama:#qwen3`, `anthropic:#claude-sonnet-4-5`. */
  model: z.string().min(1),
  /** The window: how many tokens question and answer may have together. */
  contextTokens: z.int().positive().optional(),
  /** The most that an answer may have, where the request does not say. */
  maxTokens: z.int().positive().optional(),
  /** The most that it may reason before it answers, where the request does not say. Past it the answer is cut off, as one that reasoning ate. */
  reasoningTokens: z.int().positive().optional(),
  prices: z.array(Price).min(1).optional(),
  /** The environment variables that hold its keys, in the order of use. Without it: the provider's own variables. */
  keys: z
    .array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "is not the name of an environment variable"))
    .min(1)
    .optional(),
  /** The pool of the server that it runs on, where that is shared: a name in `pools`. */
  pool: z.string().min(1).optional(),
});
export type ModelEntry = z.output<typeof ModelEntry>;

/** The models of a config, by the short names under which routes and stages name them. */
export const Catalog = z.record(
  z.string().regex(/^[a-z0-9][a-z0-9._-]*$/, "a model's name has small letters, digits, dots, dashes and low lines"),
  ModelEntry,
);
export type Catalog = z.output<typeof Catalog>;
