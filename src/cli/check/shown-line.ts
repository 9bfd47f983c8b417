const TAB = 4;
const WIDE =
  /^(?:[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97C\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{20000}-\u{3FFFD}]|\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F|\p{Regional_Indicator})/u;
const NO_WIDTH = /^[\p{M}\p{Cf}]+$/u;
/** Would move the cursor, change colours or turn the direction of the line. */
const CONTROL = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The text with what could steer a terminal made visible. */
export function withoutControl(text: string): string {
  return text.replace(CONTROL, "\uFFFD");
}

/** How many columns of a terminal a character takes: two for wide ones, none for marks. */
function widthOf(grapheme: string): number {
  if (WIDE.test(grapheme)) return 2;
  return NO_WIDTH.test(grapheme) ? 0 : 1;
}

const PLAIN = /^[ -~]*$/;

/** Tabs as spaces up to the next stop, and the columns that each part takes. */
function laidOut(part: string, column: number): { readonly text: string; readonly end: number } {
  if (PLAIN.test(part)) return { text: part, end: column + part.length };
  const parts: string[] = [];
  let end = column;
  for (const { segment } of graphemes.segment(part)) {
    const isTab = segment === "\t";
    const width = isTab ? TAB - (end % TAB) : segment === "\r\n" || segment === "\r" ? 0 : widthOf(segment);
    parts.push(isTab ? " ".repeat(width) : width === 0 && /[\r\n]/.test(segment) ? "" : withoutControl(segment));
    end += width;
  }
  return { text: parts.join(""), end };
}

/** How much of a long line is shown on each side of the place. */
const BEFORE = 60;
const AFTER = 100;

/** The line of a place, and carets under what stands there; a long line is cut on both sides. */
export function shownLine(
  text: string,
  at: { readonly offset: number; readonly column: number },
  length: number,
): readonly [string, string] {
  const lineStart = at.offset - at.column + 1;
  // No further than is shown: a file can be one line of megabytes.
  const near = text.slice(at.offset, at.offset + AFTER + 1);
  const feed = near.search(/\r?\n/);
  const lineEnd = at.offset + (feed === -1 ? near.length : feed);
  const from = wholeCharacter(text, Math.max(lineStart, at.offset - BEFORE));
  const to = wholeCharacter(text, Math.min(lineEnd, at.offset + AFTER));
  const end = Math.max(at.offset, Math.min(at.offset + length, to));
  const head = from > lineStart ? "…" : "";
  const before = laidOut(text.slice(from, at.offset), head.length);
  const marked = laidOut(text.slice(at.offset, end), before.end);
  const after = laidOut(text.slice(end, to), marked.end);
  const line = `${head}${before.text}${marked.text}${after.text}`.trimEnd();
  return [`${line}${to < lineEnd ? "…" : ""}`, " ".repeat(before.end) + "^".repeat(Math.max(1, marked.end - before.end))];
}

/** Not between the halves of a surrogate pair. */
function wholeCharacter(text: string, offset: number): number {
  return /[\uDC00-\uDFFF]/.test(text[offset] ?? "") && /[\uD800-\uDBFF]/.test(text[offset - 1] ?? "") ? offset - 1 : offset;
}
