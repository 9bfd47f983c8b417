/** A stretch of a text, in characters. */
export interface Part {
  readonly from: number;
  readonly to: number;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
/** No character that a person sees is longer. */
const LONGEST_GRAPHEME = 200;

/**
 * Parts of at most so many characters that together are the whole text: cut before a heading or between paragraphs where there is one
 * in the second half, else at a line's end, between words, or between two characters.
 */
export function partsOf(text: string, most: number): readonly Part[] {
  const parts: Part[] = [];
  for (let from = 0; from < text.length; ) {
    const to = text.length - from <= most ? text.length : cutIn(text, from, most);
    parts.push({ from, to });
    from = to;
  }
  return parts;
}

const CUTS = [/\n(?=#{1,6} )/g, /\n[^\S\n]*\n+/g, /\n/g, /\s/g];

function cutIn(text: string, from: number, most: number): number {
  const window = text.slice(from, from + most);
  for (const cut of CUTS) {
    let last = -1;
    for (const { 0: found, index } of window.matchAll(cut)) last = index + found.length;
    if (last > most / 2) return from + last;
  }
  const start = Math.max(from, from + most - LONGEST_GRAPHEME);
  let end = from + most;
  for (const { index, segment } of graphemes.segment(text.slice(start, from + most + LONGEST_GRAPHEME))) {
    if (start + index + segment.length > from + most) break;
    end = start + index + segment.length;
  }
  return end > from ? end : from + most;
}
