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
 * before them, so one pass for each period finds them all: linear in the number of words.
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
    let equal = 0;
    for (let at = period; at <= ids.length; at += 1) {
      if (at < ids.length && ids[at] === ids[at - period]) {
        equal += 1;
        continue;
      }
      const times = Math.floor(equal / period) + 1;
      const start = at - equal - period;
      if (times >= leastTimes(period) && !isTaken[start + period]) {
        const end = start + times * period;
        loops.push({ start, period, times, end });
        isTaken.fill(1, start, end);
      }
      equal = 0;
    }
  }
  return loops.sort((a, b) => a.start - b.start);
}
