import { refuse } from "../options.js";
import { phrasePattern } from "../phrase-pattern.js";
import type { Hit } from "./hit.js";
import { unhidden } from "./unhidden.js";

/** What people write over things that are not for the world. */
export const HELD_BACK: readonly string[] = [
  "strictly confidential",
  "company confidential",
  "internal use only",
  "do not distribute",
  "not for distribution",
  "do not share externally",
  "not for publication",
  "under embargo",
  "strict confidențial",
  "doar pentru uz intern",
];

/** Finds each of the phrases in the raw text, whatever its case, spaces and unseen marks. */
export function heldBackFinder(phrases: readonly string[]): (text: string) => readonly Hit[] {
  const rule = "safety/held-back";
  const empty = phrases.find((phrase) => !/[\p{L}\p{N}]/u.test(phrase));
  if (empty !== undefined) refuse(rule, `the phrase "${empty}" has no letter or digit, expected words`);
  if (phrases.length === 0) return () => [];
  const pattern = phrasePattern(phrases);
  return (original) => {
    const { text, originalOffset } = unhidden(original);
    return [...text.matchAll(pattern)].map(({ index, 0: phrase }) => ({
      rule,
      severity: "error",
      from: originalOffset(index),
      to: originalOffset(index + phrase.length - 1) + 1,
      message: `"${phrase.replace(/\s+/g, " ")}" is to be held back: take out what it stands over, or say it without that`,
      isHidden: false,
    }));
  };
}
