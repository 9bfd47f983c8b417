import type { Check, Finding } from "../../dsl/index.js";
import { parseText, type Text } from "../text/parse-text.js";
import { loopsIn } from "./loops.js";
import { quoted, runningWords, type WordsOfText } from "./text-words.js";

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
      const firstLike = firstLikeIn(words);
      const findings: Finding[] = [];
      for (const { start, end } of sentencesOf(words)) {
        if (end - start < LEAST_WORDS || words.isHeading[start]) continue;
        const first = firstLike(start, end);
        if (first === start || isLooped[start]) continue;
        const { from, to } = words.rangeOf(start, end - 1);
        const line = parsed.placeAt(words.rangeOf(first, first).from).line;
        const message = `"${quoted(parsed.markdown, from, to)}" stands on line ${line} already: take it out, or say what is new`;
        findings.push({ rule, severity: "error", message, at: parsed.placeAt(from) });
      }
      return findings;
    },
  };
}

function* sentencesOf({ ends }: WordsOfText): Generator<{ readonly start: number; readonly end: number }> {
  let start = 0;
  for (let at = 0; at < ends.length; at += 1) {
    if (!ends[at]) continue;
    yield { start, end: at + 1 };
    start = at + 1;
  }
}

/** Finds the first sentence that has the same words, by a hash of them (Fowler, Noll and Vo) and then by the words themselves. */
function firstLikeIn({ ids }: WordsOfText): (start: number, end: number) => number {
  const byHash = new Map<number, { readonly start: number; readonly end: number }[]>();
  return (start, end) => {
    let hash = 0x81_1c_9d_c5;
    for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (ids[at] ?? 0), 0x01_00_01_93);
    const alike = byHash.get(hash);
    const first = alike?.find((other) => other.end - other.start === end - start && isEqual(ids, other.start, start, end - start));
    if (first !== undefined) return first.start;
    if (alike === undefined) byHash.set(hash, [{ start, end }]);
    else alike.push({ start, end });
    return start;
  };
}

function isEqual(ids: Int32Array, one: number, other: number, length: number): boolean {
  for (let at = 0; at < length; at += 1) if (ids[one + at] !== ids[other + at]) return false;
  return true;
}

/** 1 for each word that a loop says again. */
function loopedWords(words: WordsOfText): Uint8Array {
  const isLooped = new Uint8Array(words.ids.length);
  for (const { start, period, end } of loopsIn(words)) isLooped.fill(1, start + period, end);
  return isLooped;
}
