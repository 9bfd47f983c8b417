import type { Numeral } from "./numerals.js";

/** Things that a text counts of itself, or that any two of a kind are. */
const OF_SPEECH =
  /^[ -](?:(?:main|different|other|separate|simple|such|good|key|big|small|distinct|possible|more|further|kinds? of|sorts? of)\s)?(?:ways?|things?|reasons?|sides?|halves|points?|options?|cases?|kinds?|sorts?|ideas?|questions?|answers?|words?|ends?|directions?|lessons?|goals?|choices|worlds?|minds?|thirds?|quarters?|fold|moduri|feluri|lucruri|motive|părți|idei|întrebări|cuvinte)(?![\p{L}])/u;
const PLACE_IN_TEXT =
  /(?:section|chapter|figure|fig\.|table|step|part|appendix|page|item|point|example|note|footnote|listing|phase|stage|level|tier|secțiunea|capitolul|figura|tabelul|pasul|partea|pagina|§) ?$/u;
const PAIR = /(?:the|these|those|both|other|its|our|their|your|his|her|any|either|between|cele|cei|ambele|între) $/u;
const CHOICE_BEFORE = /(?:\d|one|two|three|four|five|un|o|doi|două|trei)(?: or | sau |-)$/u;
const CHOICE_AFTER = /^(?: or | sau )(?:two|three|four|five|six|ten|more|so|doi|două|trei|patru|mai)(?![\p{L}])/u;

/**
 * Whether a number counts nothing that facts could hold; what stands before and after it is given in small letters:
 *
 * - zero and one as words, which are a pronoun or an article as often as not, and "a" before anything but a dozen, a hundred, …;
 * - two as a pair that was spoken of before: "the two", "both of the two", "between two";
 * - a word up to twelve before something that a text counts of itself: "two ways", "three main reasons";
 * - a guess with a choice in it: "one or two", "two or three";
 * - the number of a section, a step, a page, a figure; the ordinals up to tenth are words and are never looked at.
 */
export function isOrdinary({ values, isWord }: Numeral, before: string, after: string): boolean {
  const [value = 0] = values;
  if (PLACE_IN_TEXT.test(before) && value < 1_000) return true;
  // `UTF-8` is a name, and so is what is open 24/7.
  if (/\p{L}-$/u.test(before) || (value === 24 && after.startsWith("/7"))) return true;
  // `3D` and `2nd` are names and ordinals rather than numbers.
  if (!isWord) return /^(?:d\b|(?:st|nd|rd|th)\b|[\p{L}_])/u.test(after);
  if (value <= 1) return true;
  if (value === 2 && PAIR.test(before)) return true;
  if (/^-\p{L}/u.test(after) && value <= 12) return true;
  return value <= 12 && (OF_SPEECH.test(after) || CHOICE_BEFORE.test(before) || CHOICE_AFTER.test(after));
}
