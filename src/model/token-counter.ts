import { z } from "zod";
import { StagewrightError } from "../dsl/index.js";
import { estimateTokens } from "./token-estimate.js";

/** How tokens are counted that no server has counted. */
export const TokenizerName = z.enum(["rule-of-thumb", "gpt-tokenizer"]);
export type TokenizerName = z.output<typeof TokenizerName>;

/** The number of tokens in a text. */
export type Tokenizer = (text: string) => number;

/**
 * A tokenizer by its name; none for the rule of thumb.
 *
 * @throws StagewrightError `model/tokenizer` where its package is not installed.
 */
export async function loadTokenizer(
  name: TokenizerName,
  load: () => Promise<{ countTokens: (text: string, options: object) => number }> = () => import("gpt-tokenizer"),
): Promise<Tokenizer | undefined> {
  if (name === "rule-of-thumb") return undefined;
  const { countTokens: count } = await load().catch((cause: unknown) => {
    throw new StagewrightError("model/tokenizer", 'the tokenizer "gpt-tokenizer" is not installed', {
      hint: "`npm install gpt-tokenizer@4`, or leave `tokenizer` out",
      cause,
    });
  });
  // What looks like one of the model's own marks is text like any other here.
  const asText = { disallowedSpecial: new Set<string>() };
  return (text) => count(text, asText);
}

/** Longer runs without a change between letters and blanks take a tokenizer a time that grows with the square. */
const RUN = /\S{2001,}|\s{2001,}/g;

/** How many tokens the texts are, by a tokenizer, or about how many, by the rule of thumb. */
export function countTokens(texts: readonly string[], { tokenizer }: { readonly tokenizer?: Tokenizer | undefined } = {}): number {
  if (tokenizer === undefined) return estimateTokens(texts);
  const runs: string[] = [];
  let sum = 0;
  for (const text of texts) {
    let from = 0;
    for (const { 0: run, index } of text.matchAll(RUN)) {
      if (index > from) sum += tokenizer(text.slice(from, index));
      runs.push(run);
      from = index + run.length;
    }
    if (from < text.length) sum += tokenizer(text.slice(from));
  }
  return sum + (runs.length === 0 ? 0 : estimateTokens(runs));
}

/** Counts tokens and learns, model by model, how far its count is off. */
export interface TokenCounter {
  count(model: string, texts: readonly string[]): number;
  /** Takes in how many tokens a server counted in the texts. */
  learn(model: string, texts: readonly string[], tokens: number): void;
  /** Whether the counts for a model are more than a rule of thumb. */
  isCloseFor(model: string): boolean;
}

/** A short text is mostly the template around it, from which nothing follows for a long one. */
const TELLING_TOKENS = 100;

/** What is learned is kept as long as the process runs. Where there is a tokenizer, nothing has to be learned. */
export function tokenCounter({ tokenizer }: { readonly tokenizer?: Tokenizer | undefined } = {}): TokenCounter {
  const ratios = new Map<string, number>();
  return {
    count: (model, texts) => Math.ceil(countTokens(texts, { tokenizer }) * (ratios.get(model) ?? 1)),
    learn: (model, texts, tokens) => {
      if (tokenizer !== undefined) return;
      const counted = countTokens(texts);
      if (counted >= TELLING_TOKENS && tokens > 0) ratios.set(model, tokens / counted);
    },
    isCloseFor: (model) => tokenizer !== undefined || ratios.has(model),
  };
}
