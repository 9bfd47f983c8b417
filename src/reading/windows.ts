import { StagewrightError } from "../dsl/index.js";
import { bestBreak } from "./breaks.js";
import { type Document, type Section, sectionAt } from "./document.js";
import { graphemeBreakUpTo, graphemeEnd } from "./graphemes.js";

/** A stretch of a document that a model reads at once. Windows follow each other: their texts joined are the document's. */
export interface ReadingWindow {
  /** The document's id. */
  readonly document: string;
  /** From 1. */
  readonly number: number;
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  readonly text: string;
  /** What stands before `from` and is shown once more, so that nothing begins in the air. Empty without `overlap`. */
  readonly before: string;
  /** The ids of the sections that it has a part of. */
  readonly sections: readonly string[];
}

export interface WindowOptions {
  /** The most tokens that a window may have, with what it repeats. */
  readonly maxTokens: number;
  /** How many tokens a text is. */
  readonly estimate: (text: string) => number;
  /** The most tokens of the end of a window that the next one repeats. None if not given. */
  readonly overlap?: number;
}

/** A window that ends at structure has at least this part of what would fit. */
const LEAST_FULL = 0.25;
/** How near the longest text that fits is looked for, as a part of it. */
const NEAR = 1 / 64;

/**
 * Splits a document into windows that fit into `maxTokens`. A window ends with a section; where none ends in its last three quarters, with a
 * paragraph, else a sentence, a line, a word, and at last a grapheme. Only a single grapheme that does not fit makes a larger window.
 *
 * @throws StagewrightError `reading/windows` for a budget that no window can keep.
 */
export function windowsOf(document: Document, { maxTokens, estimate, overlap = 0 }: WindowOptions): readonly ReadingWindow[] {
  const room = maxTokens - overlap;
  if (!(maxTokens >= 1 && Number.isFinite(maxTokens) && overlap >= 0 && room >= 1)) {
    throw new StagewrightError("reading/windows", `windows of ${maxTokens} tokens that repeat ${overlap} cannot be made`, {
      hint: "give maxTokens of at least 1, and an overlap that is smaller",
    });
  }
  const { id, text, sections } = document;
  const windows: ReadingWindow[] = [];
  let perToken = 3;
  for (let from = 0; from < text.length; ) {
    const to = windowEnd({ text, sections, from, maxTokens: from === 0 ? maxTokens : room, perToken, estimate });
    const own = text.slice(from, to);
    const tokens = estimate(own);
    if (tokens > 0) perToken = own.length / tokens;
    const before = overlap === 0 || from === 0 ? "" : repeated(text, from, own, { maxTokens, estimate, overlap });
    windows.push({ document: id, number: windows.length + 1, from, to, text: own, before, sections: sectionsIn(sections, from, to) });
    from = to;
  }
  return windows;
}

interface Start {
  readonly text: string;
  readonly sections: readonly Section[];
  readonly from: number;
  readonly maxTokens: number;
  /** How many units the last window had a token. */
  readonly perToken: number;
  estimate(text: string): number;
}

function windowEnd({ text, sections, from, maxTokens, perToken, estimate }: Start): number {
  const fits = (to: number) => estimate(text.slice(from, to)) <= maxTokens;
  let most = longestThatFits(from, text.length, Math.ceil(maxTokens * perToken), fits);
  let least = from + Math.floor((most - from) * LEAST_FULL);
  while (most > from) {
    const end = bestBreak({ text, sections, floor: from, least, most });
    if (end === undefined || end <= from) break;
    // A shorter text may have more tokens than a longer one, as some tokenizers count.
    if (fits(end)) return end;
    most = end - 1;
    least = Math.min(least, most - 1);
  }
  return graphemeEnd(text, from);
}

/** About the longest that fits, by doubling and halving from a first guess; at least 1. */
function longestThatFits(from: number, end: number, guess: number, fits: (to: number) => boolean): number {
  let good = from;
  let bad = Math.min(end, from + Math.max(1, guess));
  while (fits(bad)) {
    good = bad;
    if (bad === end) return end;
    bad = Math.min(end, from + (bad - from) * 2);
  }
  while (bad - good > Math.max(1, (good - from) * NEAR)) {
    const middle = (good + bad) >> 1;
    if (fits(middle)) good = middle;
    else bad = middle;
  }
  return good;
}

/** The end of what stands before `from`, from the beginning of a sentence or a word if it can be, as far as both fit. */
function repeated(text: string, from: number, own: string, { maxTokens, estimate, overlap }: Required<WindowOptions>): string {
  for (let length = Math.min(from, overlap * 8); length > 0; length = Math.floor(length * 0.8)) {
    const start = graphemeBreakUpTo(text, 0, from - length) ?? 0;
    const word = start + Math.max(0, text.slice(start, from).search(/(?<=\s)\S/));
    const isWhole = start > 0 && graphemeBreakUpTo(text, start, word) === word;
    const before = text.slice(isWhole ? word : start, from);
    if (estimate(before) <= overlap && estimate(before + own) <= maxTokens) return before;
  }
  return "";
}

function sectionsIn(sections: readonly Section[], from: number, to: number): readonly string[] {
  const first = sectionAt({ sections }, from);
  const start = first === undefined ? 0 : Number(first.id) - 1;
  const ids: string[] = [];
  for (let index = start; index < sections.length; index += 1) {
    const section = sections[index];
    if (section === undefined || section.from >= to) break;
    if (section.to > from) ids.push(section.id);
  }
  return ids;
}
