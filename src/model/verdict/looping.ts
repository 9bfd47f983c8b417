import { wordsIn } from "./visible.js";

/** How much of a text's end is looked at: a loop that is longer than this is all of it. */
const TAIL = 16_000;
const LONGEST_UNIT = TAIL / 4;

export interface Looping {
  readonly unit: string;
  readonly times: number;
}

/**
 * Whether a text ends in a loop: one unit again and again, up to its last letter. A refrain, a list with a common beginning and rows of a
 * table end before that. Linear in the tail's length: the prefix function of the tail read backwards gives the shortest period of each end.
 */
export function loopingOf(text: string): Looping | undefined {
  // Twice the tail, since white space shrinks.
  const written = shrunk(text.trimEnd().slice(-2 * TAIL)).slice(-TAIL);
  const tail = written.toLowerCase();
  const { length } = tail;
  const borders = new Int32Array(length);
  let best: { period: number; from: number } | undefined;
  for (let end = 1, border = 0; end < length; end += 1) {
    const letter = tail.charCodeAt(length - 1 - end);
    while (border > 0 && letter !== tail.charCodeAt(length - 1 - border)) border = borders[border - 1] ?? 0;
    if (letter === tail.charCodeAt(length - 1 - border)) border += 1;
    borders[end] = border;
    const period = end + 1 - border;
    // The least of all loops stands eight letters long four times.
    if (border > 0 && period <= LONGEST_UNIT && end + 1 >= 4 * period && end + 1 >= 32) best = { period, from: length - 1 - end };
  }
  if (!best) return undefined;
  const unit = tail.slice(best.from, best.from + best.period);
  // The last one has lost the white space behind it.
  const times = Math.floor((length - best.from + (unit.includes(" ") ? 1 : 0)) / best.period);
  if (times < leastTimes(unit, best.from === 0)) return undefined;
  const from = best.from + beginningIn(unit);
  return { unit: written.slice(from, from + best.period).trim(), times };
}

function shrunk(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}

/** A loop is found from any letter of its unit on; it reads best from the beginning of a sentence, or else of a word. */
function beginningIn(unit: string): number {
  const sentence = /[.!?…] (?=\S)/.exec(unit);
  if (sentence) return sentence.index + 2;
  return unit.trimEnd().indexOf(" ") + 1;
}

/** How often a unit must stand to be no longer said on purpose. The shorter it is, the oftener it may be. */
function leastTimes(unit: string, isAll: boolean): number {
  const words = wordsIn(unit);
  // Rules, rows of cells, columns of zeros. Alone they are no answer either.
  if (!/\p{L}/u.test(unit)) return isAll ? 32 / unit.length : Number.POSITIVE_INFINITY;
  if (unit.includes("|")) return 40;
  if (words === 1) return unit.includes(" ") ? 16 : 100;
  return words < 4 ? 8 : words < 6 ? 6 : words <= 20 ? 5 : 4;
}
