import { kindAt, OF_WORD } from "../text/letters.js";
import { DATE_WORDS } from "./calendar.js";
import { CLOCK_BEGINNINGS } from "./clock-words.js";
import { HOLDS } from "./holds.js";
import { COUNTED_BY_ONE, NUMBER_WORDS } from "./numerals.js";
import { ORDINALS } from "./ordinals.js";
import { SHARED_BY_ONE } from "./shares-in-words.js";

/** Where in a text a detail may begin, in ascending order, so that patterns are tried there and nowhere else. */
export interface Starts {
  readonly numbers: readonly number[];
  readonly dates: readonly number[];
  /** The beginnings of what is no plain word: of a path, an identifier, a version, a commit id. */
  readonly tokens: readonly number[];
  /** What the text may hold at all, as bits of `HOLDS`. */
  readonly holds: number;
}

/** What a word may begin, as bits. */
const MAY = { beNumber: 1, beDate: 2, beToken: 4, beOne: 8, groupNumbers: 16 } as const;

const IS_NUMBER = new RegExp(`^(?:\\d|(?:${[...NUMBER_WORDS, ...CLOCK_BEGINNINGS, ...ORDINALS].join("|")})$)`, "u");
const IS_DATE = new RegExp(`^(?:\\d|(?:${DATE_WORDS.join("|")})$)`, "u");
const GROUPS = new RegExp(`^(?:${[...COUNTED_BY_ONE, ...SHARED_BY_ONE].join("|")}|de|hour|minute|day|week)$`, "u");

/** What a word may begin by itself. */
export function mayBegin(form: string): number {
  const lower = form.toLowerCase().replace(/ş/g, "ș").replace(/ţ/g, "ț");
  const isMixed = /[\p{N}\p{M}]/u.test(form) && /\p{L}/u.test(form);
  return (
    (IS_NUMBER.test(lower) || isMixed ? MAY.beNumber : 0) |
    (IS_DATE.test(form) || isMixed ? MAY.beDate : 0) |
    (isMixed || /^\p{Ll}.*\p{Lu}/su.test(form) ? MAY.beToken : 0) |
    (/^(?:an?|o)$/.test(lower) ? MAY.beOne : 0) |
    (GROUPS.test(lower) ? MAY.groupNumbers : 0)
  );
}

/** Of which form each run of a text is, by what it may begin. */
export interface Words {
  readonly from: ArrayLike<number>;
  readonly to: ArrayLike<number>;
  readonly ids: ArrayLike<number>;
  /** What each form may begin, and what a text with it may hold. */
  readonly bits: ArrayLike<number>;
}

/** The starts in `text`, of whose runs those from `first` up to `end` are. What a run is not now, being masked, begins nothing. */
export function startsIn(text: string, { from, to, ids, bits }: Words, first: number, end: number): Starts {
  const numbers: number[] = [];
  const dates: number[] = [];
  const tokens: number[] = [];
  let tokenEnd = 0;
  let holds = 0;
  for (let run = first; run < end; run += 1) {
    const start = from[run] ?? 0;
    const stop = to[run] ?? 0;
    const may = bits[ids[run] ?? 0] ?? 0;
    holds |= may;
    if ((kindAt(text, start) & OF_WORD) === 0) continue;
    if ((may & MAY.beToken) !== 0 || isJoined(text, start, stop)) {
      if (start >= tokenEnd) {
        let at = start;
        while (at > tokenEnd && isOfToken(text, at - 1)) at -= 1;
        tokenEnd = stop;
        while (isOfToken(text, tokenEnd)) tokenEnd += 1;
        tokens.push(at);
      }
    }
    if ((may & (MAY.beNumber | MAY.beDate | MAY.beOne)) === 0) continue;
    const isOne = (may & MAY.beOne) !== 0 && ((bits[ids[run + 1] ?? -1] ?? 0) & MAY.groupNumbers) !== 0;
    const isMixed = (may & MAY.beToken) !== 0 && (may & MAY.beNumber) !== 0;
    // A name of a day may stand right behind a digit.
    for (let at = start; at === start || (isMixed && at < stop); at += 1) {
      if (isOne || (may & MAY.beNumber) !== 0) numbers.push(at);
      if ((may & MAY.beDate) !== 0) dates.push(at);
    }
  }
  return { numbers, dates, tokens, holds };
}

/** The same for a text that nobody has cut into runs yet. */
export function startsOf(text: string): Starts {
  const [from, to, bits]: [number[], number[], number[]] = [[], [], []];
  for (const { 0: form, index } of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    from.push(index);
    to.push(index + form.length);
    bits.push(mayBegin(form));
  }
  return { ...startsIn(text, { from, to, ids: bits.map((_, run) => run), bits }, 0, bits.length), holds: HOLDS.anything };
}

const OTHERS_OF_TOKEN: ReadonlySet<number> = new Set([..."_./~@$#+\\-"].map((mark) => mark.charCodeAt(0)));

function isOfToken(text: string, at: number): boolean {
  return OTHERS_OF_TOKEN.has(text.charCodeAt(at)) || (kindAt(text, at) & OF_WORD) !== 0 || isSecondHalf(text, at);
}

function isSecondHalf(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc_00 && unit <= 0xdf_ff && (kindAt(text, at - 1) & OF_WORD) !== 0;
}

/** Whether a slash, an underline, a dot or the like joins a run to what stands before or after it. */
function isJoined(text: string, start: number, stop: number): boolean {
  if (OTHERS_OF_TOKEN.has(text.charCodeAt(start - 1))) return true;
  const after = text.charAt(stop);
  return after === "/" || after === "_" || (OTHERS_OF_TOKEN.has(text.charCodeAt(stop)) && isOfToken(text, stop + 1));
}
