/** A fenced block of Markdown that is open at a place. */
export interface Fence {
  /** Its first line. */
  readonly opening: string;
  /** What closes it. */
  readonly mark: string;
}

/** A place where a text may be cut. */
export interface Boundary {
  readonly at: number;
  readonly behind: "line" | "word" | "grapheme";
  readonly fence: Fence | undefined;
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** A fence that takes more of a part than this is text like any other: it could not be repeated in each. */
const FENCE_SHARE = 8;

/**
 * Every place where a text may be cut, its end included: between graphemes, but neither in the line of a fence nor so that
 * a part would have a block with nothing in it. Throughout, two boundaries lie less than three quarters of `limit` apart.
 */
export function boundariesOf(text: string, limit: number): Boundary[] {
  const boundaries: Boundary[] = [];
  const lines = linesOf(text);
  let at = 0;
  let fence: Fence | undefined;
  for (const [index, line] of lines.entries()) {
    const mark = markIn(line, limit);
    if (mark !== undefined && (fence === undefined || closes(line, fence))) {
      const opening = line.replace(/\r?\n$/, "");
      at += line.length;
      fence = fence === undefined ? { opening, mark } : undefined;
      if (fence === undefined || at === text.length) boundaries.push({ at, behind: "line", fence });
      continue;
    }
    const end = at + line.length;
    for (const piece of piecesOf(line, limit)) {
      at += piece.length;
      const isBeforeClosing = at === end && fence !== undefined && closes(lines[index + 1] ?? "", fence);
      if (isBeforeClosing) continue;
      boundaries.push({ at, behind: at === end ? "line" : /\s$/.test(piece) ? "word" : "grapheme", fence });
    }
  }
  return boundaries;
}

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** A grapheme may have any number of marks: one that is as long as half a part is cut between its code points. */
function* piecesOf(line: string, limit: number): Generator<string> {
  for (const { segment } of graphemes.segment(line)) {
    if (segment.length * 2 > limit) yield* segment;
    else yield segment;
  }
}

function markIn(line: string, limit: number): string | undefined {
  if (line.length * FENCE_SHARE > limit) return undefined;
  return /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1];
}

function closes(line: string, { mark }: Fence): boolean {
  const closing = /^ {0,3}(`{3,}|~{3,})[ \t\r]*\n?$/.exec(line)?.[1];
  return closing?.startsWith(mark) ?? false;
}
