import type { CompleteRequest } from "../model.js";
import { type Turn, turnsOf } from "../turns.js";
import { schemaTool } from "./schema-tool.js";

const IDS = /^[a-zA-Z0-9_-]{1,64}$/;
/** The API demands a limit. Every model since 2024 can write as much. */
const MAX_TOKENS = 8_192;

export type Block =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "thinking"; readonly thinking: string; readonly signature: string }
  | { readonly type: "redacted_thinking"; readonly data: string }
  | { readonly type: "tool_use"; readonly id: string; readonly name: string; readonly input: object }
  | { readonly type: "tool_result"; readonly tool_use_id: string; readonly content?: string; readonly is_error?: true };

export interface WireMessage {
  readonly role: "user" | "assistant";
  readonly content: readonly Block[];
}

/** System text has a place of its own; results are blocks of the user's message. The roles alternate, the user's first. */
export function wireMessages(messages: CompleteRequest["messages"]): { system: string; messages: readonly WireMessage[] } {
  const { system, turns } = turnsOf(messages, { ids: IDS });
  const wire: { role: "user" | "assistant"; content: Block[] }[] = [];
  turns.forEach((turn, index) => {
    const role = turn.kind === "assistant" ? "assistant" : "user";
    const blocks = blocksOf(turn, index === turns.length - 1);
    const last = wire.at(-1);
    if (last?.role === role) last.content.push(...blocks);
    else wire.push({ role, content: blocks });
  });
  return { system, messages: wire };
}

function blocksOf(turn: Turn, isLast: boolean): Block[] {
  if (turn.kind === "user") return [{ type: "text", text: turn.content }];
  if (turn.kind === "results") {
    return turn.results.map(({ id, content, isError }) => ({
      type: "tool_result",
      tool_use_id: id,
      ...(content.trim() !== "" && { content }),
      ...(isError && { is_error: true }),
    }));
  }
  // Unsigned reasoning, or another provider's, is refused, or taken for what the model said itself.
  const thinking = turn.reasoning.flatMap(({ by, text, signature, sealed }): Block[] => {
    if (by !== "anthropic") return [];
    if (sealed !== undefined) return [{ type: "redacted_thinking", data: sealed }];
    return signature === undefined ? [] : [{ type: "thinking", thinking: text, signature }];
  });
  // An answer that is to be gone on with may not end in white space.
  const text = isLast ? turn.content.trimEnd() : turn.content;
  return [
    ...thinking,
    ...(text.trim() === "" ? [] : [{ type: "text" as const, text }]),
    ...turn.calls.map(({ id, name, arguments: input }) => ({ type: "tool_use" as const, id, name, input })),
  ];
}

/** The body of a request. */
export function wireBody(model: string, request: Omit<CompleteRequest, "model">): object {
  const { maxTokens = MAX_TOKENS, schema } = request;
  const { system, messages } = wireMessages(request.messages);
  const thinking = thinkingOf(request, messages);
  const isForced = isSchemaForced(request);
  const asked = schema === undefined || isForced ? "" : `Answer with JSON alone, by this JSON schema:\n${JSON.stringify(schema)}`;
  const instructions = [system, asked].filter((text) => text !== "").join("\n\n");
  return {
    model,
    // The budget for thinking is a part of this limit.
    max_tokens: maxTokens + (thinking?.budget_tokens ?? 0),
    ...(instructions !== "" && { system: instructions }),
    messages,
    stream: true,
    ...(thinking !== undefined && { thinking }),
    ...(isForced && schema !== undefined ? { tools: [schemaTool(schema)], tool_choice: forced } : toolsOf(request, messages)),
  };
}

const forced = { type: "tool", name: schemaTool({}).name };

/** A schema is had by a tool that must be called. That excludes other tools, and the API allows it only without thinking. */
export function isSchemaForced({ schema, tools = [], messages, reasoning }: Omit<CompleteRequest, "model">): boolean {
  const wasCalled = messages.some((message) => message.role === "assistant" && (message.calls ?? []).length > 0);
  return schema !== undefined && tools.length === 0 && !wasCalled && reasoning !== "on";
}

/** The API wants to know the tools of a conversation even when none may be called any more. */
function toolsOf({ tools = [] }: Omit<CompleteRequest, "model">, messages: readonly WireMessage[]): object {
  if (tools.length > 0) {
    return {
      tools: tools.map(({ name, description, parameters }) => ({ name, ...(description && { description }), input_schema: parameters })),
    };
  }
  const used = new Set(messages.flatMap(({ content }) => content.flatMap((block) => (block.type === "tool_use" ? [block.name] : []))));
  if (used.size === 0) return {};
  return { tools: [...used].map((name) => ({ name, input_schema: { type: "object" } })), tool_choice: { type: "none" } };
}

interface Thinking {
  readonly type: "enabled" | "adaptive" | "disabled";
  readonly budget_tokens?: number;
}

/** Newer models decide themselves how much to think and refuse a budget; older ones demand one. It is at least 1,024. */
function thinkingOf(
  { reasoning, reasoningTokens }: Omit<CompleteRequest, "model">,
  messages: readonly WireMessage[],
): Thinking | undefined {
  if (reasoning === undefined) return undefined;
  if (reasoning === "off" || !canThink(messages)) return { type: "disabled" };
  if (reasoningTokens === undefined) return { type: "adaptive" };
  return { type: "enabled", budget_tokens: Math.max(1_024, reasoningTokens) };
}

/** Calls that another provider's model made have no thinking before them, and the API will not think on behind them. */
function canThink(messages: readonly WireMessage[]): boolean {
  const last = messages.findLast(({ role }) => role === "assistant");
  const isOpen = messages.at(-1)?.content.some(({ type }) => type === "tool_result") ?? false;
  return !isOpen || (last?.content[0]?.type.includes("thinking") ?? false);
}
