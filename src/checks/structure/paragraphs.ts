import type { Check, Finding, Severity } from "../../dsl/index.js";
import { amount, grouped } from "../amount.js";
import { assertWhole, refuse } from "../options.js";
import { offsetsOf } from "../text/block.js";
import { parseText, type Text } from "../text/parse-text.js";
import { sentencesOf } from "../text/sentences.js";
import { countWordsIn, wordStarts } from "../text/words.js";
import { opening } from "./opening.js";
import type { StructureRule } from "./rule.js";

export interface ParagraphLimits {
  /** The greatest number of words of one paragraph. */
  readonly maxWords?: number;
  /** The greatest number of sentences of one paragraph. */
  readonly maxSentences?: number;
  /** The greatest number of paragraphs of the text. */
  readonly max?: number;
  /** `error` by default. */
  readonly severity?: Severity;
}

const rule = "structure/paragraphs";

/**
 * At most so many words and sentences in each paragraph, and so many paragraphs in the text. Items of lists and cells of tables are no
 * paragraphs. Throws `check/options` on limits that are missing or no whole numbers.
 *
 * @example
 * paragraphs({ maxWords: 150, maxSentences: 6 })
 */
export function paragraphs({ maxWords, maxSentences, max, severity = "error" }: ParagraphLimits): Check<Text> {
  const limits = { maxWords, maxSentences, max };
  if (Object.values(limits).every((limit) => limit === undefined)) {
    refuse(rule, `none of "maxWords", "maxSentences" and "max" is given, expected at least one of them`);
  }
  for (const [name, limit] of Object.entries(limits)) if (limit !== undefined) assertWhole(rule, name, limit, name === "max" ? 0 : 1);
  return {
    rule,
    options: { ...limits, severity },
    run(text) {
      const { blocks, placeAt } = parseText(text);
      const findings: Finding[] = [];
      let count = 0;
      let firstPast: number | undefined;
      for (const block of blocks) {
        if (block.kind !== "paragraph") continue;
        const start = wordStarts(block.prose).next().value;
        if (start === undefined) continue;
        const at = offsetsOf(block)(start);
        if (count++ === max) firstPast = at;
        const find = (size: string, limit: number) => {
          const message = `"${opening(block.prose, start, block.prose.length)}" opens a paragraph of ${size}, expected at most ${grouped(limit)}: split it`;
          findings.push({ rule, severity, message, at: placeAt(at) });
        };
        const words = maxWords === undefined ? 0 : countWordsIn(block.prose);
        if (maxWords !== undefined && words > maxWords) find(amount(words, "word"), maxWords);
        const sentences = maxSentences === undefined ? 0 : sentencesOf(block).length;
        if (maxSentences !== undefined && sentences > maxSentences) find(amount(sentences, "sentence"), maxSentences);
      }
      if (max !== undefined && firstPast !== undefined) {
        const message = `the text has ${amount(count, "paragraph")}, expected at most ${grouped(max)}: merge or take out ${grouped(count - max)}`;
        findings.push({ rule, severity, message, at: placeAt(firstPast) });
      }
      return findings;
    },
  };
}

export const paragraphsRule: StructureRule<ParagraphLimits> = {
  page: {
    id: rule,
    why: "A paragraph that fills the screen hides where its thought changes.",
    fix: "Begin a new paragraph where a new thought begins.",
    counts:
      "Paragraphs with at least a word, outside of lists, tables and quotations. Words and sentences as in structure/words and structure/sentences.",
    examples: {
      bad: ["One two three four five six seven.", "One. Two. Three.", "A.\n\nB.\n\nC."],
      good: ["One two three.\nFour five six.", "# Title\n\nA.\n\n- item\n- item\n\n> quoted\n\nB."],
    },
  },
  exampleOptions: { maxWords: 6, maxSentences: 2, max: 2 },
  check: paragraphs,
};
