import type { Place } from "../../dsl/index.js";

/**
 * Turns offsets of a text into places. Lines end at a line feed, so CRLF is one line end and a carriage return alone
 * is none, which is how the Markdown parser sees lines too.
 */
export function placesOf(text: string): (offset: number) => Place {
  const starts = [0];
  for (let feed = text.indexOf("\n"); feed !== -1; feed = text.indexOf("\n", feed + 1)) starts.push(feed + 1);
  return (offset) => {
    const line = lastAtMost(starts.length, (index) => starts[index] ?? 0, offset);
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1, offset };
  };
}

/** The last of `length` ascending values that is at most `limit`, by binary search; the first where none is. */
export function lastAtMost(length: number, valueAt: (index: number) => number, limit: number): number {
  let low = 0;
  let high = length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (valueAt(middle) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
