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
      const firstAt = new Map<string, number>();
      const findings: Finding[] = [];
      for (const { start, end } of sentencesOf(words)) {
        if (end - start < LEAST_WORDS || words.isHeading[start]) continue;
        const key = words.ids.subarray(start, end).join(" ");
        const from = words.from[start] ?? 0;
        const first = firstAt.get(key);
        if (first === undefined) firstAt.set(key, from);
        else if (!isLooped[start]) {
          const quote = quoted(parsed.markdown, from, words.to[end - 1] ?? from);
          const message = `"${quote}" stands on line ${parsed.placeAt(first).line} already: take it out, or say what is new`;
          findings.push({ rule, severity: "error", message, at: parsed.placeAt(from) });
        }
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

/** 1 for each word that a loop says again. */
function loopedWords(words: WordsOfText): Uint8Array {
  const isLooped = new Uint8Array(words.ids.length);
  for (const { start, period, end } of loopsIn(words)) isLooped.fill(1, start + period, end);
  return isLooped;
}
