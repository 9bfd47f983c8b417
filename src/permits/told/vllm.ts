import { z } from "zod";
import { type AskPath, jsonOf, smallest, type Told } from "./told.js";

const Models = z.object({ data: z.array(z.object({ id: z.string(), max_model_len: z.int().positive() })).min(1) });

/**
 * vLLM: `/v1/models` gives the window, and `/metrics` the size of the cache, as a number of tokens or as blocks of a size.
 * It does not start with a cache that is smaller than the window, so the window is what is certain without the metrics.
 */
export async function toldByVllm(ask: AskPath): Promise<Told | undefined> {
  const [models, metrics] = await Promise.all([ask("/v1/models"), ask("/metrics")]);
  const listed = Models.safeParse(jsonOf(models)).data;
  if (listed === undefined) return undefined;
  const windows = new Map(listed.data.map(({ id, max_model_len: window }) => [id, window]));
  const cache = cacheTokens(metrics ?? "");
  return { software: "vLLM", windows, atLeast: cache ?? smallest(windows), atMost: cache, isSizedByCall: false };
}

/** Each engine has a cache of its own, and a line of its own. */
function cacheTokens(metrics: string): number | undefined {
  const sizes = metrics
    .split("\n")
    .flatMap((line) => /^vllm:cache_config_info\{(.*)\}/.exec(line)?.[1] ?? [])
    .map(sizeOf);
  return sizes.length === 0 || sizes.includes(undefined) ? undefined : sizes.reduce((sum: number, size) => sum + (size ?? 0), 0);
}

function sizeOf(labels: string): number | undefined {
  const number = (name: string) => {
    const digits = new RegExp(`(?:^|,)${name}="(\\d+)"`).exec(labels)?.[1];
    return digits === undefined || Number(digits) === 0 ? undefined : Number(digits);
  };
  const blocks = number("num_gpu_blocks");
  const blockSize = number("block_size");
  return number("kv_cache_size_tokens") ?? (blocks === undefined || blockSize === undefined ? undefined : blocks * blockSize);
}
