import type { WordsOfText } from "./text-words.js";

/** Words that are said again at once: `period` of them, from the word `start` on, `times` in all. */
export interface Loop {
  readonly start: number;
  readonly period: number;
  readonly times: number;
  /** The first word that is no longer part of it. */
  readonly end: number;
}

const LONGEST_PERIOD = 40;

/** How often in a row so many words must stand to be a loop: "very, very, very" is speech, a line said twice at once is not. */
export function leastTimes(period: number): number {
  return period === 1 ? 4 : period < 6 ? 3 : 2;
}

/**
 * The loops of a text in order, each with its shortest period. A loop of `period` words is a run of words that equal the one `period`
 * before them, at least `period` long. So one of each `period` words lies in it, and looking at those finds them all: linear in the number
 * of words.
 */
export function loopsIn(words: WordsOfText): readonly Loop[] {
  const loops = known.get(words) ?? findLoops(words);
  known.set(words, loops);
  return loops;
}

// Two rules ask for the same of one text.
const known = new WeakMap<WordsOfText, readonly Loop[]>();

function findLoops({ ids }: WordsOfText): readonly Loop[] {
  const loops: Loop[] = [];
  const isTaken = new Uint8Array(ids.length);
  for (let period = 1; period <= LONGEST_PERIOD && period * 2 <= ids.length; period += 1) {
    let done = period;
    for (let probe = period; probe < ids.length; probe += period) {
      if (probe < done || ids[probe] !== ids[probe - period]) continue;
      let first = probe;
      while (first > done && ids[first - 1] === ids[first - 1 - period]) first -= 1;
      let after = probe + 1;
      while (after < ids.length && ids[after] === ids[after - period]) after += 1;
      done = after;
      const times = Math.floor((after - first) / period) + 1;
      const start = first - period;
      if (times >= leastTimes(period) && !isTaken[first]) {
        const end = start + times * period;
        loops.push({ start, period, times, end });
        isTaken.fill(1, start, end);
      }
    }
  }
  return loops.sort((a, b) => a.start - b.start);
}
