import { type Boundary, boundariesOf } from "./text-boundaries.js";

/**
 * Cuts a text into parts of at most `limit` UTF-16 units: behind a line where it can, else behind a word, never within a
 * grapheme that fits. A fenced block that is cut is closed in the one part and opened again in the next.
 */
export function splitText(text: string, limit: number): string[] {
  if (text.length <= limit) return [text];
  const boundaries = boundariesOf(text, limit);
  const parts: string[] = [];
  let start: Boundary = { at: 0, behind: "line", fence: undefined };
  let next = 0;
  while (start.at < text.length) {
    const opened = start.fence === undefined ? "" : `${start.fence.opening}\n`;
    const from = start.at;
    const closed = (end: Boundary) => (end.at < text.length ? closingOf(text, end) : "");
    const lengthTo = (end: Boundary) => opened.length + end.at - from + closed(end).length;
    let last = next;
    while (last + 1 < boundaries.length && lengthTo(boundaries[last + 1] ?? start) <= limit) last++;
    const end = last + 1 === boundaries.length ? last : bestEnd(boundaries, next, last);
    start = boundaries[end] ?? start;
    parts.push(`${opened}${text.slice(from, start.at)}${closed(start)}`);
    next = end + 1;
  }
  return parts;
}

function closingOf(text: string, { at, fence }: Boundary): string {
  if (fence === undefined) return "";
  return text[at - 1] === "\n" ? fence.mark : `\n${fence.mark}`;
}

/** The last end of a line in the later half; else of a word; else the last place of all. */
function bestEnd(boundaries: readonly Boundary[], first: number, last: number): number {
  const middle = first + Math.floor((last - first) / 2);
  for (const behind of ["line", "word"]) {
    for (let index = last; index >= middle; index--) if (boundaries[index]?.behind === behind) return index;
  }
  return last;
}
