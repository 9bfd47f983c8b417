import { endOfRun, KIND, kindAt, kindBefore, OF_WORD } from "../text/letters.js";
import { SIZE_UNITS, TIME_UNITS } from "./measures.js";
import { endOfNumeral } from "./numeral-at.js";

/** A number with the unit behind it, as places in a text. */
export interface NumberWithUnit {
  readonly numberTo: number;
  readonly unitFrom: number;
  readonly to: number;
}

const NOT_BEFORE = "_.,/-";

/** Whether a number with a unit may begin at `at`: nothing goes on there that began before it. */
export function mayBeginMeasure(text: string, at: number): boolean {
  return (kindBefore(text, at) & OF_WORD) === 0 && (at === 0 || !NOT_BEFORE.includes(text.charAt(at - 1)));
}

/** Whether a number may begin at `at`: it goes on with no word, and with no digit but a mark. */
export function mayBeginNumber(text: string, at: number): boolean {
  if (at === 0) return true;
  if ((kindBefore(text, at) & OF_WORD) !== 0 || text.charAt(at - 1) === "_") return false;
  return at < 2 || !".,:/".includes(text.charAt(at - 1)) || !isDigit(text.charCodeAt(at - 2));
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

const PERCENT = /%|(?:percent(?:age points?)?|per cent|la sută|prozent)(?!\p{L})/uy;

/** `12%`, `5 percent`; the text is in small letters. */
export function percentageAt(text: string, at: number, isRomanian: boolean): NumberWithUnit | undefined {
  const numberTo = endOfNumeral(text, at, isRomanian);
  if (numberTo === at) return undefined;
  const unitFrom = text.charAt(numberTo) === " " || text.charAt(numberTo) === "\u00a0" ? numberTo + 1 : numberTo;
  PERCENT.lastIndex = unitFrom;
  return PERCENT.test(text) ? { numberTo, unitFrom, to: PERCENT.lastIndex } : undefined;
}

export function sizeAt(text: string, at: number, isRomanian: boolean): NumberWithUnit | undefined {
  return withUnit(text, at, isRomanian, endOfSizeUnit);
}

export function durationAt(text: string, at: number, isRomanian: boolean): NumberWithUnit | undefined {
  return withUnit(text, at, isRomanian, endOfTimeUnit);
}

const BETWEEN = "- \u00a0\u202f";

/** Romanian counts `35 de minute` from twenty on. */
function withUnit(
  text: string,
  at: number,
  isRomanian: boolean,
  endOfUnit: (text: string, at: number) => number,
): NumberWithUnit | undefined {
  const numberTo = endOfNumeral(text, at, isRomanian);
  if (numberTo === at || numberTo === text.length) return undefined;
  const isApart = BETWEEN.includes(text.charAt(numberTo));
  const unitFrom = text.startsWith(" de ", numberTo) ? numberTo + 4 : isApart ? numberTo + 1 : numberTo;
  const to = endOfUnit(text, unitFrom);
  return to === unitFrom ? undefined : { numberTo, unitFrom, to };
}

const LONGEST_UNIT = 12;

function endOfUnit(text: string, at: number, units: ReadonlySet<string>): number {
  if ((kindAt(text, at) & KIND.letter) === 0) return at;
  const end = endOfRun(text, at);
  return end - at <= LONGEST_UNIT && text.charAt(end) !== "_" && units.has(text.slice(at, end)) ? end : at;
}

function endOfSizeUnit(text: string, at: number): number {
  return endOfUnit(text, at, SIZE_UNITS);
}

const BEHIND_MINUTES = /m(?= ?\d|[,.;)]|$)(?![\p{L}\p{M}\p{N}_])/uy;

/** An `m` alone may be metres, so it is minutes only before more of the time or the end of it. */
function endOfTimeUnit(text: string, at: number): number {
  const end = endOfUnit(text, at, TIME_UNITS);
  if (end !== at || text.charAt(at) !== "m") return end;
  BEHIND_MINUTES.lastIndex = at;
  return BEHIND_MINUTES.test(text) ? at + 1 : at;
}

const GOES_ON = /,? (?:and |și )?/y;
const LEFT = / and ([1-5]?\d)(?=[.,;:)]|$)/y;

/** What goes on a duration that ends at `at`: "and 5 minutes", or the minutes left over of "6 hours and 12". */
export function restOfDurationAt(text: string, at: number, isRomanian: boolean): NumberWithUnit | undefined {
  GOES_ON.lastIndex = at;
  if (GOES_ON.test(text)) {
    const more = durationAt(text, GOES_ON.lastIndex, isRomanian);
    if (more !== undefined) return more;
  }
  if (!text.endsWith("h", at) && !text.endsWith("hours", at)) return undefined;
  LEFT.lastIndex = at;
  return LEFT.test(text) ? { numberTo: LEFT.lastIndex, unitFrom: LEFT.lastIndex, to: LEFT.lastIndex } : undefined;
}

/** Where the number of what goes on a duration begins. */
export function startOfRest(text: string, at: number): number {
  GOES_ON.lastIndex = at;
  return GOES_ON.test(text) ? GOES_ON.lastIndex : at;
}
