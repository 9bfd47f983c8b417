import type { CompleteRequest, Completion } from "../model.js";
import type { TokenCounter } from "../token-counter.js";
import type { Answer } from "./answer.js";
import { completionOf } from "./completion-of.js";
import { isSecret, type Key, keyFrom, usable, withoutKey } from "./key.js";
import type { Protocol } from "./protocol.js";
import { readAnswer, type TakePiece } from "./read-answer.js";
import { complaintOf, firstModel } from "./served-models.js";
import { type Server, send } from "./server.js";
import { type Limits, type Timer, watch } from "./silence.js";

/** A request, and where it goes. */
export interface Question {
  readonly base: string;
  /** The server's first model where none is named. */
  readonly model: string | undefined;
  readonly request: Omit<CompleteRequest, "model">;
}

/** What asking needs of the surroundings. */
export interface World {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** In place of the key that the environment holds. */
  readonly apiKey: Key | undefined;
  /** A `fetch` that can wait so long. */
  readonly fetchFor: (limits: Limits) => typeof fetch | Promise<typeof fetch>;
  readonly signal: AbortSignal;
  readonly timer: Timer;
  /** For a request that has no limits of its own. */
  readonly limits: Limits;
  /** Counts what the server does not. */
  readonly counter: TokenCounter;
}

/** What is a provider's own: how it is asked, and how its answer is read. */
export interface Asking {
  readonly protocol: Protocol;
  readonly body: (model: string) => object;
  readonly take: TakePiece;
  readonly finishes: Readonly<Record<string, "stop" | "length">>;
  /** Whether the provider itself keeps the reasoning within its budget. */
  readonly keepsReasoningBudget?: boolean;
}

/** Asks a model on a server, once, and collects the whole answer. */
export async function askServer({ base, model, request }: Question, world: World, asking: Asking): Promise<Completion> {
  const { protocol } = asking;
  const key = world.apiKey === undefined ? keyFrom(world.env, protocol.provider) : usable(world.apiKey);
  const limits = {
    firstTokenMs: request.firstTokenMs ?? world.limits.firstTokenMs,
    betweenTokensMs: request.betweenTokensMs ?? world.limits.betweenTokensMs,
  };
  const fetch = await world.fetchFor(limits);
  const who = model === undefined ? `the model at ${base}` : `"${model}" at ${base}`;
  const watching = watch({ who, limits, signal: world.signal, timer: world.timer });
  const server: Server = { protocol, base, key, fetch, watch: watching };
  try {
    const mostReasoning = asking.keepsReasoningBudget === true ? undefined : request.reasoningTokens;
    const name = model ?? (await firstModel(server));
    const response = await send(server, protocol.askPath, asking.body(name));
    if (!response.ok) throw await complaintOf(server, response, name);
    const answer = withoutSecret(await readAnswer(server, response, asking.take, mostReasoning), key);
    return completionOf(answer, { request, name, finishes: asking.finishes, counter: world.counter, counts: who });
  } finally {
    watching.end();
  }
}

/** A server that shows in its answer what it was sent must not get the key into the journal. */
function withoutSecret(answer: Answer, key: Key | undefined): Answer {
  if (key === undefined || !isSecret(key)) return answer;
  const clean = (text: string) => withoutKey(text, key);
  return {
    ...answer,
    text: clean(answer.text),
    reasoning: clean(answer.reasoning),
    signed: answer.signed.map((piece) => ({ ...piece, text: clean(piece.text) })),
    calls: answer.calls.map((call) => ({ ...call, name: clean(call.name), json: clean(call.json) })),
    finish: answer.finish && clean(answer.finish),
    model: answer.model && clean(answer.model),
  };
}
