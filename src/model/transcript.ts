import { z } from "zod";

/** A model's wish to have a tool run. */
export const ToolCall = z.object({
  /** Ours, and the same in the call and its result; each provider is sent what its own rules allow. */
  id: z.string().min(1),
  name: z.string().min(1),
  arguments: z.record(z.string(), z.unknown()),
  /** What the model wrote as arguments, where that is no JSON object. `arguments` is empty then. */
  unreadable: z.string().optional(),
});
export type ToolCall = z.output<typeof ToolCall>;

/** A piece of reasoning, kept apart from the answer. */
export const Reasoning = z.object({
  text: z.string(),
  /** The provider that it came from; no other is ever sent it. */
  by: z.enum(["openai", "anthropic", "ollama"]).optional(),
  /** The provider's seal on the text: it takes back only what bears one. */
  signature: z.string().optional(),
  /** Reasoning that the provider gave in a form that only it can read; `text` is empty then. */
  sealed: z.string().optional(),
});
export type Reasoning = z.output<typeof Reasoning>;

/**
 * One message of a transcript that belongs to no provider: what is recorded, and what every provider's wire form is made
 * from when a request is sent. The recorded transcript never changes by it.
 */
export const Message = z.discriminatedUnion("role", [
  z.object({ role: z.literal("system"), content: z.string() }),
  z.object({ role: z.literal("user"), content: z.string() }),
  z.object({
    role: z.literal("assistant"),
    content: z.string(),
    reasoning: z.array(Reasoning).optional(),
    calls: z.array(ToolCall).optional(),
  }),
  z.object({
    role: z.literal("tool"),
    /** The `id` of the call that this is the result of. */
    call: z.string().min(1),
    content: z.string(),
    isError: z.boolean().optional(),
  }),
]);
export type Message = z.output<typeof Message>;
export type AssistantMessage = Extract<Message, { role: "assistant" }>;

/** Every text in a transcript that a model has to read, for a count of its tokens. */
export function textsOf(messages: readonly Message[]): readonly string[] {
  const texts: string[] = [];
  for (const message of messages) {
    texts.push(message.content);
    if (message.role !== "assistant") continue;
    for (const call of message.calls ?? []) texts.push(`${call.name}${JSON.stringify(call.arguments)}`);
  }
  return texts;
}

/** Every text that a model has to read for a request, its tools and its schema too. */
export function requestTexts(request: {
  readonly messages: readonly Message[];
  readonly tools?: readonly object[] | undefined;
  readonly schema?: object | undefined;
}): readonly string[] {
  const { messages, tools = [], schema } = request;
  return [...textsOf(messages), ...tools.map((tool) => JSON.stringify(tool)), ...(schema === undefined ? [] : [JSON.stringify(schema)])];
}
