import { goesOn } from "../text/abbreviations.js";
import type { Block } from "../text/block.js";
import { offsetsOf } from "../text/block.js";
import { EACH_UNSEEN } from "../text/invisible.js";
import { KIND, kindAt } from "../text/letters.js";
import type { ParsedText } from "../text/parse-text.js";
import { type Runs, runsOf } from "../text/runs.js";
import { STAND_IN } from "../text/stand-in.js";

/** The words of a text in their order, with what stands for code, an image or an address between them as one word. */
export interface WordsOfText {
  /** One number a word: equal words share it, whatever their case and kind of apostrophe. */
  readonly ids: Int32Array;
  /** 1 where a sentence ends behind the word. */
  readonly ends: Uint8Array;
  /** 1 where the word stands in a heading. */
  readonly isHeading: Uint8Array;
  /** The range in the original of the words from `first` to `last`. */
  rangeOf(first: number, last: number): { readonly from: number; readonly to: number };
}

/** What joins two runs of letters to one word. */
const JOINTS = "'’-";

/** A sentence ends at its mark with what closes behind it, before a space. An end too many cuts both of two alike. */
const END = /[.!?…]["'”’»)\]]{0,3}\s/;

/** The words of the blocks that are wanted, in their order; `numbers` is shared by texts that are compared. */
export function wordsOf(parsed: ParsedText, isWanted: (block: Block) => boolean, numbers: Map<string, number>): WordsOfText {
  const { blocks } = parsed;
  const runs = runsOf(parsed);
  const most = runs.ids.length;
  const [ids, from, to, blockOf] = [new Int32Array(most), new Int32Array(most), new Int32Array(most), new Int32Array(most)];
  const [ends, isHeading] = [new Uint8Array(most), new Uint8Array(most)];
  const numberOf = (key: string) => {
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  };
  const numberOfForm = numbersOfForms(runs, numberOf);
  const rangeIn = rangesIn(parsed);
  let length = 0;
  for (const [number, block] of blocks.entries()) {
    if (!isWanted(block)) continue;
    const { prose } = block;
    const first = length;
    const end = runs.firstOf[number + 1] ?? most;
    for (let run = runs.firstOf[number] ?? most; run < end; ) {
      const start = runs.from[run] ?? 0;
      const last = lastOfWord(runs, prose, run, end);
      const stop = runs.to[last] ?? start;
      const before = to[length - 1] ?? 0;
      // Between two words of a sentence stands one space, mostly.
      if (length > first && start - before > 1 && isEnd(prose, before, start)) ends[length - 1] = 1;
      const form = runs.ids[run] ?? 0;
      ids[length] =
        last > run
          ? numberOf(prose.slice(start, stop).toLowerCase().replaceAll("’", "'"))
          : runs.forms[form] === STAND_IN
            ? numberOf(sourceOf(parsed, rangeIn(number, start, stop)))
            : (numberOfForm[form] ?? 0);
      from[length] = start;
      to[length] = stop;
      blockOf[length] = number;
      if (block.kind === "heading") isHeading[length] = 1;
      length += 1;
      run = last + 1;
    }
    if (length > first) ends[length - 1] = 1;
  }
  const rangeOf = (first: number, last: number) => ({
    from: rangeIn(blockOf[first] ?? 0, from[first] ?? 0, to[first] ?? 0).from,
    to: rangeIn(blockOf[last] ?? 0, from[last] ?? 0, to[last] ?? 0).to,
  });
  return { ids: ids.subarray(0, length), ends: ends.subarray(0, length), isHeading: isHeading.subarray(0, length), rangeOf };
}

/** Whether a sentence ends between two words, where the first one ends and the next begins: not after the day in "3. Oktober". */
function isEnd(prose: string, before: number, start: number): boolean {
  const between = prose.slice(before, Math.min(start, before + 40));
  if (!END.test(between)) return false;
  return !/^\.\s/.test(between) || !goesOn(prose.slice(Math.max(0, before - 200), before + 1), prose.slice(start, start + 40));
}

function numbersOfForms({ forms }: Runs, numberOf: (key: string) => number): Int32Array {
  return Int32Array.from(forms, (form) => (form === STAND_IN ? 0 : numberOf(form.toLowerCase())));
}

/** The last run of the word that begins with `run`. */
function lastOfWord({ from, to, forms, ids }: Runs, prose: string, run: number, end: number): number {
  let last = run;
  while (last + 1 < end && from[last + 1] === (to[last] ?? 0) + 1 && JOINTS.includes(prose.charAt(to[last] ?? 0))) {
    if (forms[ids[last] ?? 0] === STAND_IN || forms[ids[last + 1] ?? 0] === STAND_IN) break;
    last += 1;
  }
  return last;
}

/** From the range of a word in a block's prose to that in the original; words are asked for block by block. */
function rangesIn({
  blocks,
  markdown,
}: ParsedText): (block: number, start: number, stop: number) => { readonly from: number; readonly to: number } {
  let open = -1;
  let offsetAt = (index: number) => index;
  return (number, start, stop) => {
    const block = blocks[number];
    if (block === undefined) return { from: 0, to: 0 };
    if (number !== open) {
      open = number;
      offsetAt = offsetsOf(block);
    }
    const from = offsetAt(start);
    if (block.prose.charAt(start) !== STAND_IN) return { from, to: pastMarks(markdown, offsetAt(stop - 1) + 1) };
    // Up to the next piece of prose, or to the end of the block where it is the last.
    const next = offsetAt(stop);
    return { from, to: next > from ? next : Math.max(block.to, from + 1) };
  };
}

/** A letter that is composed in prose may stand in the original with its marks behind it. */
function pastMarks(markdown: string, offset: number): number {
  let end = offset;
  while ((kindAt(markdown, end) & KIND.mark) !== 0) end += 1;
  return end;
}

function sourceOf({ markdown }: ParsedText, { from, to }: { readonly from: number; readonly to: number }): string {
  return markdown.slice(from, to);
}

/** Whether a block is read one after the other; cells of a table repeat each other by their nature. */
export function isRunningText({ kind }: Block): boolean {
  return kind !== "tableCell";
}

// Two rules ask for the same of one text.
const known = new WeakMap<ParsedText, WordsOfText>();

/** The words of a text's running text, numbered by themselves. */
export function runningWords(parsed: ParsedText): WordsOfText {
  const words = known.get(parsed) ?? wordsOf(parsed, isRunningText, new Map());
  known.set(parsed, words);
  return words;
}

const LONGEST = 80;

/** The original between two offsets as it is quoted in a message: composed, without what shows nothing, on one line, cut where it is long. */
export function quoted(markdown: string, from: number, to: number): string {
  const line = markdown
    .slice(from, Math.min(to, from + 4 * LONGEST))
    .normalize("NFC")
    .replace(EACH_UNSEEN, "")
    .replace(/\s+/g, " ")
    .trimEnd();
  return line.length <= LONGEST && to - from <= 4 * LONGEST ? line : `${line.slice(0, LONGEST).trimEnd()}…`;
}
