import { z } from "zod";
import { adapter, query } from "../../src/dsl/index.js";

const Repo = z.string().min(1).describe("A folder inside the repository");

/**
 * The day of a commit is the date on its author's own calendar when it was written: committing, rebasing or reading it
 * elsewhere moves nothing to another day.
 */
const Day = z.iso.date().describe("A day on the authors' own calendars, as YYYY-MM-DD");

const Lines = z.int().nonnegative().nullable();

export const ChangedFile = z.object({
  path: z.string().describe("Its path from the top of the repository, after the change"),
  renamedFrom: z.string().nullable().describe("Its path before, where the commit renamed it"),
  insertions: Lines.describe("Lines added; null for a binary file"),
  deletions: Lines.describe("Lines removed; null for a binary file"),
});
export type ChangedFile = z.output<typeof ChangedFile>;

export const Commit = z.object({
  hash: z.string(),
  short: z.string().describe("The first seven characters of the hash, or as many as it takes to be the only one"),
  author: z.string().describe("The author's name as written in the commit"),
  date: z.string().describe("When it was authored, in ISO 8601 with the author's offset"),
  subject: z.string(),
  body: z.string().describe("The message below the subject, trailing blank lines left out; may be empty"),
  files: z.array(ChangedFile).describe("In order of path"),
  isCutOff: z.boolean().describe("A shallow clone ends at this commit: what it changed is not known, and `files` is empty"),
});
export type Commit = z.output<typeof Commit>;

export const DiffStat = z.object({
  commits: z.int().nonnegative(),
  filesChanged: z.int().nonnegative().describe("Different paths that the commits touched"),
  insertions: z.int().nonnegative(),
  deletions: z.int().nonnegative(),
  files: z
    .array(
      z.object({
        path: z.string(),
        commits: z.int().positive().describe("How many of the commits touched it"),
        insertions: Lines.describe("Lines added, over all commits; null where one of them has it as binary"),
        deletions: Lines.describe("Lines removed, likewise"),
      }),
    )
    .describe("In order of path"),
  commitsCutOff: z
    .int()
    .nonnegative()
    .describe("Commits whose changes a shallow clone does not hold; they count for nothing but `commits`"),
});
export type DiffStat = z.output<typeof DiffStat>;

/**
 * What a git repository says about a day: of the history of its HEAD, without merges, for what a merge brings is in
 * the commits that it merges.
 */
export const git = adapter("git", {
  /** What people call the repository: the last part of the address that it was cloned from, else its folder's name. */
  name: query({ takes: z.object({ repo: Repo }), gives: z.string() }),
  /** The latest day that has commits; null where there are none. */
  newestDay: query({ takes: z.object({ repo: Repo }), gives: z.iso.date().nullable() }),
  /** The commits of a day, in the order in which they were authored. */
  log: query({ takes: z.object({ repo: Repo, day: Day }), gives: z.array(Commit) }),
  /** The sums over the commits of a day: what each changed, added up. A line written and removed again counts twice. */
  diffStat: query({ takes: z.object({ repo: Repo, day: Day }), gives: DiffStat }),
});
