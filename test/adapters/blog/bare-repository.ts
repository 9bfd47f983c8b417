import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type GitRepositoryOptions, gitRepository } from "../../../adapters/blog/index.js";
import { CLEAN, gitIn } from "../git/repository.js";

export const AUTHOR = { name: "Ana", address: "ana@example.org" };

export interface BareRepository {
  readonly cwd: string;
  readonly remote: string;
  /** A blog on it, as another process would open one: with a copy of the history of its own where `store` says so. */
  open(options?: Partial<GitRepositoryOptions>): ReturnType<typeof gitRepository>;
  /** Puts a commit on the branch, as somebody else's push does: with a file, without it, or with a link. */
  push(path: string, change: string | null | { readonly linksTo: string }, message?: string): void;
  git(...args: readonly string[]): string;
}

/** A bare repository with one commit on `main`, as a server has it; an empty one with `isEmpty`. */
export function bareRepository(t: { after(fn: () => void): void }, { isEmpty = false } = {}): BareRepository {
  const cwd = mkdtempSync(join(tmpdir(), "blog-git-"));
  t.after(() => rmSync(cwd, { recursive: true, force: true }));
  const remote = join(cwd, "remote.git");
  gitIn(cwd, ["init", "--quiet", "--bare", "--template=", "--initial-branch=main", remote]);
  const push = (path: string, change: string | null | { readonly linksTo: string }, message = "By hand") => {
    const blob = (mode: string, text: string) => `M ${mode} inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`;
    const file = change === null ? `D ${path}\n` : typeof change === "string" ? blob("100644", change) : blob("120000", change.linksTo);
    const who = `committer Ben <ben@example.org> 1773910000 +0000\ndata ${Buffer.byteLength(message)}\n${message}\n`;
    gitIn(remote, ["fast-import", "--quiet"], `commit refs/heads/main\n${who}from refs/heads/main^0\n${file}\n`);
  };
  if (!isEmpty) gitIn(remote, ["fast-import", "--quiet"], FIRST);
  return {
    cwd,
    remote,
    push,
    open: (options = {}) =>
      gitRepository({ cwd, remote, author: AUTHOR, env: CLEAN, now: () => new Date("2026-03-19T18:00:00Z"), ...options }),
    git: (...args) => gitIn(remote, args),
  };
}

const FIRST = `commit refs/heads/main
committer Ben <ben@example.org> 1773910000 +0000
data 5
First
M 100644 inline README.md
data 6
# Blog

`;
