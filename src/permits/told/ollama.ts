import { z } from "zod";
import { type AskPath, jsonOf, smallest, type Told } from "./told.js";

/** `context_length` came later than the rest; an older Ollama lists its models without it. */
const Loaded = z.object({ models: z.array(z.object({ name: z.string(), context_length: z.int().positive().optional() })) });

/** Ollama: `/api/ps` gives the context of each model that is loaded. It does not tell how many calls it takes at once. */
export async function toldByOllama(ask: AskPath): Promise<Told | undefined> {
  const loaded = Loaded.safeParse(jsonOf(await ask("/api/ps"))).data;
  if (loaded === undefined) return undefined;
  const windows = new Map(
    loaded.models.flatMap(({ name, context_length: window }) => (window === undefined ? [] : [[name, window] as const])),
  );
  return { software: "Ollama", windows, atLeast: smallest(windows), atMost: undefined, isSizedByCall: true };
}
