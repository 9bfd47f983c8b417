import type { Block } from "../text/block.js";
import { offsetsOf } from "../text/block.js";
import type { ParsedText } from "../text/parse-text.js";
import { STAND_IN } from "../text/stand-in.js";

/** The words of a text in their order, with what stands for code, an image or an address between them as one word. */
export interface WordsOfText {
  /** One number a word: equal words share it, whatever their case and kind of apostrophe. */
  readonly ids: Int32Array;
  /** The range of each in the original. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** 1 where a sentence ends behind the word. */
  readonly ends: Uint8Array;
  /** 1 where the word stands in a heading. */
  readonly isHeading: Uint8Array;
}

/** Bounded, so that millions of letters without a space are many words and no deep match. */
const WORD = new RegExp(`[\\p{L}\\p{M}\\p{N}](?:['’-]?[\\p{L}\\p{M}\\p{N}]){0,60}|${STAND_IN}`, "gu");

/** A sentence ends at its mark with what closes behind it, before a space. An end too many cuts both of two alike. */
const END = /[.!?…]["'”’»)\]]{0,3}\s/;

/** The words of the blocks in their order; `numbers` is shared by texts that are compared. */
export function wordsOf(markdown: string, blocks: readonly Block[], numbers: Map<string, number>): WordsOfText {
  const ids: number[] = [];
  const from: number[] = [];
  const to: number[] = [];
  const ends: number[] = [];
  const isHeading: number[] = [];
  for (const block of blocks) {
    const offsetAt = offsetsOf(block);
    const first = ids.length;
    let before = 0;
    for (const { index, 0: word } of block.prose.matchAll(WORD)) {
      if (ids.length > first && END.test(block.prose.slice(before, Math.min(index, before + 40)))) ends[ids.length - 1] = 1;
      before = index + word.length;
      const start = offsetAt(index);
      const end = word === STAND_IN ? endOfStandIn(block, start, offsetAt(index + 1)) : offsetAt(index + word.length - 1) + 1;
      const key = word === STAND_IN ? markdown.slice(start, end) : word.toLowerCase().replaceAll("’", "'");
      const id = numbers.get(key) ?? numbers.size;
      numbers.set(key, id);
      ids.push(id);
      from.push(start);
      to.push(end);
      ends.push(0);
      isHeading.push(block.kind === "heading" ? 1 : 0);
    }
    if (ids.length > first) ends[ids.length - 1] = 1;
  }
  return {
    ids: Int32Array.from(ids),
    from: Int32Array.from(from),
    to: Int32Array.from(to),
    ends: Uint8Array.from(ends),
    isHeading: Uint8Array.from(isHeading),
  };
}

/** Up to the next piece of prose, or to the end of the block where it is the last. */
function endOfStandIn(block: Block, start: number, next: number): number {
  return next > start ? next : Math.max(block.to, start + 1);
}

/** The blocks that are read one after the other; cells of a table repeat each other by their nature. */
export function runningText({ blocks }: ParsedText): readonly Block[] {
  return blocks.filter(({ kind }) => kind !== "tableCell");
}

// Two rules ask for the same of one text.
const known = new WeakMap<ParsedText, WordsOfText>();

/** The words of a text's running text, numbered by themselves. */
export function runningWords(parsed: ParsedText): WordsOfText {
  const words = known.get(parsed) ?? wordsOf(parsed.markdown, runningText(parsed), new Map());
  known.set(parsed, words);
  return words;
}

const LONGEST = 80;

/** The original between two offsets as it is quoted in a message: on one line, cut where it is long. */
export function quoted(markdown: string, from: number, to: number): string {
  const line = markdown
    .slice(from, Math.min(to, from + 4 * LONGEST))
    .replace(/\s+/g, " ")
    .trimEnd();
  return line.length <= LONGEST && to - from <= 4 * LONGEST ? line : `${line.slice(0, LONGEST).trimEnd()}…`;
}
