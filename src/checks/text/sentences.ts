import { endsPlainly, goesOn } from "./abbreviations.js";
import type { Block } from "./block.js";
import { plainBreaks } from "./plain-breaks.js";
import { STAND_IN } from "./stand-in.js";

/** The range of a sentence in a block's prose, without the spaces around it. */
export interface Sentence {
  readonly from: number;
  readonly to: number;
}

/** `Intl.Segmenter` takes time quadratic in what it is given at once: 16,000 units of short sentences take ten times as long as 2,000. */
const CHUNK = 2_000;

/** Where no mark that can end a sentence has anything after it, all is one sentence. */
const MAY_PART = /[\p{Sentence_Terminal}…]./su;

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

/**
 * The sentences in the prose of one block, in their order; a stretch without a letter or digit belongs to the one before it. Sentences
 * are cut by Unicode's rules (UAX 29), and joined again after abbreviations of English, Romanian and German, before a word in
 * lower case, and inside versions, numbers and file names. A line break ends no sentence, two dots or three end one as
 * one does.
 */
export function sentencesIn(prose: string): readonly Sentence[] {
  return plainSentencesIn(prose) ?? segmentedIn(prose);
}

/** The same without the segmenter, where the prose leaves no doubt of where its sentences may end. */
export function plainSentencesIn(prose: string): readonly Sentence[] | undefined {
  const breaks = plainBreaks(prose);
  if (breaks === undefined) return undefined;
  const sentences: Sentence[] = [];
  let from = 0;
  for (const at of breaks) {
    if (isAbbreviated(prose, { from, to: at })) continue;
    sentences.push(trimmed(prose, { from, to: at }));
    from = at;
  }
  sentences.push(trimmed(prose, { from, to: prose.length }));
  return sentences.filter((range) => range.from < range.to);
}

/** The same by the segmenter alone, which takes a hundred times as long. */
export function segmentedIn(prose: string): readonly Sentence[] {
  if (!MAY_PART.test(prose)) return [trimmed(prose, { from: 0, to: prose.length })].filter(({ from, to }) => from < to);
  const plain = forSegmenter(prose);
  const sentences: { from: number; to: number }[] = [];
  for (const [from, to] of boundaries(plain)) {
    const open = sentences.at(-1);
    if (open && isContinued(prose, open, { from, to })) open.to = to;
    else sentences.push({ from, to });
  }
  return sentences.map((range) => trimmed(prose, range)).filter(({ from, to }) => from < to);
}

// The checks of several packs ask for the sentences of the same blocks.
const found = new WeakMap<Block, readonly Sentence[]>();

/** The sentences of a block, found once. */
export function sentencesOf(block: Block): readonly Sentence[] {
  const known = found.get(block) ?? sentencesIn(block.prose);
  found.set(block, known);
  return known;
}

/** The same text unit by unit, with what misleads the segmenter replaced: a line break, code, a digit that opens a sentence. */
function forSegmenter(prose: string): string {
  return prose
    .replace(/[\r\n\u0085\u2028\u2029]/g, " ")
    .replaceAll("…", ".")
    .replaceAll(STAND_IN, "X")
    .replace(/(?<=[.!?]["'”’)]?\s)\p{Nd}/gu, (digit) => "X".repeat(digit.length));
}

/** The segmenter's ranges. A chunk's last one may be cut short, so that the next chunk begins with it. */
function* boundaries(plain: string): Generator<[number, number]> {
  for (let start = 0; start < plain.length; ) {
    const chunk = plain.slice(start, start + CHUNK);
    const isLast = start + CHUNK >= plain.length;
    const segments = [...segmenter.segment(chunk)];
    const whole = isLast || segments.length === 1 ? segments : segments.slice(0, -1);
    for (const { index, segment } of whole) yield [start + index, start + index + segment.length];
    const last = whole.at(-1);
    start += last ? last.index + last.segment.length : chunk.length;
  }
}

const SENTENCE_END = /[.!?…。！？]["'”’»)\]]{0,4}$/;

function isContinued(prose: string, open: Sentence, next: Sentence): boolean {
  const before = prose.slice(Math.max(open.from, open.to - 240), open.to).trimEnd();
  const after = prose.slice(next.from, Math.min(prose.length, next.from + 240));
  if (!/[\p{L}\p{N}\uFFFC]/u.test(prose.slice(next.from, next.to))) return true;
  // The segmenter stopped at the end of a chunk, or at a mark that ends no sentence.
  if (!SENTENCE_END.test(before.slice(-6))) return true;
  if (/^["'“”„«‘’(]{0,4}\p{Ll}/u.test(after)) return true;
  return before.endsWith(".") && !before.endsWith("..") && goesOn(before, after);
}

/** Whether a part that ends with one full stop ends with an abbreviation. */
function isAbbreviated(prose: string, { from, to }: Sentence): boolean {
  let end = to;
  while (end > from && isSpace(prose.charCodeAt(end - 1))) end -= 1;
  if (prose.charAt(end - 1) !== "." || prose.charAt(end - 2) === "." || endsPlainly(prose, from, end - 1)) return false;
  return goesOn(prose.slice(Math.max(from, end - 240), end), prose.slice(to, to + 240));
}

function isSpace(unit: number): boolean {
  return unit === 32 || (unit >= 9 && unit <= 13) || unit === 0xa0;
}

function trimmed(prose: string, range: Sentence): Sentence {
  let { from, to } = range;
  while (from < to && isBlank(prose.charCodeAt(from))) from += 1;
  while (from < to && isBlank(prose.charCodeAt(to - 1))) to -= 1;
  return { from, to };
}

/** What `trim` takes away. */
function isBlank(unit: number): boolean {
  return unit < 0xa0 ? unit === 32 || (unit >= 9 && unit <= 13) : /\s/.test(String.fromCharCode(unit));
}
