import { KIND, kindAt } from "./letters.js";
import { STAND_IN } from "./stand-in.js";

/** Letters of Latin scripts and the marks that go with them, and no character that has a say in where sentences end but those below. */
const EVERYDAY = /^[\t\n\r -~\u00A0-\u00A9\u00AB\u00AC\u00AE-\u00B9\u00BB-\u017FȘșȚț‐-‟…\uFFFC]*$/;

/** What of an end each unit is, as bits: a mark that ends, what closes behind it, the space after that, what goes on, and what may open. */
const PART = { mark: 1, closing: 2, space: 4, goesOn: 8, opening: 16 } as const;
const PARTS = new Uint8Array(0x1_00_00);
for (const [part, units] of [
  [PART.mark, ".!?…"],
  [PART.closing, "\"'”’»)]"],
  [PART.space, " \t\n\r\u00A0"],
  [PART.goesOn, ",:–—-"],
  [PART.opening, "\"'“”„«‘’("],
] as const) {
  for (let at = 0; at < units.length; at += 1) PARTS[units.charCodeAt(at)] = (PARTS[units.charCodeAt(at)] ?? 0) | part;
}
const CLOSINGS_AT_MOST = 4;
/** What the next sentence may open with before its first letter. */
const OPENINGS_AT_MOST = 2;

/**
 * Where in a prose a sentence may begin after the first, by the same rules of Unicode (UAX 29) as the segmenter's; `undefined` where it
 * takes the segmenter to know. Sure are an end, a space and then a capital, code or a digit; a small letter, a comma or a dash after the end;
 * and a digit or letter right behind a full stop, as in numbers, versions and file names.
 */
export function plainBreaks(prose: string): readonly number[] | undefined {
  if (!EVERYDAY.test(prose)) return undefined;
  const breaks: number[] = [];
  // Unit by unit: a pattern makes an object for each end, of which a text of megabytes has tens of thousands.
  for (let at = 0; at < prose.length; at += 1) {
    if (!isPart(prose, at, PART.mark)) continue;
    const marksTo = endOfPart(prose, at, PART.mark, prose.length);
    const closingTo = endOfPart(prose, marksTo, PART.closing, CLOSINGS_AT_MOST);
    const next = endOfPart(prose, closingTo, PART.space, prose.length);
    if (next === prose.length) break;
    const [index, closing, space] = [at, closingTo - marksTo, next - closingTo];
    at = next - 1;
    const kind = kindAt(prose, next);
    if ((kind & KIND.lower) !== 0 || isPart(prose, next, PART.goesOn)) {
      // Behind what closes a small letter may follow without a space: too rare to be sure of.
      if (space === 0 && closing !== 0) return undefined;
      continue;
    }
    if (space === 0) {
      if (closing !== 0 || !isInsideWord(prose, index, next)) return undefined;
      continue;
    }
    if (isDigit(prose, next)) {
      if (space > 1 || closing > 1 || (closing === 1 && "»]".includes(prose.charAt(marksTo)))) return undefined;
      breaks.push(next);
      continue;
    }
    const first = endOfPart(prose, next, PART.opening, OPENINGS_AT_MOST);
    const firstKind = kindAt(prose, first);
    if ((firstKind & KIND.upper) !== 0 || prose.charAt(first) === STAND_IN) breaks.push(next);
    else if (first === next || (firstKind & KIND.lower) === 0) return undefined;
  }
  return breaks;
}

/** `3.5`, `v1.2`, `U.S`: the end is a single full stop with a digit behind it, or a capital between letters. */
function isInsideWord(prose: string, index: number, next: number): boolean {
  const end = prose.charAt(next - 1);
  if (end !== "." && end !== "…") return false;
  if (isDigit(prose, next)) return true;
  const isBetweenLetters = (kindAt(prose, next) & KIND.upper) !== 0 && (kindAt(prose, index - 1) & (KIND.upper | KIND.lower)) !== 0;
  return next - index === 1 && isBetweenLetters;
}

function isPart(prose: string, at: number, part: number): boolean {
  return ((PARTS[prose.charCodeAt(at)] ?? 0) & part) !== 0;
}

function endOfPart(prose: string, from: number, part: number, most: number): number {
  let at = from;
  while (at < from + most && isPart(prose, at, part)) at += 1;
  return at;
}

function isDigit(prose: string, at: number): boolean {
  const unit = prose.charCodeAt(at);
  return unit >= 48 && unit <= 57;
}
