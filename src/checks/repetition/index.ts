import type { Pack } from "../pack.js";
import { loop } from "./loop.js";
import { promptRepeated } from "./prompt.js";
import { REPETITION_RULES } from "./rules.js";
import { sentence } from "./sentence.js";

export interface RepetitionOptions {
  /** What the model was sent; without it nothing is compared with a prompt. */
  readonly prompt?: string;
}

/**
 * What is said twice: a sentence, a run of words that goes round and round, a stretch of the prompt.
 *
 * @example
 * repetition.checks({ prompt: "Write a post about the day." })
 */
export const repetition: Pack<RepetitionOptions> = {
  name: "repetition",
  description: "the same sentence twice, words that loop, a text that repeats its prompt",
  rules: REPETITION_RULES,
  checks: ({ prompt } = {}) => [sentence(), loop(), ...(prompt === undefined ? [] : [promptRepeated({ prompt })])],
};
