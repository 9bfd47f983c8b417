import type { CompleteRequest, Completion } from "../model.js";
import { completionOf } from "./completion-of.js";
import { keyFrom } from "./key.js";
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
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal;
  readonly timer: Timer;
  /** For a request that has no limits of its own. */
  readonly limits: Limits;
}

/** What is a provider's own: how it is asked, and how its answer is read. */
export interface Asking {
  readonly protocol: Protocol;
  readonly body: (model: string) => object;
  readonly take: TakePiece;
  readonly finishes: Readonly<Record<string, "stop" | "length">>;
}

/** Asks a model on a server, once, and collects the whole answer. */
export async function askServer({ base, model, request }: Question, world: World, asking: Asking): Promise<Completion> {
  const { protocol } = asking;
  const key = keyFrom(world.env, protocol.provider);
  const watching = watch({
    who: model === undefined ? `the model at ${base}` : `"${model}" at ${base}`,
    limits: {
      firstTokenMs: request.firstTokenMs ?? world.limits.firstTokenMs,
      betweenTokensMs: request.betweenTokensMs ?? world.limits.betweenTokensMs,
    },
    signal: world.signal,
    timer: world.timer,
  });
  const server: Server = { protocol, base, key, fetch: world.fetch, watch: watching };
  try {
    const name = model ?? (await firstModel(server));
    const response = await send(server, protocol.askPath, asking.body(name));
    if (!response.ok) throw await complaintOf(server, response, name);
    const answer = await readAnswer(server, response, asking.take);
    return completionOf(answer, { request, name, finishes: asking.finishes });
  } finally {
    watching.end();
  }
}
