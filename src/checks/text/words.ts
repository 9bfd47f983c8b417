import { parseText, type Text } from "./parse-text.js";

const LETTER = "[\\p{L}\\p{M}\\p{N}]";

/** What keeps two letters in one word: `don't`, `e-mail`, `v1.2`, `e.g`, `parse.ts`, `1,000`, `10:30`, `z.B`. */
const JOINT = `['’ʼ‐‑_-]|\\.(?=[\\p{Ll}\\p{N}])|(?<=\\p{N})[,:](?=\\p{N})|(?<=(?<!${LETTER})\\p{L})\\.(?=\\p{Lu})`;

/**
 * Where a word begins: at a letter, mark or digit that follows neither one of its kind, nor one with a joint between.
 * To match whole words would overflow the stack on one of millions of letters.
 */
const WORD_START = new RegExp(`(?<!${LETTER})${LETTER}(?<!${LETTER}(?:${JOINT})${LETTER})`, "gu");

/** The indexes at which the words of a block's prose begin. */
export function* wordStarts(prose: string): Generator<number> {
  for (const { index } of prose.matchAll(WORD_START)) yield index;
}

export function countWordsIn(prose: string): number {
  return prose.match(WORD_START)?.length ?? 0;
}

/**
 * The words of prose in a text, those of headings, lists and tables included; code, quotations, targets of links and front
 * matter are not prose. Apostrophes, hyphens and underscores inside a word do not part it, nor do the points and commas inside
 * numbers, versions, abbreviations and file names.
 *
 * @example
 * countWords("# A day\n\nWe don't stop at v1.2.") // 7
 */
export function countWords(text: Text): number {
  return parseText(text).blocks.reduce((sum, block) => sum + countWordsIn(block.prose), 0);
}
