import { match } from "ts-pattern";
import { type AnyImplementation, implement } from "../dsl/index.js";
import { composeAnswer } from "./embedded/compose-answer.js";
import { model } from "./model.js";
import { readModelName } from "./model-name.js";

export { describeModel } from "./model-name.js";

/** The environment variables, as `process.env` gives them. */
type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The real `model` adapter: each request goes to the model that it names. Asks once; whoever calls decides on another try.
 *
 * @param options.env where the key for a server is looked for: `STAGEWRIGHT_API_KEY`, then `OPENAI_API_KEY`
 * @param options.fetch another `fetch`, for tests and proxies
 * @throws StagewrightError with a code `model/…` from each call; an aborted call throws the signal's reason.
 */
export function models(options: { env: Environment; fetch?: typeof fetch }): AnyImplementation {
  return implement(model, "models", {
    complete: {
      perform: async (request, { signal }) => {
        signal.throwIfAborted();
        return match(readModelName(request.model))
          .with({ kind: "embedded" }, () => composeAnswer(request.messages))
          .with({ kind: "openai" }, async ({ base, model: name }) => {
            const { complete } = await import("./openai/complete.js");
            const { messages, maxTokens } = request;
            return complete({ base, model: name, messages, maxTokens }, { env: options.env, fetch: options.fetch ?? fetch, signal });
          })
          .exhaustive();
      },
    },
  });
}
