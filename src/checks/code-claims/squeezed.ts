/** A text without white space, in which quoted code is looked for, and the way back to the original. */
export interface Squeezed {
  readonly text: string;
  /** The original offset of each character. */
  readonly offsets: Uint32Array;
}

export function squeeze(text: string): string {
  return text.replace(/\s+/g, "");
}

export function squeezed(text: string): Squeezed {
  const parts: string[] = [];
  const offsets = new Uint32Array(text.length);
  let length = 0;
  for (const { 0: part, index } of text.matchAll(/\S{1,4096}/g)) {
    parts.push(part);
    for (let at = 0; at < part.length; at += 1) offsets[length++] = index + at;
  }
  return { text: parts.join(""), offsets: offsets.subarray(0, length) };
}

const WORD = /[\p{L}\p{N}_$]/u;

/** The places of a squeezed passage in a text, as ranges of the original; words that begin or end it are whole ones there. */
export function placesIn(text: string, { text: within, offsets }: Squeezed, passage: string, most: number): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  const startsWord = WORD.test(passage.charAt(0));
  const endsWord = WORD.test(passage.charAt(passage.length - 1));
  for (let at = within.indexOf(passage); at !== -1 && found.length < most; at = within.indexOf(passage, at + 1)) {
    const from = offsets[at] ?? 0;
    const to = (offsets[at + passage.length - 1] ?? 0) + 1;
    if (startsWord && WORD.test(text.charAt(from - 1))) continue;
    if (endsWord && WORD.test(text.charAt(to))) continue;
    found.push({ from, to });
  }
  return found;
}
