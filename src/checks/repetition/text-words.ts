import { endsSentence, goesOn } from "../text/abbreviations.js";
import type { Block } from "../text/block.js";
import { offsetsOf } from "../text/block.js";
import { EACH_UNSEEN } from "../text/invisible.js";
import { KIND, kindAt } from "../text/letters.js";
import type { ParsedText } from "../text/parse-text.js";
import { lastAtMost } from "../text/places.js";
import { formBits, type Runs, runsOf } from "../text/runs.js";
import { STAND_IN } from "../text/stand-in.js";

/** The words of a text in their order, with what stands for code, an image or an address between them as one word. */
export interface WordsOfText {
  /** One number a word: equal words share it, whatever their case and kind of apostrophe. */
  readonly ids: Int32Array;
  /** What each word is, as bits of `WORD`. */
  readonly marks: Uint8Array;
  /** The range in the original of the words from `first` to `last`. */
  rangeOf(first: number, last: number): { readonly from: number; readonly to: number };
}

/** Whether a sentence ends behind the word, and whether it stands in a heading. */
export const WORD = { endsSentence: 1, inHeading: 2 } as const;

/** What joins two runs of letters to one word. */
const [APOSTROPHE, CURLY_APOSTROPHE, HYPHEN] = [39, 0x20_19, 45];
const STRIDE = 256;
const [LINE_FEED, SPACE, COMMA, DOT] = [10, 32, 44, 46];

/** What the form of a word is, as bits. */
const FORM = { standIn: 1, endsSentence: 2 } as const;

/** A sentence ends at its mark with what closes behind it, before a space. An end too many cuts both of two alike. */
const END = /[.!?…]["'”’»)\]]{0,3}\s/;

/** The words of the blocks that are wanted, in their order; `numbers` is shared by texts that are compared. */
export function wordsOf(parsed: ParsedText, isWanted: (block: Block) => boolean, numbers: Map<string, number>): WordsOfText {
  const { blocks } = parsed;
  const runs = runsOf(parsed);
  const most = runs.ids.length;
  // Memory that is touched costs more than all that is done with it; where a word stands is worked out again for the few that are shown.
  const [ids, marks, firstWordOf] = [new Int32Array(most), new Uint8Array(most), new Int32Array(blocks.length + 1)];
  const numberOf = (key: string) => {
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  };
  const numberOfForm = numbersOfForms(runs, numberOf);
  const formOf = formBits(runs, (form) => (form === STAND_IN ? FORM.standIn : endsSentence(form) ? FORM.endsSentence : 0));
  const rangeIn = rangesIn(parsed);
  /** The first run of each 256th word. */
  const runAt: number[] = [];
  let length = 0;
  for (let number = 0; number < blocks.length; number += 1) {
    firstWordOf[number] = length;
    const block = blocks[number];
    if (block === undefined || !isWanted(block)) continue;
    const { prose } = block;
    const first = length;
    const end = runs.firstOf[number + 1] ?? most;
    const heading = block.kind === "heading" ? WORD.inHeading : 0;
    let before = 0;
    for (let run = runs.firstOf[number] ?? most; run < end; ) {
      const start = runs.from[run] ?? 0;
      const last = lastOfWord(runs, formOf, { prose, run, end });
      const stop = runs.to[last] ?? start;
      // Between two words of a sentence stands one space, mostly.
      if (length > first && start - before > 1 && isEnd(prose, before, start, formOf[runs.ids[run - 1] ?? 0] ?? 0)) {
        marks[length - 1] = heading | WORD.endsSentence;
      }
      const form = runs.ids[run] ?? 0;
      ids[length] =
        last > run
          ? numberOf(prose.slice(start, stop).toLowerCase().replaceAll("’", "'"))
          : formOf[form] === FORM.standIn
            ? numberOf(sourceOf(parsed, rangeIn(number, start, stop)))
            : (numberOfForm[form] ?? 0);
      if (heading !== 0) marks[length] = heading;
      if (length % STRIDE === 0) runAt.push(run);
      before = stop;
      length += 1;
      run = last + 1;
    }
    if (length > first) marks[length - 1] = heading | WORD.endsSentence;
  }
  firstWordOf[blocks.length] = length;
  const rangeOfWord = (word: number) => {
    const number = lastAtMost(blocks.length, (index) => firstWordOf[index] ?? 0, word);
    const { prose } = blocks[number] ?? { prose: "" };
    const end = runs.firstOf[number + 1] ?? most;
    const first = firstWordOf[number] ?? 0;
    const near = word - (word % STRIDE);
    let run = (near > first ? runAt[near / STRIDE] : runs.firstOf[number]) ?? 0;
    for (let other = Math.max(first, near); other < word; other += 1) run = lastOfWord(runs, formOf, { prose, run, end }) + 1;
    return rangeIn(number, runs.from[run] ?? 0, runs.to[lastOfWord(runs, formOf, { prose, run, end })] ?? 0);
  };
  const rangeOf = (first: number, last: number) => ({ from: rangeOfWord(first).from, to: rangeOfWord(last).to });
  return { ids: ids.subarray(0, length), marks: marks.subarray(0, length), rangeOf };
}

/** Whether a sentence ends between two words, where the first one ends and the next begins: not after the day in "3. Oktober". */
function isEnd(prose: string, before: number, start: number, form: number): boolean {
  const mark = prose.charCodeAt(before);
  const next = prose.charCodeAt(before + 1);
  if (mark === DOT && form === FORM.endsSentence && (next === SPACE || next === LINE_FEED)) return true;
  if (start === before + 2 && (mark === COMMA || mark === SPACE)) return false;
  const between = prose.slice(before, Math.min(start, before + 40));
  if (!END.test(between)) return false;
  return !/^\.\s/.test(between) || !goesOn(prose.slice(Math.max(0, before - 200), before + 1), prose.slice(start, start + 40));
}

function numbersOfForms({ forms }: Runs, numberOf: (key: string) => number): Int32Array {
  return Int32Array.from(forms, (form) => (form === STAND_IN ? 0 : numberOf(form.toLowerCase())));
}

/** The last run of the word that begins with `run`. */
function lastOfWord(
  { from, to, ids }: Runs,
  formOf: Uint8Array,
  { prose, run, end }: { readonly prose: string; readonly run: number; readonly end: number },
): number {
  let last = run;
  while (last + 1 < end && from[last + 1] === (to[last] ?? 0) + 1) {
    const joint = prose.charCodeAt(to[last] ?? 0);
    if (joint === SPACE || (joint !== APOSTROPHE && joint !== HYPHEN && joint !== CURLY_APOSTROPHE)) break;
    if (formOf[ids[last] ?? 0] === FORM.standIn || formOf[ids[last + 1] ?? 0] === FORM.standIn) break;
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
