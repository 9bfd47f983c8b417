import type { WallTime } from "../dsl/index.js";
import { notEmpty, withLineFeeds } from "./plain-text.js";

/** A note to the next instance. */
export interface JournalEntry {
  readonly at: Date;
  /** With its heading. */
  readonly text: string;
}

const HEADING = /^## (\d{4}-\d\d-\d\d) (\d\d:\d\d) ([+-]\d\d:\d\d)$/;

/** An entry as it stands in the file. A line of its text that looks like the heading of an entry is no heading there. */
export function journalText(text: string, { day, time, offset }: WallTime): string {
  const lines = notEmpty(withLineFeeds(text).trim(), "an entry of the journal").split("\n");
  const body = lines.map((line) => (HEADING.test(line) ? `\\${line}` : line)).join("\n");
  return `## ${day} ${time} ${offset}\n\n${body}\n\n`;
}

/** The entries of a journal, in the order in which they stand there. What is above the first is none. */
export function entriesIn(journal: string): readonly JournalEntry[] {
  const entries: { readonly at: Date; readonly lines: string[] }[] = [];
  for (const line of withLineFeeds(journal).split("\n")) {
    const [, day, time, offset] = HEADING.exec(line) ?? [];
    if (day !== undefined) entries.push({ at: new Date(`${day}T${time}${offset}`), lines: [] });
    entries.at(-1)?.lines.push(line);
  }
  return entries.map(({ at, lines }) => ({ at, text: lines.join("\n").trimEnd() }));
}
