import { KIND, kindAt } from "../text/letters.js";

export interface Word {
  readonly text: string;
  readonly index: number;
  readonly isCapital: boolean;
}

const WORD = /[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}]|['’.+#-](?=[\p{L}\p{M}\p{N}])){0,63}[+#]{0,2}/gu;
const CAPITAL_I = 73;

/** The first word at or behind a place. */
export function nextWord(prose: string, from: number): Word | undefined {
  WORD.lastIndex = from;
  const match = WORD.exec(prose);
  return match === null ? undefined : { text: match[0], index: match.index, isCapital: isCapital(match[0]) };
}

export function endOf({ index, text }: Word): number {
  return index + text.length;
}

/** As names are compared: in small letters, without a possessive. */
export function plainName(word: string): string {
  return word
    .normalize("NFC")
    .toLowerCase()
    .replace(/['’]s?$/, "");
}

/** Whether it begins with a capital that is not that of "I". */
export function isCapital(word: string): boolean {
  if ((kindAt(word, 0) & KIND.upper) === 0) return false;
  return word.charCodeAt(0) !== CAPITAL_I || (word.length > 1 && word.charAt(1) !== "'" && word.charAt(1) !== "’");
}
