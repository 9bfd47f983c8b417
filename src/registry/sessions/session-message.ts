import { z } from "zod";

const ToolCall = z.object({
  /** The same in the call and its result. */
  id: z.string().min(1),
  name: z.string().min(1),
  arguments: z.record(z.string(), z.unknown()),
  unreadable: z.string().optional(),
});

const Reasoning = z.object({
  text: z.string(),
  /** Whose it is: no other provider is sent it. */
  by: z.enum(["openai", "anthropic", "ollama"]).optional(),
  signature: z.string().optional(),
  sealed: z.string().optional(),
});

/**
 * One message of a conversation, in the form that belongs to no provider: the model layer's `Message`, so that a session goes
 * on with any model without being cleared.
 */
export const SessionMessage = z.discriminatedUnion("role", [
  z.object({ role: z.literal("system"), content: z.string() }),
  z.object({ role: z.literal("user"), content: z.string() }),
  z.object({
    role: z.literal("assistant"),
    content: z.string(),
    reasoning: z.array(Reasoning).optional(),
    calls: z.array(ToolCall).optional(),
  }),
  z.object({ role: z.literal("tool"), call: z.string().min(1), content: z.string(), isError: z.boolean().optional() }),
]);
export type SessionMessage = z.output<typeof SessionMessage>;

/** How many characters a model has to read for a message. */
export function charactersOf(message: SessionMessage): number {
  const { content } = message;
  if (message.role !== "assistant") return content.length;
  return [message.calls, message.reasoning].reduce(
    (sum, part) => sum + (part === undefined ? 0 : JSON.stringify(part).length),
    content.length,
  );
}
