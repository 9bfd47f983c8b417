import { match } from "ts-pattern";
import { type AnyImplementation, implement } from "../dsl/index.js";
import { composeAnswer } from "./embedded/compose-answer.js";
import { type Complete, type Completion, model } from "./model.js";
import { type Provider, readModelName } from "./model-name.js";
import type { Question, World } from "./server/ask.js";
import { FETCH_GIVES_UP_MS, patientFetch } from "./server/patient-fetch.js";
import { LIMITS, type Limits, realTimer, type Timer } from "./server/silence.js";
import { loadTokenizer, type TokenizerName, tokenCounter } from "./token-counter.js";

export { describeModel } from "./model-name.js";

/** The environment variables, as `process.env` gives them. */
type Environment = Readonly<Record<string, string | undefined>>;

export interface ModelsOptions {
  /**
   * Where the key for a server is looked for, if the call brings none: `STAGEWRIGHT_API_KEY`, then `OPENAI_API_KEY` for
   * `openai`; `ANTHROPIC_API_KEY` for `anthropic`; `OLLAMA_API_KEY` for `ollama`.
   */
  readonly env: Environment;
  /** Another `fetch`, for tests and proxies. */
  readonly fetch?: typeof fetch;
  /** How long a model may be silent, where the request does not say: 300 s before its first token, 120 s between two. */
  readonly limits?: Partial<Limits>;
  /** What counts the time of the limits; a test's does so without waiting. */
  readonly timer?: Timer;
  /** What counts the tokens that a server does not: a rule of thumb, where none is named. */
  readonly tokenizer?: TokenizerName;
}

/**
 * The real `model` adapter: each request goes to the model that it names. Asks once; whoever calls decides on another try.
 *
 * @throws StagewrightError with a code `model/…` from each call, a {@link ModelError} with the status and the time to wait
 * where a server turned the request down; an aborted call throws the signal's reason.
 */
export function models(options: ModelsOptions): AnyImplementation {
  return implement(model, "models", { complete: { perform: askModels(options) } });
}

/** What {@link models} does, as the function that others can be put around. */
export function askModels({ env, fetch: other, limits, timer = realTimer, tokenizer = "rule-of-thumb" }: ModelsOptions): Complete {
  const patient = once(() => patientFetch());
  const counting = once(async () => tokenCounter({ tokenizer: await loadTokenizer(tokenizer) }));
  const fetchFor = ({ firstTokenMs, betweenTokensMs }: Limits) =>
    other ?? (Math.max(firstTokenMs, betweenTokensMs) > FETCH_GIVES_UP_MS ? patient() : fetch);
  return async ({ model: name, ...request }, { signal, apiKey }) => {
    signal.throwIfAborted();
    const read = readModelName(name);
    if (read.kind === "embedded") return composeAnswer(request.messages);
    const complete = await completeOf(read.kind);
    const question = { base: read.base, model: read.model, request };
    return complete(question, { env, apiKey, fetchFor, signal, timer, limits: { ...LIMITS, ...limits }, counter: await counting() });
  };
}

type Ask = Awaited<ReturnType<typeof loadedFrom>>;
const loaded = new Map<Provider, Promise<Ask>>();

/** Only the provider that is asked is loaded, and once: an `import` of what is there already still asks the module loader. */
function completeOf(provider: Provider): Promise<Ask> {
  const found = loaded.get(provider) ?? loadedFrom(provider);
  loaded.set(provider, found);
  return found;
}

async function loadedFrom(provider: Provider): Promise<(question: Question, world: World) => Promise<Completion>> {
  const module = await match(provider)
    .with("openai", () => import("./openai/complete.js"))
    .with("anthropic", () => import("./anthropic/complete.js"))
    .with("ollama", () => import("./ollama/complete.js"))
    .exhaustive();
  return module.complete;
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
