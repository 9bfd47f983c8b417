import { z } from "zod";
import { type AskPath, jsonOf, smallest, type Told } from "./told.js";

const Models = z.object({
  models: z.array(
    z.object({
      key: z.string(),
      loaded_instances: z.array(
        z.object({
          id: z.string(),
          config: z.object({ context_length: z.int().positive(), parallel: z.int().positive().optional() }),
        }),
      ),
    }),
  ),
});
const OlderModels = z.object({
  data: z.array(z.object({ id: z.string(), state: z.string().optional(), loaded_context_length: z.int().positive().optional() })),
});

/**
 * LM Studio: `/api/v1/models` gives the context of each model that is loaded and how many calls it takes at once, and
 * not whether they share it; `/api/v0/models` of older versions gives the context only.
 */
export async function toldByLmStudio(ask: AskPath): Promise<Told | undefined> {
  const listed = Models.safeParse(jsonOf(await ask("/api/v1/models"))).data;
  if (listed === undefined) return toldByOlder(ask);
  const loaded = listed.models.flatMap(({ loaded_instances }) => loaded_instances);
  const windows = new Map(loaded.map(({ id, config }) => [id, config.context_length]));
  const together = loaded.map(({ config }) => (config.parallel === undefined ? undefined : config.context_length * config.parallel));
  const isWhole = together.length > 0 && !together.includes(undefined);
  return toldOf(windows, isWhole ? together.reduce((sum: number, size) => sum + (size ?? 0), 0) : undefined);
}

async function toldByOlder(ask: AskPath): Promise<Told | undefined> {
  const listed = OlderModels.safeParse(jsonOf(await ask("/api/v0/models"))).data;
  if (listed === undefined || !listed.data.some(({ state }) => state !== undefined)) return undefined;
  const windows = listed.data.flatMap(({ id, loaded_context_length: window }) => (window === undefined ? [] : [[id, window] as const]));
  return toldOf(new Map(windows), undefined);
}

function toldOf(windows: ReadonlyMap<string, number>, atMost: number | undefined): Told {
  return { software: "LM Studio", windows, atLeast: smallest(windows), atMost, isSizedByCall: false };
}
