import type { CompleteRequest, Price } from "../model/index.js";
import { type NanoUsd, priced } from "./money.js";

/** Text has three to five bytes a token, code about three: with three the estimate is seldom too low. */
const BYTES_PER_TOKEN = 3;
/** What a provider wraps around each message. */
const TOKENS_PER_MESSAGE = 8;
/** The longest answer that is reckoned with, where neither the request nor the catalog has a limit. */
export const DEFAULT_MAX_TOKENS = 8_192;

/** What a call can take. */
export interface Estimate {
  /** Without a price nobody knows. */
  readonly cost: NanoUsd | undefined;
  /** Of input and output together. */
  readonly tokens: number;
}

/** How much a call can take, were its answer as long as it may be and nothing of its input in a cache. */
export function estimateOf(request: CompleteRequest, { price, maxTokens }: { price: Price | undefined; maxTokens: number }): Estimate {
  const { messages, tools, schema, reasoningTokens = 0 } = request;
  const bytes = Buffer.byteLength(JSON.stringify([messages, tools, schema]));
  const input = Math.ceil(bytes / BYTES_PER_TOKEN) + TOKENS_PER_MESSAGE * messages.length;
  const output = maxTokens + reasoningTokens;
  return { cost: price && costOfMost(input, output, price), tokens: input + output };
}

function costOfMost(input: number, output: number, price: Price): NanoUsd {
  const { inputPerMillion, cacheWritePerMillion = 0, cacheReadPerMillion = 0, outputPerMillion } = price;
  return priced([
    [input, Math.max(inputPerMillion, cacheWritePerMillion, cacheReadPerMillion)],
    [output, outputPerMillion],
  ]);
}
