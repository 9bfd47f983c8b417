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

type Environment = Readonly<Record<string, string | undefined>>;

/** A provider's key, where no variable is named for it. */
export function keyFrom(env: Environment, provider: Provider): Key | undefined {
  for (const variable of VARIABLES[provider]) {
    const key = keyIn(env, variable);
    if (key !== undefined) return key;
  }
  return undefined;
}

/**
 * The key in a variable, or none.
 *
 * @throws StagewrightError `model/key` where the variable holds what cannot be a key.
 */
export function keyIn(env: Environment, variable: string): Key | undefined {
  const value = env[variable]?.trim() ?? "";
  return value === "" ? undefined : usable({ variable, value });
}

/** @throws StagewrightError `model/key` for one that no header can hold: fetch refuses it with a message that shows the key. */
export function usable(key: Key): Key {
  if (/^[\x21-\x7e]+$/.test(key.value)) return key;
  throw new StagewrightError("model/key", `the key in the environment variable ${key.variable} holds characters that no key has`, {
    hint: "look for a space, a line break or a typographic quote that was copied with it",
  });
}

/** Shorter ones are place holders, and words that stand in any text. */
const SHORTEST = 4;

/** A text from outside with the key taken out: some servers show in their complaint what they were sent. */
export function withoutKey(text: string, key: Key | undefined): string {
  if (key === undefined || key.value.length < SHORTEST) return text;
  return spellings(key.value).reduce((rest, spelling) => rest.replaceAll(spelling, "[key]"), text);
}

/** As it is, in an address, and in JSON, where some escape the slash too. */
function spellings(value: string): readonly string[] {
  const inJson = JSON.stringify(value).slice(1, -1);
  return [...new Set([value, encodeURIComponent(value), inJson, inJson.replaceAll("/", "\\/")])];
}

/** An answer is only searched for what cannot be a word: many a local server is given "ollama" or "none" as its key. */
export function isSecret({ value }: Key): boolean {
  return value.length >= 16 && /\d/.test(value) && /[a-z]/i.test(value);
}
