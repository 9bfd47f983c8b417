import { type CalendarDate, CLOCK, DATE_PATTERNS, datesOf, HALF_DAY_CLOCK } from "./calendar.js";
import { bytesIn, secondsIn, UNIT } from "./measures.js";
import { NUMERAL, readNumeral } from "./numerals.js";
import { isOrdinary } from "./ordinary-numbers.js";
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
    percentage: new RegExp(`${start}(${number})[ \\u00a0]?${UNIT.percent}`, "gu"),
    size: new RegExp(`${start}${pair(UNIT.size)}`, "gu"),
    duration: new RegExp(`${start}${pair(UNIT.time)}(?:,? (?:and |și )?${pair(UNIT.time)}|${pair(UNIT.time)})?`, "gu"),
    number: new RegExp(`(?<![\\p{L}\\p{M}\\p{N}_]|\\d[.,:/])(?:${number})`, "gu"),
  };
}

/** Whether a text may hold any number at all; most lines do not, and need no closer look. */
const HAS_NUMBER =
  /\d|(?<![\p{L}\p{M}])(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thir|fif|twenty|forty|eighty|ninety|an? |doi|două|trei|patru|cinci|șa|șe|opt|nouă|zece|un|dois|pai|o )/iu;
const HAS_DATE = /\d|day|luni|marți|miercuri|joi|vineri|sâmbătă|duminică|tag|woch|(?:in|since|until|during|by|of|from|în|din) \p{Lu}/u;

const PLAIN_WORD = /^\p{L}[\p{Ll}-]*[.-]*$/u;

/** Every detail of a text, in no order; a part of the text belongs to one detail at most. Linear in the length of the text. */
export function detailsIn(text: string, { isRomanian }: Reading): readonly Detail[] {
  const found: Detail[] = [];
  let rest = text.replace(/[şŞ]/g, "ș").replace(/[ţŢ]/g, "ț");

  function take(pattern: RegExp, read: (match: RegExpExecArray) => readonly Detail[], within = rest): void {
    let masked = "";
    let at = 0;
    for (const match of within.matchAll(pattern)) {
      const details = read(match);
      if (details.length === 0) continue;
      found.push(...details);
      masked += rest.slice(at, match.index) + READ.repeat(match[0].length);
      at = match.index + match[0].length;
    }
    if (at > 0) rest = masked + rest.slice(at);
  }
  const span = (match: RegExpExecArray, length = match[0].length): Span => ({
    text: text.slice(match.index, match.index + length),
    from: match.index,
    to: match.index + length,
  });

  if (/\/\/|www\./i.test(rest)) take(URL_PATTERN, (match) => [{ kind: "url", ...span(match, withoutPunctuation(match[0]).length) }]);
  if (rest.includes("@")) take(EMAIL_PATTERN, (match) => [{ kind: "email", ...span(match) }]);
  if (HAS_DATE.test(rest)) {
    for (const pattern of DATE_PATTERNS) take(pattern, (match) => dated(match, span(match, withoutPunctuation(match[0]).length)));
  }
  if (/\d/.test(rest)) {
    take(HALF_DAY_CLOCK, (match) => [
      {
        kind: "time",
        minutes: 60 * ((Number(match[1]) % 12) + (/p/i.test(match[3] ?? "") ? 12 : 0)) + Number(match[2] ?? 0),
        isFullHour: match[2] === undefined,
        ...span(match),
      },
    ]);
    take(CLOCK, (match) => [{ kind: "time", minutes: 60 * Number(match[1]) + Number(match[2]), isFullHour: false, ...span(match) }]);
  }
  if (HAS_NUMBER.test(rest)) {
    const patterns = isRomanian ? NUMBER_RO : NUMBER;
    take(patterns.percentage, (match) => [measured("percentage", span(match), match[1] ?? "", [1])], lowered(rest));
    take(patterns.size, (match) => [measured("size", span(match), match[1] ?? "", bytesIn(match[2] ?? ""))], lowered(rest));
    take(patterns.duration, (match) => lasting(match, span(match)), lowered(rest));
  }
  take(TOKEN_PATTERN, (match) => {
    if (PLAIN_WORD.test(match[0])) return [];
    const token = withoutPunctuation(match[0]);
    const kind = kindOf(token, { inCode: false });
    return kind === undefined ? [] : [{ kind, ...span(match, token.length) }];
  });
  if (HAS_NUMBER.test(rest)) {
    const low = lowered(rest);
    take(
      (isRomanian ? NUMBER_RO : NUMBER).number,
      (match) => {
        const numeral = readNumeral(match[0]);
        const to = match.index + match[0].length;
        if (isOrdinary(numeral, low.slice(Math.max(0, match.index - 32), match.index), low.slice(to, to + 48))) return [];
        return [{ kind: "number", values: numeral.values, half: numeral.half, ...span(match) }];
      },
      low,
    );
  }
  return found;
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
