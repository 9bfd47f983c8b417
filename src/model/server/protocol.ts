import type { Provider } from "../model-name.js";
import type { Key } from "./key.js";

/** How a provider is talked to, and what its things are called in a message. */
export interface Protocol {
  readonly provider: Provider;
  /** Where a model is asked, and where the models are listed, below the address. */
  readonly askPath: string;
  readonly listPath: string;
  readonly headers: (key: Key | undefined) => Readonly<Record<string, string>>;
  /** `server-sent events`, or a JSON value on each line. */
  readonly stream: "events" | "lines";
  /** The names in a list of models. */
  readonly namesIn: (list: unknown) => readonly string[] | undefined;
  /** For messages: `a chat completion`, `an OpenAI-compatible server`, `the OpenAI format`. */
  readonly anAnswer: string;
  readonly aServer: string;
  readonly aFormat: string;
  /** What to start where nothing runs, and how to get a model there. */
  readonly toStart: (port: string) => string;
  readonly toLoad: string;
}

/** The header that most servers read a key from. */
export function bearer(key: Key | undefined): Readonly<Record<string, string>> {
  return key === undefined ? {} : { authorization: `Bearer ${key.value}` };
}
