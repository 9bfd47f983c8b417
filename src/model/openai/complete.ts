import { match } from "ts-pattern";
import { StagewrightError } from "../../dsl/index.js";
import type { Completion, Message } from "../model.js";
import { nearestNames } from "../nearest-names.js";
import { estimateTokens } from "../token-estimate.js";
import { type Answer, readAnswer } from "./answer-stream.js";
import { keyFrom } from "./key.js";
import { firstModel, listModels } from "./model-list.js";
import { refusal } from "./refusal.js";
import { type Server, send } from "./server.js";

export interface Question {
  readonly base: string;
  /** The server's first model where none is named. */
  readonly model: string | undefined;
  readonly messages: readonly Message[];
  readonly maxTokens: number | undefined;
}

/** Asks a model on an OpenAI-compatible server, once, and collects the whole answer. */
export async function complete(
  question: Question,
  world: { env: Readonly<Record<string, string | undefined>>; fetch: typeof fetch; signal: AbortSignal },
): Promise<Completion> {
  const server: Server = { base: question.base, key: keyFrom(world.env), fetch: world.fetch, signal: world.signal };
  const name = question.model ?? (await firstModel(server));
  const response = await send(server, "/chat/completions", {
    model: name,
    messages: question.messages,
    stream: true,
    stream_options: { include_usage: true },
    ...(question.maxTokens !== undefined && { max_tokens: question.maxTokens }),
  });
  if (!response.ok) throw await complaintOf(server, response, name);
  return completionOf(await readAnswer(server, response), question.messages, name);
}

/** A 404 means an unknown model or an unknown path; the list of models tells which. */
async function complaintOf(server: Server, response: Response, name: string): Promise<StagewrightError> {
  const error = await refusal(server, response);
  if (response.status !== 404) return error;
  const names = await listModels(server).catch(() => undefined);
  server.signal.throwIfAborted();
  if (names === undefined || names.includes(name)) return error;
  const nearest = nearestNames(name, names).map((near) => `"${near}"`);
  return new StagewrightError("model/not-served", `the server at ${server.base} has no model "${name}"`, {
    hint:
      nearest.length === 0
        ? "it lists no model: load one there"
        : `of the ${names.length} that it lists, the nearest are ${nearest.join(", ")}`,
  });
}

function completionOf(answer: Answer, messages: readonly Message[], asked: string): Completion {
  return {
    text: answer.text,
    ...(answer.reasoning !== "" && { reasoning: answer.reasoning }),
    finish: match(answer.finish)
      .returnType<Completion["finish"]>()
      .with("stop", "length", (reason) => reason)
      .otherwise(() => "other"),
    usage: answer.usage
      ? { inputTokens: answer.usage.prompt_tokens, outputTokens: answer.usage.completion_tokens, estimated: false }
      : {
          inputTokens: estimateTokens(messages.map(({ content }) => content)),
          outputTokens: estimateTokens([answer.text, answer.reasoning]),
          estimated: true,
        },
    model: answer.model ?? asked,
  };
}
