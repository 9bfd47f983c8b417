import { StagewrightError } from "../dsl/index.js";
import { whereKeysGo } from "./server/key.js";

const PROVIDERS = ["openai", "anthropic", "ollama"] as const;
/** A way of talking to a server. */
export type Provider = (typeof PROVIDERS)[number];

/** What a model's name stands for. */
export type ModelName =
  | { readonly kind: "embedded" }
  /** `base` is the address up to and with its version (`http://127.0.0.1:8080/v1`); no `model` means the server's first. */
  | { readonly kind: Provider; readonly base: string; readonly model: string | undefined };

interface Way {
  /** What stands between a server's address and the paths that are asked for: a version, or a fixed name. */
  readonly segment: RegExp;
  readonly add: string;
  /** The path that people copy along with the address. */
  readonly tail: RegExp;
  /** The address that need not be named. */
  readonly at?: string;
  readonly example: string;
}

const WAY: Readonly<Record<Provider, Way>> = {
  openai: {
    segment: /^v\d/,
    add: "v1",
    tail: /\/chat\/completions\/?$/,
    example: "openai:http://127.0.0.1:8080#qwen3",
  },
  anthropic: {
    segment: /^v\d/,
    add: "v1",
    tail: /\/messages\/?$/,
    at: "https://api.anthropic.com",
    example: "anthropic:#claude-sonnet-4-5",
  },
  ollama: {
    segment: /^api$/,
    add: "api",
    tail: /\/chat\/?$/,
    at: "http://127.0.0.1:11434",
    example: "ollama:#qwen3",
  },
};

const WAYS =
  'a model is "embedded", or a provider, a server\'s address and a model: "openai:http://127.0.0.1:8080#qwen3" for an ' +
  'OpenAI-compatible server, "anthropic:#claude-sonnet-4-5" or "ollama:#qwen3", whose addresses need not be written';

/** Few names are asked by, each many times. Names without end are not kept. */
const read = new Map<string, ModelName>();
const MOST_KEPT = 100;

/** @throws StagewrightError `model/unknown` for a name of no known kind, `model/address` for a base URL that cannot be used. */
export function readModelName(name: string): ModelName {
  const known = read.get(name);
  if (known !== undefined) return known;
  const found = partsOf(name);
  if (read.size >= MOST_KEPT) read.clear();
  read.set(name, found);
  return found;
}

function partsOf(name: string): ModelName {
  if (name === "embedded") return { kind: "embedded" };
  const kind = PROVIDERS.find((provider) => name.startsWith(`${provider}:`));
  if (kind === undefined) throw new StagewrightError("model/unknown", `there is no model "${name}"`, { hint: WAYS });
  const address = name.slice(kind.length + 1);
  const hash = address.indexOf("#");
  const model = hash < 0 ? "" : address.slice(hash + 1).trim();
  return { kind, base: readBase(kind, hash < 0 ? address : address.slice(0, hash)), model: model === "" ? undefined : model };
}

/** What a name stands for, in words, for a person who wants to know before anything runs. */
export function describeModel(name: string): string {
  const found = readModelName(name);
  if (found.kind === "embedded") return "embedded: text composed without a language model";
  return found.model === undefined
    ? `${found.kind}: the first model that ${found.base} lists`
    : `${found.kind}: "${found.model}" at ${found.base}`;
}

function readBase(kind: Provider, written: string): string {
  const way = WAY[kind];
  const address = written.trim() === "" ? (way.at ?? "") : written;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || (url.protocol !== "http:" && url.protocol !== "https:")) {
    throw new StagewrightError("model/address", `"${address}" is not the address of a server`, {
      hint: `write it with http:// or https://${way.at === undefined ? "" : `, or leave it out for ${way.at}`}, for example "${way.example}"`,
    });
  }
  // A model's name is printed and journaled, so nothing secret may stand in it; the message must not repeat it either.
  if (url.username !== "" || url.password !== "" || url.search !== "") {
    throw new StagewrightError("model/address", `the address of the server at "${url.host}" holds a name, a password or a query`, {
      hint: `leave it out: a key is read from ${whereKeysGo(kind)}`,
    });
  }
  const segments = url.pathname
    .replace(way.tail, "")
    .split("/")
    .filter((segment) => segment !== "");
  if (kind === "ollama" && segments.at(-1) === "v1") {
    throw new StagewrightError("model/address", `"${address}" is where Ollama speaks as an OpenAI-compatible server`, {
      hint: `write "openai:${address}#<model>" for that, or "ollama:${url.origin}#<model>" for its own way`,
    });
  }
  if (!segments.some((segment) => way.segment.test(segment))) segments.push(way.add);
  return `${url.origin}/${segments.join("/")}`;
}
