import type { Catalog } from "../model/index.js";
import type { NamedPool, Pools } from "./pools.js";
import { readServer } from "./server-address.js";

/**
 * The pool that a model draws on: the one that its entry in the config names, else the one whose server is the model's.
 * A model that is named by its provider and address shares the server like any other.
 */
export function poolOf({
  pools,
  models = {},
}: {
  readonly pools: Pools;
  readonly models?: Catalog;
}): (model: string) => NamedPool | undefined {
  const byServer = new Map(Object.entries(pools).map(([name, pool]) => [idOf(pool.server), { name, pool }]));
  return (model) => {
    const entry = Object.hasOwn(models, model) ? models[model] : undefined;
    const named = entry?.pool;
    if (named !== undefined) {
      const pool = Object.hasOwn(pools, named) ? pools[named] : undefined;
      return pool && { name: named, pool, ...(entry && { entry }) };
    }
    const id = serverOf(entry?.model ?? model);
    const found = id === undefined ? undefined : byServer.get(id);
    return found && { ...found, ...(entry && { entry }) };
  };
}

/** `ollama:#qwen3` is at the address that need not be written. */
function serverOf(model: string): string | undefined {
  const server = model.split("#")[0]?.trim() ?? "";
  return idOf(server === "ollama:" || server === "ollama" ? "ollama:http://127.0.0.1:11434" : server);
}

function idOf(server: string): string | undefined {
  const address = readServer(server.replace(/\/chat(\/completions)?\/?$/, ""));
  return "fault" in address ? undefined : address.id;
}
