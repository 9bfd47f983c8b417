import { ANY_DAY, ANY_MONTH } from "./calendar.js";

/** What a text may hold, as bits: told by its words one form at a time, so that most texts are not searched for it. Beside those of `MAY`. */
export const HOLDS = { digit: 32, month: 64, day: 128, inWords: 256, percent: 512, size: 1_024, anything: 0xff_ff } as const;

const IN_WORDS = /third|quarter|half|fourth|fifth|sixth|enth|eighth|ninth|elfth|tieth|\d(?:st|nd|rd|th)|past|clock|^(?:hour|day|week)/;
/** `percent`, `per cent`, `la sută`, `Prozent`. */
const PERCENT = /cent|sută|prozent/i;
/** What every size has, in a word of its own or behind its number. */
export const HAS_SIZE = /[kmgt]i?b|byte|octeți/i;

/** What a text holds that has this word. */
export function heldBy(form: string): number {
  const plain = form.replace(/[şŞ]/g, "ș").replace(/[ţŢ]/g, "ț");
  return (
    (/\d/.test(plain) ? HOLDS.digit : 0) |
    (ANY_MONTH.test(plain) ? HOLDS.month : 0) |
    (ANY_DAY.test(plain) ? HOLDS.day : 0) |
    (IN_WORDS.test(plain) ? HOLDS.inWords : 0) |
    (PERCENT.test(plain) ? HOLDS.percent : 0) |
    (HAS_SIZE.test(plain) ? HOLDS.size : 0)
  );
}
