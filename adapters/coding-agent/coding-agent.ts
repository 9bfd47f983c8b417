import { z } from "zod";
import { adapter, effect, query } from "../../src/dsl/index.js";

const hasNoNul = (text: string) => !text.includes("\0");
const Repo = z.string().min(1).refine(hasNoNul, "holds a NUL").describe("A folder inside a git repository");
const CommitId = z.string().regex(/^[0-9a-f]{40,64}$/, "must be the whole name of a commit");
const Branch = z.string().regex(/^stagewright\/[\w-]+$/, "must be a branch of this adapter");
const Name = z.string().min(1);
const Count = z.int().nonnegative();

/** How a program ended: by itself, or stopped since it took too long or wrote too much. */
const Ended = z.enum(["exit", "time-limit", "output-limit"]);
const ExitCode = z.int().nullable().describe("0 is success; null where it was stopped");

export const Start = z.object({
  base: CommitId.describe("What the checkout stands at"),
  branch: Branch.describe("Named after the run"),
  folder: z.string().describe("The folder from the top of the repository, with a slash at its end; empty for the top"),
});
export type Start = z.output<typeof Start>;

export const Built = z.object({
  commit: CommitId.describe("What the branch stands at by then; that it began at, where nothing was changed"),
  ended: Ended,
  exitCode: ExitCode,
  says: z.string().describe("The end of what the program wrote: its own words, which prove nothing"),
});
export type Built = z.output<typeof Built>;

export const CodeChange = z.object({
  path: z.string().describe("From the top of the repository, after the change"),
  before: z.string().nullable().describe("Its path before, where it was moved"),
  kind: z.enum(["added", "changed", "deleted", "moved"]),
  is: z.enum(["file", "link", "repository"]).describe("What lies there; of what was deleted, what lay there"),
  leadsTo: z.string().nullable().describe("Of a link"),
  insertions: Count.nullable().describe("Lines added; null for a binary file"),
  deletions: Count.nullable().describe("Lines removed; null for a binary file"),
  bytes: Count.describe("Of the file as it is by then; 0 where it is gone"),
});
export type CodeChange = z.output<typeof CodeChange>;

export const CodeChanges = z.object({
  files: z.array(CodeChange).describe("In order of path"),
  commits: Count.describe("How many lie between the two"),
  secrets: z
    .array(z.object({ place: z.string(), message: z.string() }))
    .describe("In the lines that any of the commits adds, and in their messages; none is shown whole"),
});
export type CodeChanges = z.output<typeof CodeChanges>;

export const Tested = z.object({
  ended: Ended,
  exitCode: ExitCode,
  tail: z.string().describe("The end of what the tests wrote, standard error behind the rest"),
});
export type Tested = z.output<typeof Tested>;

export const Pushed = z.object({
  address: z.string().describe("Where a person finds the branch"),
  branch: Branch,
  commit: CommitId,
  mark: z.string().describe("Made from the idempotency key"),
});
export type Pushed = z.output<typeof Pushed>;

/**
 * A program that changes code by itself, held to a branch of its own. Which programs may run, for changing and for testing, and
 * with what arguments, the implementation is told as data; a request names one of them.
 */
export const codingAgent = adapter("coding-agent", {
  /** Where the work begins. Fails where something is not committed, or a program is not on the list. */
  start: query({ takes: z.object({ repo: Repo, agent: Name, test: Name }), gives: Start }),
  /** What the branch stands at; `base` where there is none yet. */
  head: query({ takes: z.object({ repo: Repo, branch: Branch, base: CommitId }), gives: CommitId }),
  /** Runs the program in a fresh worktree of the branch, once for each key; what it leaves is committed. */
  build: effect({
    takes: z.object({
      repo: Repo,
      branch: Branch,
      from: CommitId.describe("Where this try begins; what a try that was cut off left behind it is thrown away"),
      agent: Name,
      text: z.string().min(1).max(60_000).refine(hasNoNul, "holds a NUL").describe("What the program is told"),
    }),
    gives: Built,
  }),
  /** What lies between two commits, read from git and not from anybody's word. */
  changes: query({ takes: z.object({ repo: Repo, base: CommitId, commit: CommitId }), gives: CodeChanges }),
  /** Runs the tests of a commit in a worktree that holds that commit and nothing else. */
  test: query({ takes: z.object({ repo: Repo, branch: Branch, commit: CommitId, test: Name }), gives: Tested }),
  /** Brings the branch to the remote. It merges nothing, and never pushes by force. */
  push: effect({ takes: z.object({ repo: Repo, branch: Branch, commit: CommitId }), gives: Pushed }),
});
