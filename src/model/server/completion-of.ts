import { newCallIds } from "../call-ids.js";
import type { CompleteRequest, Completion } from "../model.js";
import type { TokenCounter } from "../token-counter.js";
import { requestTexts, type ToolCall } from "../transcript.js";
import type { Answer, CallPieces } from "./answer.js";
import { withoutStrayTags } from "./stray-tags.js";

interface Asked {
  readonly request: Pick<CompleteRequest, "messages" | "tools">;
  /** The model as it was asked for, where the answer does not name it. */
  readonly name: string;
  /** What a reason to stop means, in the provider's words. Any other is "something else". */
  readonly finishes: Readonly<Record<string, "stop" | "length">>;
  readonly counter: TokenCounter;
  /** The model and its server, by which the counter knows them. */
  readonly counts: string;
}

/** What came of an answer, in the form that is the same for every provider. */
export function completionOf(answer: Answer, asked: Asked): Completion {
  const { request, name, finishes } = asked;
  const calls = answer.calls.length === 0 ? [] : callsOf(answer.calls, newCallIds(request.messages));
  const finish = finishes[answer.finish ?? ""] ?? "other";
  return {
    text: calls.length === 0 ? answer.text : withoutStrayTags(answer.text),
    ...(answer.reasoning !== "" && { reasoning: answer.reasoning }),
    finish,
    ...(finish === "other" && answer.finish !== undefined && { stopReason: answer.finish }),
    usage: usageOf(answer, asked),
    model: answer.model ?? name,
    ...(calls.length > 0 && { calls }),
    ...(answer.signed.length > 0 && { signed: answer.signed }),
  };
}

function callsOf(pieces: readonly CallPieces[], newId: () => string): ToolCall[] {
  return pieces
    .filter(({ name }) => name.trim() !== "")
    .map(({ name, json }) => {
      const id = newId();
      if (json.trim() === "") return { id, name, arguments: {} };
      const value = objectIn(json);
      return value === undefined ? { id, name, arguments: {}, unreadable: json } : { id, name, arguments: value };
    });
}

function objectIn(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function usageOf({ usage, text, reasoning, calls }: Answer, { request, counter, counts }: Asked): Completion["usage"] {
  const { cacheReadTokens = 0, cacheWriteTokens = 0 } = usage;
  const given = requestTexts(request);
  const gave = () => [text, reasoning, ...calls.map(({ name, json }) => `${name}${json}`)];
  // Some servers fill in a 0 for what they do not count; a question has tokens, and so has an answer that says something.
  const inputTokens = usage.inputTokens === 0 ? undefined : usage.inputTokens;
  const outputTokens = usage.outputTokens === 0 && gave().join("") !== "" ? undefined : usage.outputTokens;
  if (inputTokens !== undefined) counter.learn(counts, given, inputTokens);
  return {
    inputTokens: inputTokens ?? counter.count(counts, given),
    outputTokens: outputTokens ?? counter.count(counts, gave()),
    estimated: inputTokens === undefined || outputTokens === undefined,
    ...(cacheReadTokens > 0 && { cacheReadTokens }),
    ...(cacheWriteTokens > 0 && { cacheWriteTokens }),
  };
}
