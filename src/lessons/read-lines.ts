import { Lesson, Note } from "./lesson.js";

export interface SkippedLine {
  /** The file and the line: `lessons/publisher.jsonl:7`. */
  readonly place: string;
  readonly line: number;
  /** Why, as a sentence about the line. */
  readonly reason: string;
}

/** What a line says, and the line that holds it, from 1. */
export type Line =
  | { readonly is: "lesson"; readonly line: number; readonly raw: string; readonly lesson: Lesson }
  | { readonly is: "note"; readonly line: number; readonly raw: string; readonly note: Note }
  | { readonly is: "other"; readonly line: number; readonly raw: string; readonly isJson: boolean; readonly reason: string };

/** Reads a file line by line. Nothing in it is fatal: a line that is cut short or is no lesson says so. */
export function* linesOf(text: string): Generator<Line> {
  let line = 0;
  for (let start = text.startsWith("\uFEFF") ? 1 : 0; start < text.length; ) {
    const found = text.indexOf("\n", start);
    const end = found < 0 ? text.length : found;
    const raw = text.slice(start, text[end - 1] === "\r" && end > start ? end - 1 : end);
    start = end + 1;
    line += 1;
    if (raw.trim() !== "") yield lineOf(raw, line);
  }
}

function lineOf(raw: string, line: number): Line {
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch {
    const reason = raw.trimStart().startsWith("{") ? "it is cut short or is not JSON" : "it is not JSON";
    return { is: "other", line, raw, isJson: false, reason };
  }
  const isNote = typeof value === "object" && value !== null && "kind" in value;
  const parsed = isNote ? Note.safeParse(value) : Lesson.safeParse(value);
  if (!parsed.success) {
    const reason = parsed.error.issues.map(({ message }) => message).join(", and ");
    return { is: "other", line, raw, isJson: true, reason };
  }
  return "kind" in parsed.data ? { is: "note", line, raw, note: parsed.data } : { is: "lesson", line, raw, lesson: parsed.data };
}
