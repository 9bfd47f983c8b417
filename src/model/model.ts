import { z } from "zod";
import { adapter, query } from "../dsl/index.js";

export const Message = z.object({ role: z.enum(["system", "user", "assistant"]), content: z.string() });
export type Message = z.output<typeof Message>;

export const Completion = z.object({
  /** The answer, without the reasoning. */
  text: z.string(),
  reasoning: z.string().optional(),
  /** Why the model stopped: it was done, it ran into its limit, or something else. */
  finish: z.enum(["stop", "length", "other"]),
  usage: z.object({ inputTokens: z.int(), outputTokens: z.int(), estimated: z.boolean() }),
  /** The model's own name, as it gave it. */
  model: z.string(),
});
export type Completion = z.output<typeof Completion>;

/** Messages in, text and usage out. `model` says which: `embedded` or `openai:<base-url>#<model>`. */
export const model = adapter("model", {
  complete: query({
    takes: z.object({ model: z.string(), messages: z.array(Message).min(1), maxTokens: z.int().positive().optional() }),
    gives: Completion,
  }),
});
