import type { Finding, TextEdit } from "../../dsl/index.js";

export interface Fixed {
  readonly text: string;
  readonly applied: number;
  /** Edits that overlap one before them, or lie outside the text. */
  readonly refused: number;
}

/** Applies the findings' own edits, from the end so that offsets stay true. Of two that overlap the first is made. */
export function applyFixes(text: string, findings: readonly Finding[]): Fixed {
  const edits = findings.flatMap(({ fix }) => fix ?? []).sort((a, b) => a.from - b.from || a.to - b.to);
  const made: TextEdit[] = [];
  let end = -1;
  for (const edit of edits) {
    const isInText = edit.from >= 0 && edit.from <= edit.to && edit.to <= text.length;
    const last = made.at(-1);
    if (!isInText || edit.from < end || (last !== undefined && edit.from === last.from)) continue;
    made.push(edit);
    end = edit.to;
  }
  let rest = text.length;
  const parts: string[] = [];
  for (const { from, to, insert } of made.toReversed()) {
    parts.push(text.slice(to, rest), insert);
    rest = from;
  }
  parts.push(text.slice(0, rest));
  return { text: parts.toReversed().join(""), applied: made.length, refused: edits.length - made.length };
}
