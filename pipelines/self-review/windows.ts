import { z } from "zod";

/** A part of a file that one reading takes in: whole lines, counted from 1. */
export const CodeWindow = z.object({
  name: z.string(),
  file: z.string(),
  from: z.int().positive(),
  to: z.int().positive(),
  text: z.string(),
});
export type CodeWindow = z.output<typeof CodeWindow>;

/** Lines that two windows share, so that what begins in one can be read to its end in the next. */
const OVERLAP = 5;

/** Files as windows of at most so many characters, in the files' order; a longer line is a window of its own. */
export function windowsOf(files: Readonly<Record<string, string>>, maxChars: number): readonly CodeWindow[] {
  const windows: CodeWindow[] = [];
  for (const [file, text] of Object.entries(files)) {
    const lines = text.replace(/\r?\n$/, "").split(/\r?\n/);
    for (let from = 0; from < lines.length; ) {
      let to = from;
      for (let chars = 0; to < lines.length; to += 1) {
        chars += (lines[to]?.length ?? 0) + 1;
        if (chars > maxChars && to > from) break;
      }
      windows.push({
        name: `w-${String(windows.length + 1).padStart(4, "0")}`,
        file,
        from: from + 1,
        to,
        text: lines.slice(from, to).join("\n"),
      });
      if (to >= lines.length) break;
      from = Math.max(from + 1, to - OVERLAP);
    }
  }
  return windows;
}

/** The window's text with the numbers that a finding must name. */
export function numbered({ from, text }: CodeWindow): string {
  return text
    .split("\n")
    .map((line, index) => `${from + index}: ${line}`)
    .join("\n");
}
