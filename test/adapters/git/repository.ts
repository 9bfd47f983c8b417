import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Nothing of the person who runs the tests: no configuration, no name, no other repository. */
export const CLEAN = { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };

export interface TestCommit {
  /** As git takes it: seconds and offset, or ISO 8601 with one. */
  readonly authored: string;
  /** Like `authored` where it is not given. */
  readonly committed?: string;
  readonly author?: string;
  readonly message: string | Uint8Array;
  /** New contents by path; null deletes; `{ from }` renames. */
  readonly files?: Readonly<Record<string, string | Uint8Array | null | { readonly from: string }>>;
  /** The commit merged, by its place in the list. */
  readonly merges?: number;
  /** The commit it stands on, by its place in the list; the one before by default. */
  readonly on?: number;
}

/** A git repository in a folder that goes with the test or suite, built by one `git fast-import`; no file is checked out. */
export function repository(t: { after(fn: () => void): void }, commits: readonly TestCommit[]): string {
  const folder = mkdtempSync(join(tmpdir(), "git-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  gitIn(folder, ["init", "--quiet", "--template=", "--initial-branch=main"]);
  const parts = commits.flatMap((commit, index) => [
    `commit refs/heads/main\nmark :${index + 1}\n`,
    `author ${commit.author ?? "Ana"} <ana@example.org> ${when(commit.authored)}\n`,
    `committer Bot <bot@example.org> ${when(commit.committed ?? commit.authored)}\n`,
    ...data(commit.message),
    index > 0 ? `from :${(commit.on ?? index - 1) + 1}\n` : "",
    commit.merges === undefined ? "" : `merge :${commit.merges + 1}\n`,
    ...Object.entries(commit.files ?? {}).flatMap(([path, change]) => {
      if (change === null) return [`D ${path}\n`];
      if (typeof change === "object" && "from" in change) return [`R ${quoted(change.from)} ${quoted(path)}\n`];
      return [`M 100644 inline ${quoted(path)}\n`, ...data(change)];
    }),
    "\n",
  ]);
  const stream = Buffer.concat(parts.map((part) => Buffer.from(part)));
  if (commits.length > 0) gitIn(folder, ["fast-import", "--quiet", "--date-format=raw-permissive"], stream);
  return folder;
}

export function gitIn(folder: string, args: readonly string[], input?: Uint8Array | string): string {
  return execFileSync("git", args, {
    cwd: folder,
    env: CLEAN,
    encoding: "utf8",
    stdio: ["pipe", "pipe", "inherit"],
    ...(input === undefined ? {} : { input }),
  });
}

function when(date: string): string {
  const iso = /^(.*)([+-]\d\d):(\d\d)$/.exec(date);
  return iso ? `${Date.parse(date) / 1_000} ${iso[2]}${iso[3]}` : date;
}

function data(content: string | Uint8Array): (string | Uint8Array)[] {
  return [`data ${Buffer.byteLength(content)}\n`, content, "\n"];
}

function quoted(path: string): string {
  return `"${path.replace(/["\\\n]/g, (char) => (char === "\n" ? "\\n" : `\\${char}`))}"`;
}
