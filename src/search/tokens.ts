import { foldedWord } from "./folded-word.js";

/** A word, or a pair of characters of a script without spaces, as it is searched for, and the stretch of the text that it was made of. */
export interface Token {
  readonly word: string;
  readonly from: number;
  readonly to: number;
  /** The last character of a run of such a script, which stands alone behind its pairs. */
  readonly isLast?: true;
}

/** Words of letters, marks and digits, with what is unseen inside them, and pictures with what is joined to them. A blank of no width parts words. */
const WORD =
  /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}]|(?!\u200b)\p{Cf}(?=[\p{L}\p{N}\p{M}]))*|\p{M}+|\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]*(?:\u200d\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]*)*/gu;
/** Scripts whose words are not parted by blanks; and Korean, whose words change at their ends. */
const UNSPACED =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Bopomofo}\\p{Script=Yi}\\u30fc\\uff70";
const UNSPACED_LETTER = new RegExp(`[${UNSPACED}]`, "u");
/** A Korean syllable that is written letter by letter. */
const SYLLABLE = "[\\u1100-\\u115f\\ua960-\\ua97f]+[\\u1160-\\u11a7\\ud7b0-\\ud7c6]*[\\u11a8-\\u11ff\\ud7cb-\\ud7fb]*";
/** One character of such a script with its marks, or a run of anything else. */
const PART = new RegExp(
  `((?:${SYLLABLE}|[${UNSPACED}])(?:(?![${UNSPACED}])[\\p{M}\\p{Cf}]|(?=\\p{M})[${UNSPACED}])*)|[^${UNSPACED}]+`,
  "gu",
);
const FOLDED = /[\p{L}\p{N}\p{M}\p{Extended_Pictographic}]+/gu;
const ASCII = /^\p{ASCII}*$/u;
/** The index takes no word of any length. */
const LONGEST = 120;

/**
 * The words of a text in their order. Scripts without spaces give each pair of neighbours, and the last character of a run alone: a pair is the same in
 * any sentence, where a dictionary of words cuts the same characters in one way in a text and in another in a query, and in another in the next version
 * of the dictionary, which an index on the disk would not survive.
 */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (ASCII.test(word)) tokens.push({ word: cut(word.toLowerCase()), from: index, to: index + word.length });
    else if (UNSPACED_LETTER.test(word)) addMixed(tokens, word, index);
    else addFolded(tokens, word, index);
  }
  return tokens;
}

function addFolded(tokens: Token[], word: string, from: number): void {
  // A letter may stand for several words: ½ is 1 and 2.
  for (const [part] of foldedWord(word).matchAll(FOLDED)) tokens.push({ word: cut(part), from, to: from + word.length });
}

function addMixed(tokens: Token[], word: string, from: number): void {
  let run: { readonly word: string; readonly from: number; readonly to: number }[] = [];
  const endRun = () => {
    for (const [index, one] of run.entries()) {
      const next = run[index + 1];
      tokens.push(next === undefined ? { ...one, isLast: true } : { word: one.word + next.word, from: one.from, to: next.to });
    }
    run = [];
  };
  for (const { 0: part, 1: unspaced, index } of word.matchAll(PART)) {
    if (unspaced === undefined) {
      endRun();
      addFolded(tokens, part, from + index);
      continue;
    }
    const folded = foldedWord(part);
    if (folded !== "") run.push({ word: cut(folded), from: from + index, to: from + index + part.length });
  }
  endRun();
}

function cut(word: string): string {
  return word.length <= LONGEST ? word : word.slice(0, LONGEST).replace(/\p{Surrogate}$/u, "");
}
