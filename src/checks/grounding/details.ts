import { type CalendarDate, CLOCK, DATE_NEEDS, DATE_PATTERNS, datesOf, HALF_DAY_CLOCK } from "./calendar.js";
import { bytesIn, secondsIn, UNIT } from "./measures.js";
import { NUMERAL, readNumeral } from "./numerals.js";
import { isOrdinary } from "./ordinary-numbers.js";
import { type Starts, startsOf } from "./starts.js";
import { EMAIL_PATTERN, kindOf, TOKEN_PATTERN, type TokenKind, URL_PATTERN, withoutPunctuation } from "./tokens.js";

interface Span {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** Values of which one has to fit, give or take `half` of the last place shown. */
interface Measured {
  readonly values: readonly number[];
  readonly half: number;
}

/** Something exact that a text says, in a form in which two spellings of it are equal. */
export type Detail = Span &
  (
    | { readonly kind: "date"; readonly dates: readonly CalendarDate[] }
    | { readonly kind: "time"; readonly minutes: number; readonly isFullHour: boolean }
    | ({ readonly kind: "duration" | "size" | "percentage"; readonly raw: readonly number[] } & Measured)
    | ({ readonly kind: "number" } & Measured)
    | { readonly kind: TokenKind }
  );

export type DetailKind = Detail["kind"];

export interface Reading {
  /** Whether Romanian number words count: some of them are English words too. */
  readonly isRomanian: boolean;
}

/** Marks what was read already; neither a letter nor a digit. */
const READ = "\uFFFC";

const NUMBER = numberPatterns(`(?:${NUMERAL.digits}|${NUMERAL.english})`);
const NUMBER_RO = numberPatterns(`(?:${NUMERAL.digits}|${NUMERAL.english}|${NUMERAL.romanian})`);

function numberPatterns(number: string) {
  const start = "(?<![\\p{L}\\p{M}\\p{N}_.,/-])";
  const pair = (unit: string) => `(${number})[- \\u00a0\\u202f]?(${unit})`;
  return {
    percentage: new RegExp(`${start}(${number})[ \\u00a0]?${UNIT.percent}`, "uy"),
    size: new RegExp(`${start}${pair(UNIT.size)}`, "uy"),
    duration: new RegExp(`${start}${pair(UNIT.time)}(?:,? (?:and |și )?${pair(UNIT.time)}|${pair(UNIT.time)})?`, "uy"),
    number: new RegExp(`(?<![\\p{L}\\p{M}\\p{N}_]|\\d[.,:/])(?:${number})`, "uy"),
  };
}

/**
 * Every detail of a text, in no order; a part of the text belongs to one detail at most. `starts` are the places where one may begin, where
 * they are known. Linear in the length of the text.
 */
export function detailsIn(text: string, reading: Reading, starts: Starts = startsOf(text)): readonly Detail[] {
  const isPlain = starts.numbers.length + starts.dates.length + starts.tokens.length === 0;
  return isPlain && !text.includes("@") && !HAS_URL.test(text) ? NOTHING : readDetails(text, reading, starts);
}

const NOTHING: readonly Detail[] = [];
// What a text has to hold for some of the patterns to be tried at all.
const HAS_CLOCK = /\d:\d|\d ?[ap]\.?m/i;
const HAS_PERCENT = /%|percent|per cent|la sută|prozent/i;
const HAS_SIZE = /[kmgt]i?b|byte|octeți/i;
const HAS_URL = /\/\/|www\./i;

function readDetails(text: string, { isRomanian }: Reading, starts: Starts): readonly Detail[] {
  const found: Detail[] = [];
  let rest = /[şŞţŢ]/.test(text) ? text.replace(/[şŞ]/g, "ș").replace(/[ţŢ]/g, "ț") : text;

  /** Where something was taken a word may begin anew. */
  const behindTaken: number[] = [];

  /** Takes what `pattern` matches at one of the places, each time behind what it matched before. */
  function take(
    pattern: RegExp,
    starts: readonly number[],
    read: (match: RegExpExecArray) => readonly Detail[],
    within: () => string = () => rest,
  ): void {
    const places = behindTaken.length === 0 ? starts : [...starts, ...behindTaken].sort((a, b) => a - b);
    if (places.length === 0) return;
    const searched = within();
    let masked = "";
    let kept = 0;
    let end = 0;
    for (const place of places) {
      if (place < end) continue;
      pattern.lastIndex = place;
      const match = pattern.exec(searched);
      if (match === null) continue;
      end = match.index + match[0].length;
      const details = read(match);
      if (details.length === 0) continue;
      found.push(...details);
      masked += rest.slice(kept, match.index) + READ.repeat(match[0].length);
      kept = end;
      behindTaken.push(end);
    }
    if (kept > 0) rest = masked + rest.slice(kept);
  }
  const span = (match: RegExpExecArray, length = match[0].length): Span => ({
    text: text.slice(match.index, match.index + length),
    from: match.index,
    to: match.index + length,
  });
  const inSmallLetters = () => lowered(rest);

  if (HAS_URL.test(rest)) {
    take(URL_PATTERN, placesOf(URL_PATTERN, rest), (match) => [{ kind: "url", ...span(match, withoutPunctuation(match[0]).length) }]);
  }
  if (rest.includes("@")) take(EMAIL_PATTERN, placesOf(EMAIL_PATTERN, rest), (match) => [{ kind: "email", ...span(match) }]);
  for (const [form, pattern] of DATE_PATTERNS.entries()) {
    if (!DATE_NEEDS[form]?.test(rest)) continue;
    take(pattern, starts.dates, (match) => dated(match, span(match, withoutPunctuation(match[0]).length)));
  }
  const clocked = HAS_CLOCK.test(rest) ? starts.numbers : [];
  take(HALF_DAY_CLOCK, clocked, (match) => [
    {
      kind: "time",
      minutes: 60 * ((Number(match[1]) % 12) + (/p/i.test(match[3] ?? "") ? 12 : 0)) + Number(match[2] ?? 0),
      isFullHour: match[2] === undefined,
      ...span(match),
    },
  ]);
  take(CLOCK, clocked, (match) => [{ kind: "time", minutes: 60 * Number(match[1]) + Number(match[2]), isFullHour: false, ...span(match) }]);
  const patterns = isRomanian ? NUMBER_RO : NUMBER;
  const percentage = (match: RegExpExecArray) => [measured("percentage", span(match), match[1] ?? "", [1])];
  take(patterns.percentage, HAS_PERCENT.test(rest) ? starts.numbers : [], percentage, inSmallLetters);
  const size = (match: RegExpExecArray) => [measured("size", span(match), match[1] ?? "", bytesIn(match[2] ?? ""))];
  take(patterns.size, HAS_SIZE.test(rest) ? starts.numbers : [], size, inSmallLetters);
  take(patterns.duration, starts.numbers, (match) => lasting(match, span(match)), inSmallLetters);
  take(TOKEN_PATTERN, starts.tokens, (match) => {
    const token = withoutPunctuation(match[0]);
    const kind = kindOf(token, { inCode: false });
    return kind === undefined ? [] : [{ kind, ...span(match, token.length) }];
  });
  if (starts.numbers.length > 0 || behindTaken.length > 0) {
    const low = lowered(rest);
    const number = (match: RegExpExecArray): readonly Detail[] => {
      const numeral = readNumeral(match[0]);
      const to = match.index + match[0].length;
      if (isOrdinary(numeral, low.slice(Math.max(0, match.index - 32), match.index), low.slice(to, to + 48))) return [];
      return [{ kind: "number", values: numeral.values, half: numeral.half, ...span(match) }];
    };
    take(patterns.number, starts.numbers, number, () => low);
  }
  return found;
}

function placesOf(pattern: RegExp, text: string): readonly number[] {
  return Array.from(text.matchAll(new RegExp(pattern.source, pattern.flags.replace("y", "g"))), ({ index }) => index);
}

/** In small letters where that keeps each index. Patterns that ignore case beside classes of letters take V8 half a second to make. */
function lowered(text: string): string {
  return text.replace(/[A-ZĂÂÎȘȚ]+/g, (letters) => letters.toLowerCase());
}

function dated({ groups = {} }: RegExpExecArray, span: Span): readonly Detail[] {
  const dates = datesOf(groups);
  if (dates.length === 0) return [];
  const { hour, minute } = groups;
  const date: Detail = { kind: "date", dates, ...span };
  if (hour === undefined || minute === undefined) return [date];
  return [date, { kind: "time", minutes: 60 * Number(hour) + Number(minute), isFullHour: false, ...span }];
}

function measured(kind: "size" | "percentage" | "duration", span: Span, number: string, times: readonly number[]): Detail {
  const { values, half, isWord } = readNumeral(number);
  const last = Math.max(half, isWord || half === 0 ? 0.5 : 0);
  const scale = Math.max(...times);
  return {
    kind,
    ...span,
    raw: values,
    values: values.flatMap((value) => times.map((time) => value * time)),
    // A byte has no smaller part, and a whole percentage is rounded as often as not.
    half: kind === "size" && scale === 1 ? 0 : last * scale,
  };
}

function lasting(match: RegExpExecArray, span: Span): readonly Detail[] {
  const [, number = "", unit = "", number2 = match[5], unit2 = match[6]] = match;
  // "One second", "a minute" and "one day" are more often turns of phrase than measurements.
  if (number2 === undefined && /^(?:an?|one|o|un)$/i.test(number)) return [];
  const one = measured("duration", span, number, [secondsIn(unit)]);
  if (one.kind !== "duration" || number2 === undefined || unit2 === undefined) return [one];
  const seconds = secondsIn(unit2);
  const [first = 0] = one.values;
  return [{ ...one, raw: [], values: [first + seconds * (readNumeral(number2).values[0] ?? 0)], half: 0.5 * seconds }];
}
