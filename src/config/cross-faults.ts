import { isStagewrightError } from "../dsl/index.js";
import { describeModel } from "../model/index.js";
import type { Fault } from "./fault.js";
import { nearest } from "./nearest.js";
import { type Found, walk } from "./walk.js";

/** Where a model is named: by its short name in `models`, or in full. */
const MODEL_PLACES = [
  ["routes", "rules", "*", "use", "*"],
  ["routes", "tiers", "*", "*"],
];

/** Names that mean something else wherever a model is named. */
const TAKEN: Readonly<Record<string, string>> = {
  embedded: "the model that comes with the package",
  route: "the word for a run whose models are chosen by `routes`",
};

/**
 * What no part of a config can see by itself: names that lead nowhere, names that are taken, prices that contradict each
 * other. Looks at the config as it is written, so that it is all said at once with what else is wrong.
 */
export function crossFaults(config: unknown): readonly Fault[] {
  const models = namesIn(config, "models");
  const pools = namesIn(config, "pools");
  return [
    ...walk(config, ["models", "*"]).flatMap(takenName),
    ...texts(config, ["models", "*", "model"]).flatMap((found) => faultOr(found, fullNameFault(found.text, models))),
    ...texts(config, ["models", "*", "pool"]).flatMap((found) => faultOr(found, listedFault(found.text, pools, "pool", "pools"))),
    ...walk(config, ["models", "*", "prices"]).flatMap(datesTwice),
    ...MODEL_PLACES.flatMap((place) => texts(config, place)).flatMap((found) => faultOr(found, modelFault(found.text, models))),
  ];
}

interface FoundText extends Found {
  readonly text: string;
}

function texts(config: unknown, keys: readonly string[]): readonly FoundText[] {
  return walk(config, keys).flatMap((found) =>
    typeof found.value === "string" && found.value !== "" ? [{ ...found, text: found.value }] : [],
  );
}

function namesIn(config: unknown, part: string): readonly string[] {
  return walk(config, [part, "*"]).map(({ path }) => String(path.at(-1)));
}

function faultOr({ path }: Found, message: string | undefined): readonly Fault[] {
  return message === undefined ? [] : [{ path, message }];
}

function takenName({ path }: Found): readonly Fault[] {
  const what = TAKEN[String(path.at(-1))];
  return what === undefined ? [] : [{ path, message: `is ${what}: give yours another name` }];
}

/** A colon makes a name a full one: no short name has any. */
function modelFault(name: string, models: readonly string[]): string | undefined {
  if (name === "embedded" || models.includes(name)) return undefined;
  return name.includes(":") ? fullNameFault(name, models) : listedFault(name, models, "model", "models");
}

function fullNameFault(name: string, models: readonly string[]): string | undefined {
  try {
    describeModel(name);
    return undefined;
  } catch (error) {
    if (!isStagewrightError(error)) throw error;
    if (models.includes(name)) return `"${name}" is itself a name in "models": write a provider and a model, as in "ollama:#qwen3"`;
    return error.code === "model/unknown" ? noProvider(name) : `${error.message}: ${error.hint}`;
  }
}

/** The providers, each with how a model of it is named. */
const PROVIDERS = { ollama: "ollama:#qwen3", openai: "openai:http://127.0.0.1:8080#qwen3", anthropic: "anthropic:#claude-sonnet-4-5" };

function noProvider(name: string): string {
  const [written = "", ...rest] = name.split(":");
  const near = nearest(written, Object.keys(PROVIDERS));
  const hint =
    near === undefined || rest.length === 0
      ? `models are named as in ${listed(Object.values(PROVIDERS))}`
      : `did you mean "${[near, ...rest].join(":")}"?`;
  return `there is no model "${name}"; ${hint}`;
}

function listedFault(name: string, names: readonly string[], kind: string, part: string): string | undefined {
  if (names.includes(name)) return undefined;
  if (names.length === 0) return `there is no ${kind} "${name}": "${part}" has none`;
  const near = nearest(name, names);
  const hint = near === undefined ? `there ${names.length === 1 ? "is" : "are"} ${listed(names)}` : `did you mean "${near}"?`;
  return `there is no ${kind} "${name}" in "${part}"; ${hint}`;
}

function listed(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(", ");
}

function datesTwice({ path, value }: Found): readonly Fault[] {
  const seen = new Set<string>();
  return texts(value, ["*", "from"]).flatMap((found) => {
    if (!seen.has(found.text)) {
      seen.add(found.text);
      return [];
    }
    return [{ path: [...path, ...found.path], message: `there are two prices from "${found.text}": which of them holds?` }];
  });
}
