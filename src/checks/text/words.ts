import { endOfRun, KIND, kindAt, kindBefore, lengthBefore, OF_WORD } from "./letters.js";
import { type ParsedText, parseText, type Text } from "./parse-text.js";
import { runsOf } from "./runs.js";
import { STAND_IN } from "./stand-in.js";

const ALWAYS_JOINS = unitsOf("'’ʼ‐‑_-");
const [SPACE, DOT, COMMA, COLON] = [32, 46, 44, 58];

function unitsOf(marks: string): ReadonlySet<number> {
  return new Set([...marks].map((mark) => mark.charCodeAt(0)));
}

/** The indexes at which the words of a block's prose begin. */
export function* wordStarts(prose: string): Generator<number> {
  for (let at = 0; at < prose.length; ) {
    const end = endOfRun(prose, at);
    if (end === at) at += 1;
    else {
      if (!goesOnAt(prose, at)) yield at;
      at = end;
    }
  }
}

export function countWordsIn(prose: string): number {
  let count = 0;
  for (let at = 0; at < prose.length; ) {
    const end = endOfRun(prose, at);
    if (end === at) at += 1;
    else {
      if (!goesOnAt(prose, at)) count += 1;
      at = end;
    }
  }
  return count;
}

/**
 * Whether the run of letters that begins at `start` goes on with the word before it, with one joint between them: `don't`, `e-mail`,
 * `v1.2`, `e.g`, `parse.ts`, `1,000`, `10:30`, `z.B`.
 */
function goesOnAt(prose: string, start: number): boolean {
  const joint = prose.charCodeAt(start - 1);
  if (joint === SPACE) return false;
  const before = kindBefore(prose, start - 1);
  if ((before & OF_WORD) === 0) return false;
  if (joint === COMMA || joint === COLON) return (before & kindAt(prose, start) & KIND.number) !== 0;
  if (joint !== DOT) return ALWAYS_JOINS.has(joint);
  const after = kindAt(prose, start);
  if ((after & (KIND.lower | KIND.number)) !== 0) return true;
  const isOneLetter = (before & KIND.letter) !== 0 && (kindBefore(prose, start - 1 - lengthBefore(prose, start - 1)) & OF_WORD) === 0;
  return isOneLetter && (after & KIND.upper) !== 0;
}

/**
 * The words of prose in a text, those of headings, lists and tables included; code, quotations, targets of links and front
 * matter are not prose. Apostrophes, hyphens and underscores inside a word do not part it, nor do the points and commas inside
 * numbers, versions, abbreviations and file names.
 *
 * @example
 * countWords("# A day\n\nWe don't stop at v1.2.") // 7
 */
export function countWords(text: Text): number {
  return wordCounts(parseText(text)).reduce((sum, count) => sum + count, 0);
}

/** How many words each block has. */
export function wordCounts(parsed: ParsedText): readonly number[] {
  const { firstOf, from, ids, forms } = runsOf(parsed);
  const standIn = forms.indexOf(STAND_IN);
  return parsed.blocks.map(({ prose }, number) => {
    const end = firstOf[number + 1] ?? 0;
    let count = 0;
    for (let run = firstOf[number] ?? 0; run < end; run += 1) if (ids[run] !== standIn && !goesOnAt(prose, from[run] ?? 0)) count += 1;
    return count;
  });
}
