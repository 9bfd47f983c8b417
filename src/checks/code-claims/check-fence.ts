import { checkCitation, checkLines } from "./check-citation.js";
import { reportAbsent } from "./check-quote.js";
import { type Citation, pathIn } from "./citations.js";
import { fencePlace } from "./fence-place.js";
import type { FencedCode } from "./fences.js";
import { filesOf, type Held, NEAR } from "./held.js";
import type { Passage } from "./passages.js";
import { lineNumbers, shortened } from "./shown.js";

/** Whether the lines of a block of code stand in the file that it is said to be from. */
export function checkFence(on: Held, fence: FencedCode | undefined, before: Passage | undefined, citations: readonly Citation[]): void {
  if (fence === undefined) return;
  const place = fencePlace(fence, before, citations, on.markdown);
  if (place === undefined) return;
  const files = filesOf(on.index, place.path);
  if (files.length === 0) {
    if (place.isOwn)
      checkCitation(on, { path: place.path, offset: place.offset, from: 0, to: 0, lines: [], isUnreal: false, isFolder: false });
    return;
  }
  if (place.isOwn) for (const lines of place.lines) checkLines(on, place.path, lines, place.offset);
  const isDiff = /^(?:diff|patch)\b/.test(fence.info);
  let isFirst = true;
  for (const { text, offset } of fence.lines) {
    if (isDiff && (/^\+/.test(text) || /^(?:---|@@|diff |index )/.test(text))) continue;
    const code = (isDiff ? text.replace(/^-/, "") : text).trim();
    if (pathIn(code.replace(/^(?:\/\/|#|--|\/\*)\s*|\s*\*\/$/g, "")) !== undefined || /^(?:\/\/|#|\/\*|--|;)?\s*(?:\.{3}|…)/.test(code))
      continue;
    if (code.length < 4 || !/[\p{L}\p{N}]{2}/u.test(code)) continue;
    const places = files.map((file) => ({ file, found: file.find(code) })).filter(({ found }) => found.length > 0);
    const [first] = places;
    const at = offset + Math.max(0, text.indexOf(code));
    if (first === undefined) {
      reportAbsent(on, { text: code, offset: at, path: place.path }, files);
      return;
    }
    // Of lines in a row the first says where they stand.
    if (isFirst && place.lines.length > 0) {
      const isNear = places.some(({ file, found }) =>
        found.some(({ from }) => place.lines.some((one) => file.lineOf(from) >= one.from - NEAR && file.lineOf(from) <= one.to + NEAR)),
      );
      if (!isNear) {
        const lines = [...new Set(first.found.slice(0, 3).map(({ from }) => first.file.lineOf(from)))].join(", ");
        on.report(
          "quote",
          `"${shortened(code)}" stands in "${first.file.path}" at line ${lines}, not at ${place.lines.map(lineNumbers).join(" or ")}: correct the line`,
          at,
        );
        return;
      }
    }
    isFirst = false;
  }
}
