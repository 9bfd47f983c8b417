import { z } from "zod";
import type { TaskResult } from "../dsl/index.js";
import { oneLine } from "./one-line.js";
import { TaskOutcome } from "./task-outcome.js";

const MOST_CHARS = 300;
const MOST_KNOWN = 8;
const MOST_GAPS = 4;

const NoteLine = z.string().max(MOST_CHARS);

/** What a project knows so far, in a few lines: the newest take the place of the oldest. */
export const Note = z.strictObject({
  done: z.int().nonnegative(),
  failed: z.int().nonnegative(),
  /** What the last tasks found, a line each. */
  known: z.array(NoteLine).max(MOST_KNOWN),
  /** Which tasks have brought nothing, and why. */
  gaps: z.array(NoteLine).max(MOST_GAPS),
});
export type Note = z.output<typeof Note>;

export const FIRST_NOTE: Note = { done: 0, failed: 0, known: [], gaps: [] };

/** As JSON, with every character of every line escaped. */
export const MOST_NOTE_CHARS = 2 * (MOST_KNOWN + MOST_GAPS) * (MOST_CHARS + 3) + 100;

/** The note after a task has ended. */
export function nextNote(note: Note, result: TaskResult): Note {
  const { name } = result.task;
  if (result.status !== "done") {
    const gap = oneLine(`${name}: ${result.status}, ${result.reason}`, MOST_CHARS);
    return { ...note, failed: note.failed + 1, gaps: [...note.gaps, gap].slice(-MOST_GAPS) };
  }
  const outcome = TaskOutcome.safeParse(result.output);
  const known = oneLine(`${name}: ${outcome.success ? outcome.data.summary : ""}`, MOST_CHARS);
  return { ...note, done: note.done + 1, known: [...note.known, known].slice(-MOST_KNOWN) };
}

/** The note within so many characters: the more lines there are, the shorter is each. */
export function shownNote(note: Note, most: number): Note {
  const lines = note.known.length + note.gaps.length;
  const share = lines === 0 ? most : Math.floor(most / lines);
  const cut = (line: string) => oneLine(line, Math.max(20, share));
  return { ...note, known: note.known.map(cut), gaps: note.gaps.map(cut) };
}
