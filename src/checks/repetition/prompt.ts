import type { Check, Finding } from "../../dsl/index.js";
import { amount } from "../amount.js";
import { assertWhole, refuse } from "../options.js";
import { parseText, type Text } from "../text/parse-text.js";
import { isRunningText, quoted, type WordsOfText, wordsOf } from "./text-words.js";

export interface PromptOptions {
  /** What the model was sent. */
  readonly prompt: string;
  /** How many words in a row make a repetition; 12 by default, at least 4. */
  readonly words?: number;
}

/** No long run of words that stands in the prompt in the same order. One finding a run, at its first word. Throws `check/options`. */
export function promptRepeated({ prompt, words: least = 12 }: PromptOptions): Check<Text> {
  const rule = "repetition/prompt";
  assertWhole(rule, "words", least, 4);
  if (!/[\p{L}\p{N}]/u.test(prompt)) refuse(rule, "the prompt has no word, expected what the model was sent");
  return {
    rule,
    options: { prompt, words: least },
    run(text) {
      // The prompt first: a parsed text is remembered until the next one, and the other checks look at the text again.
      const numbers = new Map<string, number>();
      const asked = wordsOf(parseText(prompt), () => true, numbers);
      const parsed = parseText(text);
      const said = wordsOf(parsed, isRunningText, numbers);
      return sharedRuns(said, asked, least).map(({ start, length }): Finding => {
        const { from, to } = said.rangeOf(start, start + length - 1);
        const quote = quoted(parsed.markdown, from, to);
        const message = `"${quote}" (${amount(length, "word")}) repeats the prompt: answer it instead`;
        return { rule, severity: "error", message, at: parsed.placeAt(from) };
      });
    },
  };
}

/** Runs of `least` words or more of `said` that stand in `asked`: a rolling hash of each `least` words (Rabin and Karp 1987), then the words themselves. */
function sharedRuns(said: WordsOfText, asked: WordsOfText, least: number): readonly { readonly start: number; readonly length: number }[] {
  const places = new Map<number, number>();
  for (const [at, hash] of hashes(asked.ids, least)) if (!places.has(hash)) places.set(hash, at);
  const runs: { start: number; length: number }[] = [];
  let end = 0;
  for (const [start, hash] of hashes(said.ids, least)) {
    const place = places.get(hash);
    if (start < end || place === undefined) continue;
    let length = 0;
    while (start + length < said.ids.length && said.ids[start + length] === asked.ids[place + length]) length += 1;
    if (length < least) continue;
    runs.push({ start, length });
    end = start + length;
  }
  return runs;
}

const BASE = 1_000_003;

function* hashes(ids: Int32Array, width: number): Generator<readonly [at: number, hash: number]> {
  let out = 1;
  for (let step = 1; step < width; step += 1) out = Math.imul(out, BASE);
  let hash = 0;
  for (let at = 0; at < ids.length; at += 1) {
    if (at >= width) hash = (hash - Math.imul((ids[at - width] ?? 0) + 1, out)) | 0;
    hash = (Math.imul(hash, BASE) + (ids[at] ?? 0) + 1) | 0;
    if (at >= width - 1) yield [at - width + 1, hash];
  }
}
