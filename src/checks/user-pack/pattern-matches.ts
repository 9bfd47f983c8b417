/** A match as a range of the text. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** A try that begins in one part of this length sees this much of the next one, so that matches up to that length are whole. */
const PART = 500;
/** What stands this near before a try is seen by what looks back. */
const BEFORE = 100;

/**
 * The matches of a pattern with the flags `g` and `u`, none of them empty. No try sees more than 1,000 characters ahead, so that all tries together
 * take time in proportion to the text; a match of more than 500 may be cut, and `$` is true at the end of the text only.
 */
export function matchesIn(text: string, pattern: RegExp): readonly Range[] {
  const ranges: Range[] = [];
  let next = 0;
  for (let part = 0; part < text.length; part += PART) {
    const start = wholeAt(text, Math.max(0, part - BEFORE));
    const limit = wholeAt(text, part + PART);
    const end = wholeAt(text, part + 2 * PART);
    const slice = text.slice(start, end);
    pattern.lastIndex = Math.max(next, wholeAt(text, part)) - start;
    for (let match = pattern.exec(slice); match; match = pattern.exec(slice)) {
      const from = start + match.index;
      const to = from + match[0].length;
      // The next part finds it, and sees more of the text.
      if (from >= limit) break;
      // What reaches the end of a slice could not see on, as `$` must.
      const isCut = to === end && end < text.length && pattern.source.includes("$");
      if (to > from && !isCut) ranges.push({ from, to });
      next = to > from && !isCut ? to : from + ((text.codePointAt(from) ?? 0) > 0xff_ff ? 2 : 1);
      pattern.lastIndex = next - start;
    }
  }
  pattern.lastIndex = 0;
  return ranges;
}

/** An index inside the text that does not part the two halves of a character. */
function wholeAt(text: string, index: number): number {
  if (index >= text.length) return text.length;
  const isInside = /[\uDC00-\uDFFF]/.test(text[index] ?? "") && /[\uD800-\uDBFF]/.test(text[index - 1] ?? "");
  return isInside ? index - 1 : index;
}
