import type { CompleteRequest } from "../model.js";
import { plainSchema } from "../openai/plain-schema.js";
import { wireTools } from "../openai/wire.js";
import { turnsOf } from "../turns.js";

const IDS = /^[a-zA-Z0-9_-]{1,64}$/;

/** A message of /api/chat. A result names its tool, and the id of its call for the versions that know ids. */
export type WireMessage =
  | { readonly role: "system" | "user"; readonly content: string }
  | { readonly role: "assistant"; readonly content: string; readonly thinking?: string; readonly tool_calls?: readonly WireCall[] }
  | { readonly role: "tool"; readonly tool_name: string; readonly tool_call_id: string; readonly content: string };

interface WireCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: object };
}

export function wireMessages(messages: CompleteRequest["messages"]): readonly WireMessage[] {
  const { system, turns } = turnsOf(messages, { ids: IDS });
  const wire = turns.flatMap((turn): readonly WireMessage[] => {
    if (turn.kind === "user") return [{ role: "user", content: turn.content }];
    if (turn.kind === "results") {
      return turn.results.map(({ id, name, content }) => ({ role: "tool", tool_name: name, tool_call_id: id, content }));
    }
    const calls = turn.calls.map(({ id, name, arguments: given }): WireCall => ({ id, function: { name, arguments: given } }));
    // Models such as gpt-oss lose their thread between calls without their own reasoning.
    const thinking = turn.reasoning.flatMap(({ by, text }) => (by === "ollama" ? [text] : [])).join("\n\n");
    return [
      {
        role: "assistant",
        content: turn.content,
        ...(thinking !== "" && { thinking }),
        ...(calls.length > 0 && { tool_calls: calls }),
      },
    ];
  });
  return system === "" ? wire : [{ role: "system", content: system }, ...wire];
}

/** The body of a request. */
export function wireBody(model: string, request: Omit<CompleteRequest, "model">): object {
  const { messages, maxTokens, tools, schema, reasoning, contextTokens } = request;
  const options = {
    ...(contextTokens !== undefined && { num_ctx: contextTokens }),
    ...(maxTokens !== undefined && { num_predict: maxTokens }),
  };
  return {
    model,
    messages: wireMessages(messages),
    stream: true,
    // What does not fit is to be refused, not cut off at the front without a word. Older versions pass over the two.
    truncate: false,
    shift: false,
    ...(tools !== undefined && tools.length > 0 && { tools: wireTools(tools) }),
    ...(schema !== undefined && { format: plainSchema(schema) }),
    ...(reasoning !== undefined && { think: reasoning === "on" }),
    ...(Object.keys(options).length > 0 && { options }),
  };
}
