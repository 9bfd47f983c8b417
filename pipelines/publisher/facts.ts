import { z } from "zod";
import type { Commit as GitCommit } from "../../adapters/index.js";
import { totalsOf } from "./totals.js";

const FileChange = z.object({ path: z.string(), added: z.int(), removed: z.int() });

const Commit = z.object({
  hash: z.string(),
  author: z.string(),
  /** ISO 8601, with the author's own offset. */
  time: z.string(),
  subject: z.string(),
  body: z.string(),
  files: z.array(FileChange),
  added: z.int(),
  removed: z.int(),
  /** A shallow clone ends here: which files it changed is not known, and `files` is empty for that reason. */
  isCutOff: z.boolean(),
});
export type Commit = z.output<typeof Commit>;

const Named = { name: z.string(), commits: z.int() };

/** Figures that code has worked out, so that no writer has to count. */
const Totals = z.object({
  commits: z.int(),
  files: z.int(),
  added: z.int(),
  removed: z.int(),
  /** Those with the most commits, and how many people there are beside them. */
  authors: z.array(z.object(Named)),
  otherAuthors: z.int(),
  /** Top folders, those with the most changed lines first; "" is the top of the repository. */
  areas: z.array(z.object({ ...Named, files: z.int(), added: z.int(), removed: z.int() })),
  otherAreas: z.int(),
  /** By the authors' own clocks. */
  times: z
    .object({
      first: z.string(),
      last: z.string(),
      offsets: z.int(),
      parts: z.array(z.object({ part: z.enum(["night", "morning", "afternoon", "evening"]), commits: z.int() })),
    })
    .nullable(),
  /** The commit with the most changed lines. */
  largest: z.object({ subject: z.string(), files: z.int(), added: z.int(), removed: z.int() }).nullable(),
  /** The file that the most commits changed, where more than one did. */
  mostTouched: z.object({ path: z.string(), commits: z.int() }).nullable(),
  /** Commits that changed one file only. */
  singleFile: z.int(),
  /** Commits that removed more lines than they added. */
  shrinking: z.int(),
  /** Commits whose changes are not known; they count for no other figure than `commits`, `authors` and `times`. */
  cutOff: z.int(),
});
export type Totals = z.output<typeof Totals>;

/** All that is known about a day of work, gathered by code: the only thing that a post may speak of. */
export const Facts = z.object({
  repository: z.string(),
  day: z.iso.date(),
  /** Oldest first. */
  commits: z.array(Commit),
  totals: Totals,
  log: z.object({ today: z.string().nullable(), yesterday: z.string().nullable() }),
});
export type Facts = z.output<typeof Facts>;

/** Makes a day's facts of what the `git` adapter and the log files gave. Lines of a binary file count as none; a log of white space alone is none. */
export function factsFrom(gathered: {
  repository: string;
  day: string;
  commits: readonly GitCommit[];
  log: { readonly today: string | null; readonly yesterday: string | null };
}): Facts {
  const commits = gathered.commits.map(commitFrom).sort((a, b) => Date.parse(a.time) - Date.parse(b.time));
  return {
    repository: gathered.repository,
    day: gathered.day,
    commits,
    totals: totalsOf(commits),
    log: { today: textIn(gathered.log.today), yesterday: textIn(gathered.log.yesterday) },
  };
}

/** Whether there is nothing of this day to write about. What was logged the day before is no news of this one. */
export function isThin(facts: Facts): boolean {
  return facts.commits.length === 0 && facts.log.today === null;
}

function commitFrom({ hash, author, date, subject, body, files, isCutOff }: GitCommit): Commit {
  const changes = files.map(({ path, insertions, deletions }) => ({ path, added: insertions ?? 0, removed: deletions ?? 0 }));
  return {
    hash,
    author,
    time: date,
    subject,
    body: body.trim(),
    files: changes,
    added: changes.reduce((sum, { added }) => sum + added, 0),
    removed: changes.reduce((sum, { removed }) => sum + removed, 0),
    isCutOff,
  };
}

function textIn(log: string | null): string | null {
  return log === null || log.trim() === "" ? null : log;
}
