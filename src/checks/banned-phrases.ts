import type { Check, Severity } from "../dsl/index.js";
import { refuse } from "./options.js";
import { phrasePattern } from "./phrase-pattern.js";
import { offsetsOf } from "./text/block.js";
import { parseText, type Text } from "./text/parse-text.js";

/**
 * None of the given phrases in prose; one finding for each place where one stands. A phrase is found
 * across marks of emphasis and line breaks inside a block, whatever its case and kind of apostrophe. Throws
 * `check/options` on an empty list or a phrase without a letter.
 *
 * @example
 * bannedPhrases(["synergy", "going forward"])
 */
export function bannedPhrases(phrases: readonly string[], { severity = "error" }: { readonly severity?: Severity } = {}): Check<Text> {
  const rule = "banned-phrase";
  if (phrases.length === 0) refuse(rule, "the list of phrases is empty, expected at least one");
  const empty = phrases.find((phrase) => !/[\p{L}\p{N}]/u.test(phrase));
  if (empty !== undefined) refuse(rule, `the phrase "${empty}" has no letter or digit, expected words`);
  const pattern = phrasePattern(phrases);
  return {
    rule,
    options: { phrases, severity },
    run(text) {
      const { blocks, placeAt } = parseText(text);
      return blocks.flatMap((block) => {
        const matches = [...block.prose.matchAll(pattern)];
        if (matches.length === 0) return [];
        const offsetAt = offsetsOf(block);
        return matches.map(({ 0: phrase, index }) => ({
          rule,
          severity,
          message: `"${phrase.replace(/\s+/g, " ")}" is a banned phrase: say in plain words what is meant, or leave it out`,
          at: placeAt(offsetAt(index)),
        }));
      });
    },
  };
}
