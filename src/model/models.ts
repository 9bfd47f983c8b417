import { match } from "ts-pattern";
import { type AnyImplementation, implement } from "../dsl/index.js";
import { composeAnswer } from "./embedded/compose-answer.js";
import { type Completion, model } from "./model.js";
import { type Provider, readModelName } from "./model-name.js";
import type { Question, World } from "./server/ask.js";
import { LIMITS, type Limits, realTimer, type Timer } from "./server/silence.js";

export { describeModel } from "./model-name.js";

/** The environment variables, as `process.env` gives them. */
type Environment = Readonly<Record<string, string | undefined>>;

export interface ModelsOptions {
  /**
   * Where the key for a server is looked for: `STAGEWRIGHT_API_KEY`, then `OPENAI_API_KEY` for `openai`; `ANTHROPIC_API_KEY`
   * for `anthropic`; `OLLAMA_API_KEY` for `ollama`.
   */
  readonly env: Environment;
  /** Another `fetch`, for tests and proxies. */
  readonly fetch?: typeof fetch;
  /** How long a model may be silent, where the request does not say: 300 s before its first token, 120 s between two. */
  readonly limits?: Partial<Limits>;
  /** What counts the time of the limits; a test's does so without waiting. */
  readonly timer?: Timer;
}

/**
 * The real `model` adapter: each request goes to the model that it names. Asks once; whoever calls decides on another try.
 *
 * @throws StagewrightError with a code `model/…` from each call, a {@link ModelError} with the status and the time to wait
 * where a server turned the request down; an aborted call throws the signal's reason.
 */
export function models({ env, fetch: other, limits, timer = realTimer }: ModelsOptions): AnyImplementation {
  return implement(model, "models", {
    complete: {
      perform: async ({ model: name, ...request }, { signal }) => {
        signal.throwIfAborted();
        const read = readModelName(name);
        if (read.kind === "embedded") return composeAnswer(request.messages);
        const complete = await completeOf(read.kind);
        const question = { base: read.base, model: read.model, request };
        return complete(question, { env, fetch: other ?? fetch, signal, timer, limits: { ...LIMITS, ...limits } });
      },
    },
  });
}

/** Only the provider that is asked is loaded. */
async function completeOf(provider: Provider): Promise<(question: Question, world: World) => Promise<Completion>> {
  const module = await match(provider)
    .with("openai", () => import("./openai/complete.js"))
    .with("anthropic", () => import("./anthropic/complete.js"))
    .with("ollama", () => import("./ollama/complete.js"))
    .exhaustive();
  return module.complete;
}
