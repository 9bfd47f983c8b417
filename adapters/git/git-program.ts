import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { type AnyImplementation, implement } from "../../src/dsl/index.js";
import { askGit, callGit, type Environment, type GitCall } from "./call-git.js";
import { diffStatOf } from "./diff-stat.js";
import { type Commit, git } from "./git.js";
import { COMMIT_FORMAT, parseLog } from "./parse-log.js";

/** The options of `git log` that keep a person's or a repository's settings from changing what it says or runs. */
const PLAIN = ["--no-show-signature", "--no-color", "--encoding=UTF-8", "--no-merges", "-z"];
const PLAIN_DIFF = [
  ...["--numstat", "--root", "--find-renames", "--abbrev=7", "--diff-algorithm=myers", "--ignore-submodules=none"],
  ...["--no-ext-diff", "--no-textconv", "--no-relative", "-O/dev/null"],
];

/**
 * Reads a repository by the git program, which must be on PATH; a relative `repo` counts from `cwd`. It only reads, and
 * runs nothing that the repository configures: no hook, filter, pager, alias, external diff or signature check.
 *
 * Throws `git/not-a-repository`, `git/not-trusted`, `git/incomplete`, `git/failed`, and what `runCommand` throws.
 */
export function gitProgram({ cwd, env = process.env }: { readonly cwd: string; readonly env?: Environment }): AnyImplementation {
  const at = (repo: string, signal: AbortSignal): GitCall => ({ cwd: resolve(cwd, repo), env, signal });
  return implement(git, "git", {
    name: { perform: async ({ repo }, { signal }) => nameOf(at(repo, signal)) },
    newestDay: {
      async perform({ repo }, { signal }) {
        const days = (await history(at(repo, signal))).map(({ day }) => day);
        return days.reduce<string | null>((newest, day) => (newest === null || day > newest ? day : newest), null);
      },
    },
    log: { perform: async ({ repo, day }, { signal }) => commitsOf(day, at(repo, signal)) },
    diffStat: { perform: async ({ repo, day }, { signal }) => diffStatOf(await commitsOf(day, at(repo, signal))) },
  });
}

async function nameOf(call: GitCall): Promise<string> {
  const folder = (await callGit(["rev-parse", "--git-common-dir"], call)).trimEnd();
  const origin = await askGit(["config", "--get", "remote.origin.url"], call);
  const name = (path: string) =>
    path
      .trim()
      .replace(/\/+$/, "")
      .split(/[/:\\]/)
      .at(-1)
      ?.replace(/\.git$/, "") ?? "";
  const top = resolve(call.cwd, folder).replace(/\/\.git$/, "");
  return (origin === undefined ? "" : name(origin)) || name(top) || "repository";
}

interface Authored {
  readonly hash: string;
  readonly seconds: number;
  readonly day: string;
}

/**
 * All commits, in the order in which they were authored, those of one second in the order of the history. The whole
 * history is read, for the order of the authors' days is not that of the commits, so that nowhere can be stopped.
 */
async function history(call: GitCall): Promise<Authored[]> {
  // In a repository without a commit HEAD leads nowhere. The commit itself is not asked for: a lost one is a failure.
  if ((await askGit(["rev-parse", "--verify", "--quiet", "HEAD"], call)) === undefined) return [];
  const fields = (await callGit(["log", ...PLAIN, "--date-order", "--format=%H%x00%at%x00%aI", "HEAD", "--"], call)).split("\0");
  const commits: Authored[] = [];
  for (let i = 0; i + 2 < fields.length; i += 3) {
    const [hash = "", seconds = "", date = ""] = fields.slice(i, i + 3);
    // A commit whose date cannot be read belongs to no day.
    if (/^\d{4}-\d{2}-\d{2}T/.test(date)) commits.push({ hash, seconds: Number(seconds), day: date.slice(0, 10) });
  }
  return commits.reverse().sort((a, b) => a.seconds - b.seconds);
}

async function commitsOf(day: string, call: GitCall): Promise<Commit[]> {
  const hashes = (await history(call)).filter((commit) => commit.day === day).map(({ hash }) => hash);
  if (hashes.length === 0) return [];
  const cutOff = await shallowEnds(call);
  const log = ["-c", "log.showRoot=true", "log", ...PLAIN, ...PLAIN_DIFF, `--format=${COMMIT_FORMAT}`, "--no-walk=unsorted", "--stdin"];
  const commits = parseLog(await callGit(log, { ...call, input: `${hashes.join("\n")}\n` }));
  return commits.map((commit) => {
    const isCutOff = cutOff.has(commit.hash);
    // Of a commit without its parents git says that it added every file there is.
    const files = isCutOff ? [] : commit.files.sort((a, b) => (a.path < b.path ? -1 : 1));
    return { ...commit, files, isCutOff };
  });
}

/** The commits at which a shallow clone ends. */
async function shallowEnds(call: GitCall): Promise<ReadonlySet<string>> {
  const said = await callGit(["rev-parse", "--is-shallow-repository", "--git-path", "shallow"], call);
  if (!said.startsWith("true\n")) return new Set();
  const path = said.slice("true\n".length, -1);
  const text = await readFile(resolve(call.cwd, path), { encoding: "utf8", signal: call.signal });
  return new Set(text.split("\n"));
}
