import type { ParsedText } from "../text/parse-text.js";

/** A block of code between fences. */
export interface FencedCode {
  readonly info: string;
  readonly lines: readonly { readonly text: string; readonly offset: number }[];
  readonly from: number;
}

export function fencedCode({ fences, markdown }: ParsedText): readonly FencedCode[] {
  return fences.map(({ from, to, marks, isClosed }) => {
    const lines: { text: string; offset: number }[] = [];
    let at = from;
    for (const row of markdown.slice(from, to).split("\n")) {
      lines.push({ text: row.replace(/\r$/, ""), offset: at });
      at += row.length + 1;
    }
    const [first] = lines;
    const body = lines.slice(1, isClosed ? -1 : undefined);
    return {
      info:
        first?.text
          .replace(/^[\s>]*/, "")
          .slice(marks.length)
          .trim() ?? "",
      lines: body,
      from,
    };
  });
}
