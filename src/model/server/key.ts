import { StagewrightError } from "../../dsl/index.js";
import type { Provider } from "../model-name.js";

/** The environment variables that may hold a provider's key, the first that holds one counts. */
const VARIABLES: Readonly<Record<Provider, readonly string[]>> = {
  openai: ["STAGEWRIGHT_API_KEY", "OPENAI_API_KEY"],
  anthropic: ["ANTHROPIC_API_KEY"],
  ollama: ["OLLAMA_API_KEY"],
};

/** Where to put a key, in words. */
export function whereKeysGo(provider: Provider): string {
  return `the environment variable ${VARIABLES[provider].join(" or ")}`;
}

/** A key and the variable that it came from. Only the request's header may ever hold `value`. */
export interface Key {
  readonly variable: string;
  readonly value: string;
}

export function keyFrom(env: Readonly<Record<string, string | undefined>>, provider: Provider): Key | undefined {
  for (const variable of VARIABLES[provider]) {
    const value = env[variable]?.trim() ?? "";
    if (value === "") continue;
    // fetch refuses such a header with a message that shows the key.
    if (!/^[\x21-\x7e]+$/.test(value)) {
      throw new StagewrightError("model/key", `the key in the environment variable ${variable} holds characters that no key has`, {
        hint: "look for a space, a line break or a typographic quote that was copied with it",
      });
    }
    return { variable, value };
  }
  return undefined;
}

/** A text from outside with the key taken out: some servers show in their complaint what they were sent. */
export function withoutKey(text: string, key: Key | undefined): string {
  return key === undefined || key.value.length < 4 ? text : text.replaceAll(key.value, "[key]");
}
