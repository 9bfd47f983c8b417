import { lastAtMost } from "./places.js";

/**
 * The text from `start` on with every CRLF as a line feed, which is the only line end that the parser knows in all its
 * rules (its tables fail on CRLF), and the way back from an offset in that text to the original.
 */
export function withLineFeeds(original: string, start: number): { text: string; originalOffset: (offset: number) => number } {
  const removed: number[] = [];
  for (let at = original.indexOf("\r\n", start); at !== -1; at = original.indexOf("\r\n", at + 2))
    removed.push(at - start - removed.length);
  const text = original.slice(start);
  if (removed.length === 0) return { text, originalOffset: (offset) => start + offset };
  const removedBefore = (offset: number) =>
    lastAtMost(removed.length + 1, (count) => (count === 0 ? -1 : (removed[count - 1] ?? 0)), offset - 1);
  return { text: text.replaceAll("\r\n", "\n"), originalOffset: (offset) => start + offset + removedBefore(offset) };
}
