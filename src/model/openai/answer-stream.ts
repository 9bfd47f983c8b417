import { createParser } from "eventsource-parser";
import { z } from "zod";
import { StagewrightError } from "../../dsl/index.js";
import { withoutKey } from "./key.js";
import { complaint, said } from "./said.js";
import type { Server } from "./server.js";

const Part = z.object({
  content: z.string().nullish(),
  /** Two names for the same: llama.cpp, vLLM and DeepSeek use the first, Ollama and OpenRouter the second. */
  reasoning_content: z.string().nullish(),
  reasoning: z.string().nullish(),
});

/** A piece of a stream has a `delta`, an answer that came whole a `message`. */
const Piece = z.object({
  model: z.string().nullish(),
  choices: z.array(z.object({ delta: Part.nullish(), message: Part.nullish(), finish_reason: z.string().nullish() })).nullish(),
  usage: z.object({ prompt_tokens: z.int(), completion_tokens: z.int() }).nullish(),
  error: z.unknown().optional(),
});

/** What has come of an answer so far. */
export interface Answer {
  text: string;
  reasoning: string;
  finish: string | undefined;
  usage: { readonly prompt_tokens: number; readonly completion_tokens: number } | undefined;
  model: string | undefined;
  /** The server said that nothing more comes. */
  ended: boolean;
}

/** Reads an answer to its end, whether it comes in pieces or whole. */
export async function readAnswer(server: Server, response: Response): Promise<Answer> {
  const answer: Answer = { text: "", reasoning: "", finish: undefined, usage: undefined, model: undefined, ended: false };
  const isStream = response.headers.get("content-type")?.includes("event-stream") ?? false;
  try {
    if (isStream) await readPieces(server, response, answer);
    else readWhole(server, await response.text(), answer);
  } catch (error) {
    server.signal.throwIfAborted();
    // fetch reports a connection that broke as a TypeError; with a finish reason the answer was whole by then.
    if (!(error instanceof TypeError)) throw error;
    if (answer.finish === undefined) throw cutOff(server, answer);
  }
  if (answer.finish === undefined && !answer.ended) throw cutOff(server, answer);
  return answer;
}

async function readPieces(server: Server, response: Response, answer: Answer): Promise<void> {
  const parser = createParser({
    onEvent: ({ data }) => takePiece(server, data, answer),
    // Some servers report a failure in the middle of a stream as a field of that name.
    onError: ({ field, value }) => {
      if (field === "error") throw failed(server, said(value ?? ""));
    },
  });
  const decoder = new TextDecoder();
  for await (const bytes of response.body ?? []) parser.feed(decoder.decode(bytes, { stream: true }));
  parser.reset({ consume: true });
}

function readWhole(server: Server, body: string, answer: Answer): void {
  takePiece(server, body, answer);
  answer.ended = true;
}

function takePiece(server: Server, data: string, answer: Answer): void {
  if (data.trim() === "[DONE]") {
    answer.ended = true;
    return;
  }
  const piece = Piece.safeParse(parsed(data));
  if (!piece.success) throw notAnAnswer(server, data);
  const { choices, error, usage, model } = piece.data;
  if (error !== undefined && error !== null) throw failed(server, complaint({ error }) ?? "");
  const choice = choices?.[0];
  const part = choice?.delta ?? choice?.message;
  answer.text += part?.content ?? "";
  answer.reasoning += part?.reasoning_content ?? part?.reasoning ?? "";
  answer.finish = choice?.finish_reason ?? answer.finish;
  answer.usage = usage ?? answer.usage;
  answer.model = model || answer.model;
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}

function cutOff({ base }: Server, { text, reasoning }: Answer): StagewrightError {
  const came = text.length + reasoning.length;
  return new StagewrightError("model/cut-off", `the answer from ${base} broke off after ${came} characters`, {
    hint: "nothing of it is used; the server may have stopped or been restarted: look at its log, then try again",
  });
}

function failed({ base, key }: Server, words: string): StagewrightError {
  const why = words === "" ? "" : `: ${withoutKey(words, key)}`;
  return new StagewrightError("model/server", `the server at ${base} failed while it answered${why}`, {
    hint: "its own log says why; it may pass with another try",
  });
}

function notAnAnswer({ base, key }: Server, data: string): StagewrightError {
  return new StagewrightError(
    "model/answer",
    `the server at ${base} answered with something else than a chat completion: ${said(withoutKey(data, key)) || "nothing"}`,
    {
      hint: "check that the address is that of an OpenAI-compatible server",
    },
  );
}
