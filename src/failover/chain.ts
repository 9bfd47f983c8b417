import { StagewrightError } from "../dsl/index.js";
import { type Catalog, type CompleteRequest, type ModelEntry, type ModelName, nearestNames, readModelName } from "../model/index.js";

/** A model of a chain: as it is named, and what that stands for. */
export interface Candidate {
  readonly name: string;
  readonly entry: ModelEntry | undefined;
  readonly model: ModelName;
  /** How many tokens question and answer may have together, where that is known. */
  readonly windowTokens: number | undefined;
}

export type Chain = readonly [Candidate, ...Candidate[]];

/**
 * The models that a request may go to, in order, each once.
 *
 * @throws StagewrightError `model/unknown`, `model/address` for a name that stands for nothing, before anything is asked.
 */
export function chainOf(request: CompleteRequest, catalog: Catalog): Chain {
  const { model, fallbacks = [], contextTokens } = request;
  const candidate = (name: string): Candidate => {
    const entry = entryOf(catalog, name);
    const read = readModel(name, catalog);
    // Only Ollama makes its window as large as the request says.
    const asked = read.kind === "ollama" ? contextTokens : undefined;
    return { name, entry, model: read, windowTokens: asked ?? entry?.contextTokens };
  };
  const others = [...new Set(fallbacks)].filter((name) => name !== model);
  return [candidate(model), ...others.map(candidate)];
}

/** What the catalog says of a short name. */
export function entryOf(catalog: Catalog, name: string): ModelEntry | undefined {
  return Object.hasOwn(catalog, name) ? catalog[name] : undefined;
}

function readModel(name: string, catalog: Catalog): ModelName {
  const literal = entryOf(catalog, name)?.model ?? name;
  // A provider and a model are told how they are written; any other word was meant for the config.
  if (literal !== name || literal.includes(":") || literal === "embedded") return readModelName(literal);
  const names = Object.keys(catalog);
  const nearest = nearestNames(name, names).map((near) => `"${near}"`);
  throw new StagewrightError("model/unknown", `the config has no model "${name}"`, {
    hint:
      nearest.length === 0
        ? 'its `models` name none; write a provider and a model, as in "ollama:#qwen3", or add it there'
        : `the nearest of its ${names.length === 1 ? "one name is" : `${names.length} names are`} ${nearest.join(", ")}`,
  });
}
