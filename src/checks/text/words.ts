import { parseText, type Text } from "./parse-text.js";

/** A word: letters, marks and digits of any script, with apostrophes and hyphens inside it (`don't`, `într-o`, `e-mail`). */
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu;

/** The words of a block's prose, with their indexes in it. */
export function* wordsIn(prose: string): Generator<{ readonly word: string; readonly index: number }> {
  for (const match of prose.matchAll(WORD)) yield { word: match[0], index: match.index };
}

export function countWordsIn(prose: string): number {
  return prose.match(WORD)?.length ?? 0;
}

/**
 * The words of prose in a text, those of headings, lists and tables included; code, quotations, targets of links and front
 * matter are not prose.
 *
 * @example
 * countWords("# A day\n\nWe don't stop.") // 5
 */
export function countWords(text: Text): number {
  return parseText(text).blocks.reduce((sum, block) => sum + countWordsIn(block.prose), 0);
}
