import type { Completion } from "../model.js";
import { askServer, type Question, type World } from "../server/ask.js";
import { protocol } from "./protocol.js";
import { answerIn } from "./schema-tool.js";
import { eventTaker } from "./take-event.js";
import { isSchemaForced, wireBody } from "./wire.js";

const FINISHES = {
  end_turn: "stop",
  stop_sequence: "stop",
  max_tokens: "length",
  model_context_window_exceeded: "length",
} as const;

/** Asks a model by Anthropic's Messages API, once, and collects the whole answer. */
export async function complete(question: Question, world: World): Promise<Completion> {
  const { request } = question;
  const completion = await askServer(question, world, {
    protocol,
    body: (model) => wireBody(model, request),
    take: eventTaker(),
    finishes: FINISHES,
    keepsReasoningBudget: true,
  });
  return request.schema !== undefined && isSchemaForced(request) ? structured(completion, request.schema) : completion;
}

/** The forced tool's arguments are the answer. */
function structured({ calls, stopReason, ...rest }: Completion, schema: Readonly<Record<string, unknown>>): Completion {
  const [call] = calls ?? [];
  const kept = { ...rest, ...(stopReason !== undefined && { stopReason }) };
  if (call === undefined) return kept;
  const text = answerIn(call.unreadable ?? JSON.stringify(call.arguments), schema);
  return stopReason === "tool_use" ? { ...rest, text, finish: "stop" } : { ...kept, text };
}
