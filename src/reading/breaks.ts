import type { Section } from "./document.js";
import { graphemeBreakUpTo } from "./graphemes.js";

const sentences = new Intl.Segmenter("und", { granularity: "sentence" });
const words = new Intl.Segmenter("und", { granularity: "word" });
/** How much of a text is looked at for the end of a sentence or a word: the segmenter's time grows faster than what it is given. */
const LOOK_BACK = { sentence: 3_000, word: 400 };
/** What stands behind a place says whether a sentence ends there. */
const LOOK_AHEAD = 60;

/** A stretch of a text in which a place to cut is looked for: behind `floor` and `least`, up to `most`. No grapheme is cut at `floor`. */
export interface Stretch {
  readonly text: string;
  readonly sections: readonly Section[];
  readonly floor: number;
  readonly least: number;
  readonly most: number;
}

type Finder = (stretch: Stretch) => number | undefined;

/** From the coarsest to the finest. */
const FINDERS: readonly Finder[] = [sectionBreak, paragraphBreak, sentenceBreak, lineBreak, wordBreak];

/** The last place of the coarsest structure that the stretch holds; else the last grapheme that ends in it. */
export function bestBreak(stretch: Stretch): number | undefined {
  for (const find of FINDERS) {
    const found = find(stretch);
    if (found !== undefined) return found;
  }
  return graphemeBreakUpTo(stretch.text, stretch.floor, stretch.most);
}

function sectionBreak({ sections, least, most, text }: Stretch): number | undefined {
  if (most >= text.length) return text.length;
  let low = 0;
  let high = sections.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sections[middle]?.from ?? 0) <= most) low = middle + 1;
    else high = middle;
  }
  const from = sections[low - 1]?.from ?? 0;
  return from > least ? from : undefined;
}

/** Behind blank lines, which stay with what is above them. */
function paragraphBreak({ text, least, most }: Stretch): number | undefined {
  const stretch = text.slice(least, most);
  for (let end = stretch.lastIndexOf("\n"); end >= 0; end = end === 0 ? -1 : stretch.lastIndexOf("\n", end - 1)) {
    const at = least + end;
    if (/\S/.test(text[at + 1] ?? "x") && /\n[ \t]*$/.test(text.slice(Math.max(0, at - LOOK_AHEAD), at))) return at + 1;
  }
  return undefined;
}

function lineBreak({ text, least, most }: Stretch): number | undefined {
  const end = text.slice(least, most).lastIndexOf("\n");
  return end < 0 ? undefined : least + end + 1;
}

function sentenceBreak(stretch: Stretch): number | undefined {
  // A line that is only wrapped ends no sentence.
  return segmentBreak(stretch, LOOK_BACK.sentence, (piece) => sentences.segment(piece.replaceAll("\n", " ")));
}

function wordBreak(stretch: Stretch): number | undefined {
  return segmentBreak(stretch, LOOK_BACK.word, (piece) => words.segment(piece));
}

/** The last segment that begins in the stretch and cuts no grapheme. The first and the last of a piece may be cut by the piece. */
function segmentBreak(stretch: Stretch, lookBack: number, segmented: (piece: string) => Iterable<Intl.SegmentData>): number | undefined {
  const { text, floor, least, most } = stretch;
  const start = Math.max(least, most - lookBack, floor);
  const piece = text.slice(start, most + LOOK_AHEAD);
  const begins: number[] = [];
  for (const { index, segment } of segmented(piece)) {
    const begin = start + index;
    if (index > 0 && begin > least && begin <= most && /\S/.test(segment[0] ?? "")) begins.push(begin);
  }
  return begins.reverse().find((begin) => graphemeBreakUpTo(text, floor, begin) === begin);
}
