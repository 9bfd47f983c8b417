import type { Check, Finding } from "../../dsl/index.js";
import { parseText, type Text } from "../text/parse-text.js";
import { loopsIn } from "./loops.js";
import { quoted, runningWords, WORD, type WordsOfText } from "./text-words.js";

/** Shorter ones are said twice for good reasons: "It works." */
const LEAST_WORDS = 5;

/** The same sentence twice, whatever its case, marks and spaces. A finding for each time but the first; what loops is the loop's. */
export function sentence(): Check<Text> {
  const rule = "repetition/sentence";
  return {
    rule,
    run(text) {
      const parsed = parseText(text);
      const words = runningWords(parsed);
      const isLooped = loopedWords(words);
      const starts = sentenceStarts(words);
      const firstLike = firstLikeIn(words, starts.length);
      const findings: Finding[] = [];
      for (let number = 0; number < starts.length; number += 1) {
        const start = starts[number] ?? 0;
        const end = starts[number + 1] ?? words.ids.length;
        if (end - start < LEAST_WORDS || ((words.marks[start] ?? 0) & WORD.inHeading) !== 0) continue;
        const first = firstLike(start, end);
        if (first === start || isLooped?.[start]) continue;
        const { from, to } = words.rangeOf(start, end - 1);
        const line = parsed.placeAt(words.rangeOf(first, first).from).line;
        const message = `"${quoted(parsed.markdown, from, to)}" stands on line ${line} already: take it out, or say what is new`;
        findings.push({ rule, severity: "error", message, at: parsed.placeAt(from) });
      }
      return findings;
    },
  };
}

/** The first word of each sentence. */
function sentenceStarts({ marks }: WordsOfText): readonly number[] {
  const starts = marks.length === 0 ? [] : [0];
  for (let at = 0; at < marks.length - 1; at += 1) if (((marks[at] ?? 0) & WORD.endsSentence) !== 0) starts.push(at + 1);
  return starts;
}

/**
 * Finds the first sentence that has the same words, by a hash of them (Fowler, Noll and Vo) and then by the words themselves, in a table with
 * open addressing (Knuth, TAOCP 6.4).
 */
function firstLikeIn({ ids }: WordsOfText, sentences: number): (start: number, end: number) => number {
  const places = 2 ** Math.ceil(Math.log2(2 * sentences + 2));
  // The first word of a sentence plus one, 0 where there is none; how many words it has; its hash.
  const [starts, lengths, hashes] = [new Int32Array(places), new Int32Array(places), new Int32Array(places)];
  return (start, end) => {
    let hash = 0x81_1c_9d_c5 | 0;
    for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (ids[at] ?? 0), 0x01_00_01_93);
    let place = (hash ^ (hash >>> 15)) & (places - 1);
    for (let taken = starts[place] ?? 0; taken !== 0; taken = starts[place] ?? 0) {
      const isAlike = hashes[place] === hash && lengths[place] === end - start && isEqual(ids, taken - 1, start, end - start);
      if (isAlike) return taken - 1;
      place = (place + 1) & (places - 1);
    }
    starts[place] = start + 1;
    lengths[place] = end - start;
    hashes[place] = hash;
    return start;
  };
}

function isEqual(ids: Int32Array, one: number, other: number, length: number): boolean {
  for (let at = 0; at < length; at += 1) if (ids[one + at] !== ids[other + at]) return false;
  return true;
}

/** 1 for each word that a loop says again; nothing where no loop does. */
function loopedWords(words: WordsOfText): Uint8Array | undefined {
  const loops = loopsIn(words);
  if (loops.length === 0) return undefined;
  const isLooped = new Uint8Array(words.ids.length);
  for (const { start, period, end } of loops) isLooped.fill(1, start + period, end);
  return isLooped;
}
