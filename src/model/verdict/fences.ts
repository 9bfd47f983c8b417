import type { Range } from "./range.js";

export interface Fence extends Range {
  /** The words behind the opening marks: the language, as a rule. */
  readonly info: string;
  readonly body: string;
  readonly isClosed: boolean;
}

// What is behind the marks of a fence of backticks holds none itself; else it is a code span.
const OPENING = /^ {0,3}(?:(`{3,})([^`\n]*)|(~{3,})([^\n]*))$/;

/** The fenced code blocks of a text, by CommonMark's rules. An unclosed one ends with the text. */
export function fencesIn(text: string): readonly Fence[] {
  const fences: Fence[] = [];
  let open: { from: number; bodyFrom: number; marks: string; info: string } | undefined;
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf("\n", at);
    const next = newline < 0 ? text.length : newline + 1;
    const line = text.slice(at, newline < 0 ? text.length : newline).trimEnd();
    const found = OPENING.exec(line);
    const marks = found?.[1] ?? found?.[3];
    const info = (found?.[2] ?? found?.[4] ?? "").trim();
    if (marks !== undefined && open === undefined) {
      open = { from: at, bodyFrom: next, marks, info };
    } else if (marks !== undefined && open !== undefined && info === "" && marks.startsWith(open.marks)) {
      fences.push({ from: open.from, to: next, info: open.info, body: text.slice(open.bodyFrom, at), isClosed: true });
      open = undefined;
    }
    at = next;
  }
  if (open) fences.push({ from: open.from, to: text.length, info: open.info, body: text.slice(open.bodyFrom), isClosed: false });
  return fences;
}
