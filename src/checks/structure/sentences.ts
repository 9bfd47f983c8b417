import type { Check, Finding, Severity } from "../../dsl/index.js";
import { amount, grouped } from "../amount.js";
import { assertWhole, refuse } from "../options.js";
import { offsetsOf } from "../text/block.js";
import { parseText, type Text } from "../text/parse-text.js";
import { sentencesOf } from "../text/sentences.js";
import { countWordsIn } from "../text/words.js";
import { opening } from "./opening.js";
import type { StructureRule } from "./rule.js";

export interface SentenceLimits {
  /** The greatest number of words of one sentence. */
  readonly maxWords?: number;
  /** The greatest number of sentences of the text. */
  readonly max?: number;
  /** `error` by default. */
  readonly severity?: Severity;
}

const rule = "structure/sentences";

/**
 * At most `maxWords` words in each sentence, one finding for each longer one; at most `max` sentences in the text, one finding at
 * the first past it. Sentences stand in paragraphs and items of lists. Throws `check/options` on limits that are missing or no whole numbers.
 *
 * @example
 * sentences({ maxWords: 40 })
 */
export function sentences({ maxWords, max, severity = "error" }: SentenceLimits): Check<Text> {
  if (maxWords === undefined && max === undefined) refuse(rule, `neither "maxWords" nor "max" is given, expected one of them`);
  if (maxWords !== undefined) assertWhole(rule, "maxWords", maxWords, 1);
  if (max !== undefined) assertWhole(rule, "max", max, 0);
  return {
    rule,
    options: { maxWords, max, severity },
    run(text) {
      const { blocks, placeAt } = parseText(text);
      const findings: Finding[] = [];
      let count = 0;
      let firstPast: number | undefined;
      for (const block of blocks) {
        if (block.kind !== "paragraph" && block.kind !== "listItem") continue;
        const offsetAt = offsetsOf(block);
        for (const { from, to } of sentencesOf(block)) {
          const length = countWordsIn(block.prose.slice(from, to));
          if (length === 0) continue;
          if (count++ === max) firstPast = offsetAt(from);
          if (maxWords === undefined || length <= maxWords) continue;
          const message = `"${opening(block.prose, from, to)}" is a sentence of ${amount(length, "word")}, expected at most ${grouped(maxWords)}: split it`;
          findings.push({ rule, severity, message, at: placeAt(offsetAt(from)) });
        }
      }
      if (max !== undefined && firstPast !== undefined) {
        const message = `the text has ${amount(count, "sentence")}, expected at most ${grouped(max)}: take out ${grouped(count - max)}`;
        findings.push({ rule, severity, message, at: placeAt(firstPast) });
      }
      return findings;
    },
  };
}

export const sentencesRule: StructureRule<SentenceLimits> = {
  page: {
    id: rule,
    why: "A long sentence has to be held in mind as a whole before it can be understood.",
    fix: "Split the sentence where it starts a new thought; take out sentences that say nothing new.",
    counts:
      "Sentences of paragraphs and of items of lists, by Unicode's rules, joined again after abbreviations of English, Romanian and German. " +
      "A line break ends none, nor does a point inside a number, a version or a file name. Words as in structure/words.",
    examples: {
      bad: ["We ran it again and it still failed on us.", "One. Two. Three. Four."],
      good: ["We ran it, e.g. with v1.2.3. It failed.", "Dr. Popescu stă pe str. Lungă nr. 5. A venit."],
    },
  },
  exampleOptions: { maxWords: 8, max: 3 },
  check: sentences,
};
