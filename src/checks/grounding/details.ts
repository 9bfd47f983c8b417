import { type CalendarDate, CLOCK, DATE_NEEDS, DATE_PATTERNS, datesOf, HALF_DAY_CLOCK } from "./calendar.js";
import { CLOCK_WORDS, minutesOf, NEEDS_CLOCK_WORDS } from "./clock-words.js";
import { HAS_SIZE, HOLDS } from "./holds.js";
import {
  durationAt,
  mayBeginMeasure,
  mayBeginNumber,
  type NumberWithUnit,
  percentageAt,
  restOfDurationAt,
  sizeAt,
  startOfRest,
} from "./measured-at.js";
import { bytesIn, secondsIn, TIME_UNIT } from "./measures.js";
import { endOfNumeral } from "./numeral-at.js";
import { ENGLISH_NUMERAL, readNumeral } from "./numerals.js";
import { HAS_ORDINAL, ORDINALS, placeOf } from "./ordinals.js";
import { isOrdinary } from "./ordinary-numbers.js";
import { NEEDS_SHARE_IN_WORDS, OFF_IN_WORDS, percentOf, SHARE_IN_WORDS } from "./shares-in-words.js";
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

/** What was found at a place, up to `to`. */
interface Found {
  readonly to: number;
  readonly details: readonly Detail[];
}

/** Something exact that a text says, in a form in which two spellings of it are equal. */
export type Detail = Span &
  (
    | { readonly kind: "date"; readonly dates: readonly CalendarDate[] }
    | { readonly kind: "time"; readonly minutes: number; readonly isFullHour: boolean; readonly isHalfDay?: boolean }
    | ({ readonly kind: "duration" | "size" | "percentage"; readonly raw: readonly number[]; readonly isInWords?: boolean } & Measured)
    | ({ readonly kind: "number"; readonly isOrdinal?: boolean } & Measured)
    | { readonly kind: TokenKind }
  );

export type DetailKind = Detail["kind"];

export interface Reading {
  /** Whether Romanian number words count: some of them are English words too. */
  readonly isRomanian: boolean;
}

/** Marks what was read already; neither a letter nor a digit. */
const READ = "\uFFFC";

/**
 * Every detail of a text, in no order; a part of the text belongs to one detail at most. `starts` are the places where one may begin, where
 * they are known. Linear in the length of the text.
 */
export function detailsIn(text: string, reading: Reading, starts: Starts = startsOf(text)): readonly Detail[] {
  const isPlain = starts.numbers.length + starts.dates.length + starts.tokens.length === 0;
  return isPlain && !text.includes("@") && !HAS_URL.test(text) ? NOTHING : readDetails(text, reading, starts);
}

const NOTHING: readonly Detail[] = [];
/** `half an hour`, `three quarters of an hour`, `an hour and a half`, `two and a half days`. */
const HALVES = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}_-])(?:(?<half>half) an? (?<ofHalf>hour|minute)|(?:a )?(?:(?<three>three) )?quarters? of an (?<ofQuarter>hour)|(?<number>${ENGLISH_NUMERAL}) and a half (?<ofNumber>${TIME_UNIT})|(?<one>an? |one )(?<ofOne>hour|minute|day|week) and a half)(?![\\p{L}\\p{M}])`,
  "uy",
);
/** What any of those written out has. */
const HAS_PARTS =
  /third|quarter|half|fourth|fifth|sixth|enth|eighth|ninth|elfth|tieth|\d(?:st|nd|rd|th)|past|clock|(?:for|spent|took|lasted) (?:an?|one) (?:hour|day|week)/;
const HAS_HALVES = /alf an? |a half|quarters? of an/;
/** "Side by side for a week": elsewhere "a week" and "an hour" are turns of phrase. */
const WHILE =
  /(?<=(?<!\p{L})(?:for|spent|took|lasted) )(?:an?|one) (?<unit>hour|day|week)(?! (?:or|in|at an?|and (?:an?|one|two))(?!\p{L}))(?![\p{L}\p{M}-])/uy;
const HAS_WHILE = /(?:for|spent|took|lasted) (?:an?|one) (?:hour|day|week)/;
/** From the sixth on: the first five are said of anything. A sixth of something is a share, and the 19th century a name. */
const ORDINAL = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}_.,/-])(?<!(?<!\\p{L})(?:an?|one|every|per) )(?:${ORDINALS.join("|")}|\\d{1,4}(?=st|nd|rd|th)(?:st|nd|rd|th))(?![\\p{L}\\p{M}\\p{N}-]| centur)`,
  "uy",
);
/** A length that is given by its half or its quarter is rounded. */
const HALF_OFF = 0.1;
// What a text has to hold for some of the patterns to be tried at all.
const HAS_CLOCK = /\d:\d|\d ?[ap]\.?m/i;
const HAS_PERCENT = /%|percent|per cent|la sută|prozent/i;
/** What each form of a date is not without, beside what `DATE_NEEDS` says. */
const DATE_HOLDS = [HOLDS.digit, HOLDS.month, HOLDS.month, HOLDS.month, HOLDS.digit, HOLDS.month, HOLDS.digit, HOLDS.day];
const HAS_URL = /\/\/|www\./i;

function readDetails(text: string, { isRomanian }: Reading, starts: Starts): readonly Detail[] {
  const found: Detail[] = [];
  let rest = /[şŞţŢ]/.test(text) ? text.replace(/[şŞ]/g, "ș").replace(/[ţŢ]/g, "ț") : text;

  /** Where something was taken a word may begin anew. */
  const behindTaken: number[] = [];

  /** Takes what is found at one of the places, each time behind what was found before. */
  function takeAt(starts: readonly number[], find: (place: number) => Found | undefined): void {
    const places = behindTaken.length === 0 ? starts : [...starts, ...behindTaken].sort((a, b) => a - b);
    let masked = "";
    let kept = 0;
    let end = 0;
    for (const place of places) {
      if (place < end) continue;
      const here = find(place);
      if (here === undefined) continue;
      end = here.to;
      if (here.details.length === 0) continue;
      found.push(...here.details);
      masked += rest.slice(kept, place) + READ.repeat(end - place);
      kept = end;
      behindTaken.push(end);
    }
    if (kept > 0) rest = masked + rest.slice(kept);
  }

  /** The same for what `pattern` matches. */
  function take(
    pattern: RegExp,
    starts: readonly number[],
    read: (match: RegExpExecArray) => readonly Detail[],
    within: () => string = () => rest,
  ): void {
    if (starts.length === 0 && behindTaken.length === 0) return;
    const searched = within();
    takeAt(starts, (place) => {
      pattern.lastIndex = place;
      const match = pattern.exec(searched);
      return match === null ? undefined : { to: place + match[0].length, details: read(match) };
    });
  }

  /** The same for a number with a unit. */
  function takeMeasured(find: typeof sizeAt, read: (low: string, from: number, found: NumberWithUnit) => Found): void {
    if (starts.numbers.length === 0 && behindTaken.length === 0) return;
    const low = inSmallLetters();
    takeAt(starts.numbers, (place) => {
      const here = mayBeginMeasure(low, place) ? find(low, place, isRomanian) : undefined;
      return here === undefined ? undefined : read(low, place, here);
    });
  }
  const between = (from: number, to: number): Span => ({ text: text.slice(from, to), from, to });
  const span = (match: RegExpExecArray, length = match[0].length): Span => ({
    text: text.slice(match.index, match.index + length),
    from: match.index,
    to: match.index + length,
  });
  let low: { readonly of: string; readonly text: string } | undefined;
  const inSmallLetters = () => {
    if (low?.of !== rest) low = { of: rest, text: lowered(rest) };
    return low.text;
  };

  if (HAS_URL.test(rest)) {
    take(URL_PATTERN, placesOf(URL_PATTERN, rest), (match) => [{ kind: "url", ...span(match, withoutPunctuation(match[0]).length) }]);
  }
  if (rest.includes("@")) take(EMAIL_PATTERN, placesOf(EMAIL_PATTERN, rest), (match) => [{ kind: "email", ...span(match) }]);
  const holds = (what: number) => (starts.holds & what) !== 0;
  const needs = new Map<RegExp, boolean>();
  for (const [form, pattern] of DATE_PATTERNS.entries()) {
    const needed = DATE_NEEDS[form];
    if (needed === undefined || !holds(DATE_HOLDS[form] ?? 0) || (starts.dates.length === 0 && behindTaken.length === 0)) continue;
    const isThere = needs.get(needed) ?? needed.test(rest);
    needs.set(needed, isThere);
    if (isThere) take(pattern, starts.dates, (match) => dated(match, span(match, withoutPunctuation(match[0]).length)));
  }
  const clocked = holds(HOLDS.digit) && HAS_CLOCK.test(rest) ? starts.numbers : [];
  take(HALF_DAY_CLOCK, clocked, (match) => [
    {
      kind: "time",
      minutes: 60 * ((Number(match[1]) % 12) + (/p/i.test(match[3] ?? "") ? 12 : 0)) + Number(match[2] ?? 0),
      isFullHour: match[2] === undefined,
      ...span(match),
    },
  ]);
  take(CLOCK, clocked, (match) => [{ kind: "time", minutes: 60 * Number(match[1]) + Number(match[2]), isFullHour: false, ...span(match) }]);
  if (holds(HOLDS.inWords) && HAS_PARTS.test(rest)) takeInWords();
  if ((holds(HOLDS.percent) || rest.includes("%")) && HAS_PERCENT.test(rest)) {
    takeMeasured(percentageAt, (low, from, { numberTo, to }) => ({
      to,
      details: [measured("percentage", between(from, to), low.slice(from, numberTo), [1])],
    }));
  }
  if (holds(HOLDS.size) && HAS_SIZE.test(rest)) {
    takeMeasured(sizeAt, (low, from, { numberTo, unitFrom, to }) => ({
      to,
      details: [measured("size", between(from, to), low.slice(from, numberTo), bytesIn(low.slice(unitFrom, to)))],
    }));
  }
  takeMeasured(durationAt, lasting);
  take(TOKEN_PATTERN, starts.tokens, (match) => {
    const token = withoutPunctuation(match[0]);
    const kind = kindOf(token, { inCode: false });
    return kind === undefined ? [] : [{ kind, ...span(match, token.length) }];
  });
  if (starts.numbers.length > 0 || behindTaken.length > 0) {
    const low = inSmallLetters();
    takeAt(starts.numbers, (from) => {
      const to = mayBeginNumber(low, from) ? endOfNumeral(low, from, isRomanian) : from;
      return to === from ? undefined : { to, details: numbered(low, from, to) };
    });
  }
  return found;

  function numbered(low: string, from: number, to: number): readonly Detail[] {
    const numeral = readNumeral(low.slice(from, to));
    if (isOrdinary(numeral, low.slice(Math.max(0, from - 32), from), low.slice(to, to + 48))) return [];
    if (numeral.isWord && low.startsWith(" and a half", to)) {
      return [{ kind: "number", values: numeral.values.map((value) => value + 0.5), half: 0.25, ...between(from, to) }];
    }
    return [{ kind: "number", values: numeral.values, half: numeral.half, ...between(from, to) }];
  }

  function lasting(low: string, from: number, { numberTo, unitFrom, to }: NumberWithUnit): Found {
    const number = low.slice(from, numberTo);
    const seconds = secondsIn(low.slice(unitFrom, to));
    const rest = restOfDurationAt(low, to, isRomanian);
    if (rest === undefined) {
      // "One second", "a minute" and "one day" are more often turns of phrase than measurements.
      if (/^(?:an?|one|o|un)$/.test(number)) return { to, details: [] };
      return { to, details: [measured("duration", between(from, to), number, [seconds])] };
    }
    // "6 hours and 12": what is left over are minutes.
    const unit = rest.to === rest.numberTo ? 60 : secondsIn(low.slice(rest.unitFrom, rest.to));
    const [first = 0] = readNumeral(number).values;
    const value = first * seconds + unit * numeralValue(low.slice(startOfRest(low, to), rest.numberTo));
    return { to: rest.to, details: [{ kind: "duration", raw: [], values: [value], half: 0.5 * unit, ...between(from, rest.to) }] };
  }

  /** Halves, quarters, places and times that are written out. */
  function takeInWords(): void {
    if (NEEDS_CLOCK_WORDS.test(rest)) {
      const clock = (match: RegExpExecArray): readonly Detail[] => [
        { kind: "time", minutes: minutesOf(match.groups ?? {}), isFullHour: false, isHalfDay: true, ...span(match) },
      ];
      take(CLOCK_WORDS, starts.numbers, clock, inSmallLetters);
    }
    if (HAS_HALVES.test(rest)) take(HALVES, starts.numbers, (match) => [halved(match, span(match))], inSmallLetters);
    if (NEEDS_SHARE_IN_WORDS.test(rest)) {
      const share = (match: RegExpExecArray): readonly Detail[] => [
        { kind: "percentage", raw: [], values: [percentOf(match.groups ?? {})], half: OFF_IN_WORDS, isInWords: true, ...span(match) },
      ];
      take(SHARE_IN_WORDS, starts.numbers, share, inSmallLetters);
    }
    if (HAS_WHILE.test(rest)) {
      const aWhile = (match: RegExpExecArray): readonly Detail[] => {
        const seconds = secondsIn(match.groups?.unit ?? "");
        return [{ kind: "duration", raw: [1], values: [seconds], half: 0.25 * seconds, ...span(match) }];
      };
      take(WHILE, starts.numbers, aWhile, inSmallLetters);
    }
    if (HAS_ORDINAL.test(rest)) {
      const ordinal = (match: RegExpExecArray): readonly Detail[] => {
        const value = placeOf(match[0]);
        return value > 5 ? [{ kind: "number", isOrdinal: true, values: [value], half: 0, ...span(match) }] : [];
      };
      take(ORDINAL, starts.numbers, ordinal, inSmallLetters);
    }
  }
}

function placesOf(pattern: RegExp, text: string): readonly number[] {
  return Array.from(text.matchAll(new RegExp(pattern.source, pattern.flags.replace("y", "g"))), ({ index }) => index);
}

/** In small letters, each at its place. Patterns that ignore case beside classes of letters take V8 half a second to make. */
function lowered(text: string): string {
  const low = text.toLowerCase();
  if (low.length === text.length) return low;
  return text.replace(/[A-ZĂÂÎȘȚ]+/g, (letters) => letters.toLowerCase());
}

function dated({ groups = {} }: RegExpExecArray, span: Span): readonly Detail[] {
  const dates = datesOf(groups);
  if (dates.length === 0) return [];
  const { hour, minute } = groups;
  if (groups.first !== undefined) return bothDays(groups, dates, span);
  const date: Detail = { kind: "date", dates, ...span };
  if (hour === undefined || minute === undefined) return [date];
  return [date, { kind: "time", minutes: 60 * Number(hour) + Number(minute), isFullHour: false, ...span }];
}

/** `20 and 21 April` are two days of one month, each a detail by itself. */
function bothDays(
  groups: Readonly<Record<string, string | undefined>>,
  dates: readonly CalendarDate[],
  { text, from, to }: Span,
): readonly Detail[] {
  const { first = "", day = "" } = groups;
  const at = text.indexOf(first);
  const next = text.indexOf(day, at + first.length);
  const others = datesOf({ ...groups, day: first });
  return [
    { kind: "date", dates: others, text: text.slice(0, at + first.length), from, to: from + at + first.length },
    { kind: "date", dates, text: text.slice(next), from: from + next, to },
  ];
}

function halved({ groups = {} }: RegExpExecArray, span: Span): Detail {
  const { half, ofHalf, three, ofQuarter, number, ofNumber, ofOne } = groups;
  const unit = secondsIn(ofHalf ?? ofQuarter ?? ofNumber ?? ofOne ?? "");
  const count =
    half !== undefined ? 0.5 : ofQuarter !== undefined ? (three === undefined ? 0.25 : 0.75) : 0.5 + numeralValue(number ?? "one");
  return { kind: "duration", raw: [], values: [count * unit], half: HALF_OFF * count * unit, ...span };
}

function numeralValue(number: string): number {
  return readNumeral(number).values[0] ?? 0;
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
