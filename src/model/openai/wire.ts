import type { CompleteRequest, ToolSpec } from "../model.js";
import { turnsOf } from "../turns.js";
import { plainSchema } from "./plain-schema.js";
import { isStrict } from "./strict-schema.js";

/** As OpenAI limits them. */
const IDS = /^[a-zA-Z0-9_-]{1,40}$/;

/** A message of the chat-completions format. Reasoning has no place in it. */
export type WireMessage =
  | { readonly role: "system" | "user"; readonly content: string }
  | { readonly role: "assistant"; readonly content: string; readonly tool_calls?: readonly WireCall[] }
  | { readonly role: "tool"; readonly tool_call_id: string; readonly content: string };

interface WireCall {
  readonly id: string;
  readonly type: "function";
  /** `arguments` is JSON in a string. Never the text of a broken one: servers read it again, and refuse the request. */
  readonly function: { readonly name: string; readonly arguments: string };
}

/** System text goes first and in one: many models' templates refuse it anywhere else, and two turns of one role in a row. */
export function wireMessages(messages: CompleteRequest["messages"]): readonly WireMessage[] {
  const { system, turns } = turnsOf(messages, { ids: IDS });
  const wire = turns.flatMap((turn): readonly WireMessage[] => {
    if (turn.kind === "user") return [{ role: "user", content: turn.content }];
    if (turn.kind === "results") return turn.results.map(({ id, content }) => ({ role: "tool", tool_call_id: id, content }));
    const calls = turn.calls.map(
      (call): WireCall => ({ id: call.id, type: "function", function: { name: call.name, arguments: JSON.stringify(call.arguments) } }),
    );
    return [{ role: "assistant", content: turn.content, ...(calls.length > 0 && { tool_calls: calls }) }];
  });
  return system === "" ? wire : [{ role: "system", content: system }, ...wire];
}

/** Ollama takes tools in the same form, and makes a grammar from their schemas too. */
export function wireTools(tools: readonly ToolSpec[]): readonly object[] {
  return tools.map(({ name, description, parameters }) => ({
    type: "function",
    function: { name, ...(description !== undefined && { description }), parameters: plainSchema(parameters) },
  }));
}

/** The body of a request. */
export function wireBody(model: string, base: string, request: Omit<CompleteRequest, "model">): object {
  const { messages, maxTokens, tools, reasoning } = request;
  const schema = request.schema && plainSchema(request.schema);
  return {
    model,
    messages: wireMessages(messages),
    stream: true,
    stream_options: { include_usage: true },
    ...(maxTokens !== undefined && (isOpenAi(base) ? { max_completion_tokens: maxTokens } : { max_tokens: maxTokens })),
    ...(tools !== undefined && tools.length > 0 && { tools: wireTools(tools) }),
    ...(schema !== undefined && {
      response_format: { type: "json_schema", json_schema: { name: "answer", schema, ...(isStrict(schema) && { strict: true }) } },
    }),
    ...(reasoning !== undefined && reasoningSwitch(base, reasoning)),
  };
}

/** OpenAI's own service refuses fields that it does not know, and no longer knows `max_tokens` for all of its models. */
function isOpenAi(base: string): boolean {
  return new URL(base).hostname === "api.openai.com";
}

/** llama.cpp's server, vLLM and SGLang hand these on to the model's template; there is no switch that all servers know. */
function reasoningSwitch(base: string, reasoning: "on" | "off"): object {
  if (isOpenAi(base)) return reasoning === "off" ? { reasoning_effort: "none" } : {};
  return { chat_template_kwargs: { enable_thinking: reasoning === "on" } };
}
