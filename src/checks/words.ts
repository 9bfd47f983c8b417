import type { Check, Severity } from "../dsl/index.js";
import { amount, grouped } from "./amount.js";
import { assertWhole, refuse } from "./options.js";
import { offsetsOf } from "./text/block.js";
import { type ParsedText, parseText, type Text } from "./text/parse-text.js";
import { wordCounts, wordStarts } from "./text/words.js";

export interface WordLimits {
  readonly max: number;
  /** 0 by default. */
  readonly min?: number;
  /** `error` by default. */
  readonly severity?: Severity;
}

/**
 * At most `max` and at least `min` words of prose, headings included. One finding: at the first word past `max`, or at
 * the last word of a text that is too short. Throws `check/options` on limits that are no whole numbers or cross.
 *
 * @example
 * words({ max: 1_000, min: 300 })
 */
export function words({ max, min = 0, severity = "error" }: WordLimits): Check<Text> {
  const rule = "words";
  assertWhole(rule, "max", max, 1);
  assertWhole(rule, "min", min, 0);
  if (min > max) refuse(rule, `"min" is ${min} and "max" is ${max}, expected "min" to be no more than "max"`);
  return {
    rule,
    options: { max, min, severity },
    run(text) {
      const parsed = parseText(text);
      const counts = wordCounts(parsed);
      const total = counts.reduce((sum, count) => sum + count, 0);
      if (total >= min && total <= max) return [];
      const wish =
        total > max ? `at most ${grouped(max)}: take out ${grouped(total - max)}` : `at least ${grouped(min)}: add ${grouped(min - total)}`;
      const offset = offsetOfWord(parsed, counts, total > max ? max : total - 1);
      const message = `the text has ${amount(total, "word")} of prose, expected ${wish}`;
      return [{ rule, severity, message, ...(offset !== undefined && { at: parsed.placeAt(offset) }) }];
    },
  };
}

/** Where the word with the number `nth`, counted from 0, stands in the original. */
function offsetOfWord({ blocks }: ParsedText, counts: readonly number[], nth: number): number | undefined {
  let before = 0;
  for (const [number, block] of blocks.entries()) {
    const count = counts[number] ?? 0;
    if (nth < before + count) {
      for (const index of wordStarts(block.prose)) if (before++ === nth) return offsetsOf(block)(index);
    }
    before += count;
  }
  return undefined;
}
