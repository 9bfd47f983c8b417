import { match } from "ts-pattern";
import { StagewrightError } from "../dsl/index.js";

/** What a model's name stands for. */
export type ModelName =
  | { readonly kind: "embedded" }
  /** `base` is the address up to and with its version (`http://127.0.0.1:8080/v1`); no `model` means the server's first. */
  | { readonly kind: "openai"; readonly base: string; readonly model: string | undefined };

const WAYS =
  'a model is "embedded", or "openai:<base-url>#<model>" for an OpenAI-compatible server, for example "openai:http://127.0.0.1:8080#qwen3"';
const VERSION = /^v\d/;

/** @throws StagewrightError `model/unknown` for a name of no known kind, `model/address` for a base URL that cannot be used. */
export function readModelName(name: string): ModelName {
  if (name === "embedded") return { kind: "embedded" };
  const [, address] = /^openai:(.*)$/s.exec(name) ?? [];
  if (address === undefined) throw new StagewrightError("model/unknown", `there is no model "${name}"`, { hint: WAYS });
  const hash = address.indexOf("#");
  const model = hash < 0 ? "" : address.slice(hash + 1).trim();
  return { kind: "openai", base: readBase(hash < 0 ? address : address.slice(0, hash)), model: model === "" ? undefined : model };
}

/** What a name stands for, in words, for a person who wants to know before anything runs. */
export function describeModel(name: string): string {
  return match(readModelName(name))
    .returnType<string>()
    .with({ kind: "embedded" }, () => "embedded: text composed without a language model")
    .with({ kind: "openai", model: undefined }, ({ base }) => `openai: the first model that ${base} lists`)
    .with({ kind: "openai" }, ({ base, model }) => `openai: "${model}" at ${base}`)
    .exhaustive();
}

function readBase(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || (url.protocol !== "http:" && url.protocol !== "https:")) {
    throw new StagewrightError("model/address", `"${address}" is not the address of a server`, {
      hint: 'write it with http:// or https://, for example "openai:http://127.0.0.1:8080#qwen3"',
    });
  }
  // A model's name is printed and journaled, so nothing secret may stand in it; the message must not repeat it either.
  if (url.username !== "" || url.password !== "" || url.search !== "") {
    throw new StagewrightError("model/address", `the address of the server at "${url.host}" holds a name, a password or a query`, {
      hint: "leave it out: a key is read from the environment variable STAGEWRIGHT_API_KEY or OPENAI_API_KEY",
    });
  }
  const segments = url.pathname
    .replace(/\/chat\/completions\/?$/, "")
    .split("/")
    .filter((segment) => segment !== "");
  if (!segments.some((segment) => VERSION.test(segment))) segments.push("v1");
  return `${url.origin}/${segments.join("/")}`;
}
