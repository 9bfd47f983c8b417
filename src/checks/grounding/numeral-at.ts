import { endOfRun, KIND, kindAt, OF_WORD } from "../text/letters.js";
import { WORDS_OF_NUMERALS } from "./numerals.js";

/** Digits in groups set off by a comma, a space or an apostrophe, or all in one; then a fraction. */
const DIGITS = /\d{1,3}(?:[,'’ \u00a0\u202f]\d{3})+(?!\d)(?:\.\d{1,9})?|\d{1,25}(?:[.,]\d{1,30})?/y;
const EXPONENT = /e[+-]?\d{1,3}/y;
const BEHIND_DIGITS = /thousand|million|billion|mii|milioane|miliarde|mie|milion|miliard/y;

/**
 * Where the number ends that begins at `at`, in digits or in words; `at` where none does. The text is in small letters. By hand, since one
 * pattern of all number words with all that may follow takes an engine longer to make than to try.
 */
export function endOfNumeral(text: string, at: number, isRomanian: boolean): number {
  const unit = text.charCodeAt(at);
  if (unit >= 0x30 && unit <= 0x39) return endOfDigits(text, at);
  const english = endOfWords(text, at, "english");
  return english === at && isRomanian ? endOfWords(text, at, "romanian") : english;
}

function endOfDigits(text: string, at: number): number {
  const end = endOfMatch(DIGITS, text, at);
  const next = text.charAt(end);
  if (next === "e") {
    const stop = endOfMatch(EXPONENT, text, end);
    return (kindAt(text, stop) & (KIND.letter | KIND.number)) === 0 ? stop : end;
  }
  if (next === "k") return (kindAt(text, end + 1) & (KIND.letter | KIND.number)) === 0 ? end + 1 : end;
  if (next !== " " && next !== "\u00a0") return end;
  const stop = endOfMatch(BEHIND_DIGITS, text, end + 1);
  return stop > end + 1 && (kindAt(text, stop) & KIND.letter) === 0 ? stop : end;
}

function endOfMatch(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

type Language = keyof typeof WORDS_OF_NUMERALS;

/** `a thousand`, `two hundred and five`, `o sută de mii`: a number below a hundred, or one, with a group behind it and what comes on top. */
function endOfWords(text: string, at: number, language: Language): number {
  const { ones, groups } = WORDS_OF_NUMERALS[language];
  const small = endOfSmall(text, at, language);
  const end = small === at ? endOfOneOf(ones, text, at) : small;
  if (end === at) return at;
  const group = groupFrom(text, text.startsWith(" de ", end) ? end + 3 : end, groups);
  if (group === undefined) return small;
  if (text.charAt(group) !== " ") return group;
  const more = text.startsWith(" and ", group) ? group + 5 : group + 1;
  const most = endOfSmall(text, more, language);
  return most === more ? group : most;
}

function groupFrom(text: string, at: number, groups: ReadonlySet<string>): number | undefined {
  if (text.charAt(at) !== " ") return undefined;
  const end = endOfOneOf(groups, text, at + 1);
  return end === at + 1 ? undefined : end;
}

/** A number below a hundred: `twelve`, `twenty-five`, `douăzeci și cinci`. */
function endOfSmall(text: string, at: number, language: Language): number {
  const { small, tens, digits, joints } = WORDS_OF_NUMERALS[language];
  const end = endOfOneOf(tens, text, at);
  if (end === at) return endOfOneOf(small, text, at);
  const joint = joints.find((one) => text.startsWith(one, end));
  if (joint === undefined) return end;
  const digit = end + joint.length;
  const stop = endOfOneOf(digits, text, digit);
  return stop === digit ? end : stop;
}

const LONGEST_WORD = 16;

function endOfOneOf(words: ReadonlySet<string>, text: string, at: number): number {
  if ((kindAt(text, at) & OF_WORD) === 0) return at;
  const end = endOfRun(text, at);
  return end - at <= LONGEST_WORD && words.has(text.slice(at, end)) ? end : at;
}
