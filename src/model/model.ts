import { z } from "zod";
import { adapter, type CallContext, query } from "../dsl/index.js";
import { type AssistantMessage, Message, Reasoning, ToolCall } from "./transcript.js";

export { Message } from "./transcript.js";

/** A call that brought no answer, and what was done about it. */
export const Tried = z.object({
  /** The model as it was asked for: its name in the config, or a provider and a model. */
  model: z.string(),
  /** The environment variable that held the key; never the key itself. */
  key: z.string().optional(),
  code: z.string(),
  message: z.string(),
  next: z.enum(["again", "next key", "next model", "larger window", "give up"]),
  /** How long was waited before the next call, in milliseconds. */
  waitedMs: z.number().nonnegative().optional(),
});
export type Tried = z.output<typeof Tried>;

export const Completion = z.object({
  /** The answer, without the reasoning. */
  text: z.string(),
  reasoning: z.string().optional(),
  /** Why the model stopped: it was done, it ran into its limit, or something else. */
  finish: z.enum(["stop", "length", "other"]),
  /** The provider's own word for "something else": `tool_calls`, `refusal`, `content_filter` … */
  stopReason: z.string().optional(),
  usage: z.object({
    /** All that the model was given to read, the cached part of it too. */
    inputTokens: z.int(),
    outputTokens: z.int(),
    /** At least one of the two was counted here, by a rule of thumb, and not by the provider. */
    estimated: z.boolean(),
    /** The part of the input that came from the provider's cache, and the part that was put there. */
    cacheReadTokens: z.int().optional(),
    cacheWriteTokens: z.int().optional(),
  }),
  /** The model's own name, as it gave it. */
  model: z.string(),
  /** The tools that it wants run, with ids of our own. */
  calls: z.array(ToolCall).optional(),
  /** The reasoning in the pieces that its provider wants back with the next request. */
  signed: z.array(Reasoning).optional(),
  /** What was tried before this answer came, in order. */
  tried: z.array(Tried).optional(),
  /** What the call cost, where its model has a price. */
  cost: z.object({ usd: z.number().nonnegative(), estimated: z.boolean() }).optional(),
});
export type Completion = z.output<typeof Completion>;

/** A tool that a model may call. */
export const ToolSpec = z.object({
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/, "a tool's name is 1 to 64 of A-Z, a-z, 0-9, _ and -"),
  description: z.string().optional(),
  /** The JSON schema of its arguments: an object. */
  parameters: z.record(z.string(), z.unknown()),
});
export type ToolSpec = z.output<typeof ToolSpec>;

export const CompleteRequest = z.object({
  model: z.string(),
  /** The models to go on with, in order, where that one fails. */
  fallbacks: z.array(z.string()).optional(),
  messages: z.array(Message).min(1),
  /** The limit of the answer. */
  maxTokens: z.int().positive().optional(),
  /** The tools that may be called. Without them none is, whatever was called before. */
  tools: z.array(ToolSpec).optional(),
  /** The JSON schema of the answer. The provider is asked for it in its own way; whoever reads the answer still checks it. */
  schema: z.record(z.string(), z.unknown()).optional(),
  /** Whether to reason first. Not given: as the model does by itself. */
  reasoning: z.enum(["on", "off"]).optional(),
  /** How many tokens the reasoning may take, beside `maxTokens`. Where the provider has no such limit, the answer is cut off at it. */
  reasoningTokens: z.int().positive().optional(),
  /** How large the model's window is to be, where the request decides that (`ollama`). */
  contextTokens: z.int().positive().optional(),
  /** How long to wait for the first token and between two, in milliseconds. */
  firstTokenMs: z.int().positive().optional(),
  betweenTokensMs: z.int().positive().optional(),
});
/** What a model is asked. */
export type CompleteRequest = z.output<typeof CompleteRequest>;

/** What a model's call is told beside the request. */
export interface ModelCallContext extends CallContext {
  /** The key to show to the server, in place of the one that the environment holds for its provider. */
  readonly apiKey?: { readonly variable: string; readonly value: string };
}

/** Asks a model once. What counts money, holds a permit or fails over takes one of these and gives another. */
export type Complete = (request: CompleteRequest, context: ModelCallContext) => Promise<Completion>;

/** Messages in, text and usage out. `model` says which: `embedded`, or a provider and a model: `ollama:#qwen3`. */
export const model = adapter("model", {
  complete: query({ takes: CompleteRequest, gives: Completion }),
});

/** An answer as the message that stands for it in a transcript. */
export function messageOf({ text, reasoning, signed, calls }: Completion): AssistantMessage {
  const pieces = signed ?? (reasoning === undefined ? undefined : [{ text: reasoning }]);
  return {
    role: "assistant",
    content: text,
    ...(pieces !== undefined && { reasoning: pieces }),
    ...(calls !== undefined && { calls }),
  };
}
