import { parseText, type Text } from "./parse-text.js";

/**
 * Where a word begins: at a letter, mark or digit that follows neither one of its kind, nor one with an apostrophe or a hyphen
 * (`don't`, `într-o` and `e-mail` are one word each). To match whole words would overflow the stack on one of millions of letters.
 */
const WORD_START = /[\p{L}\p{M}\p{N}](?<![\p{L}\p{M}\p{N}]['’-]?[\p{L}\p{M}\p{N}])/gu;

/** The indexes at which the words of a block's prose begin. */
export function* wordStarts(prose: string): Generator<number> {
  for (const { index } of prose.matchAll(WORD_START)) yield index;
}

export function countWordsIn(prose: string): number {
  return prose.match(WORD_START)?.length ?? 0;
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
