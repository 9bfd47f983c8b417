import type { AgentGit } from "./agent-git.js";
import type { CodeChange, CodeChanges } from "./coding-agent.js";

/** Nothing that the repository or a person has set changes what is said, and no program of theirs makes it. */
const PLAIN = ["--no-color", "--no-ext-diff", "--no-textconv", "--no-relative", "--ignore-submodules=none", "--diff-algorithm=myers"];

interface Range {
  readonly base: string;
  readonly commit: string;
  readonly signal: AbortSignal;
}

export async function changesBetween(git: AgentGit, { base, commit, signal }: Range): Promise<CodeChanges> {
  const diff = ["diff-tree", "-r", "-z", ...PLAIN, "--find-renames", "--no-abbrev"];
  const raw = (await git.ask([...diff, "--raw", base, commit], { signal })).split("\0");
  const counts = numstat((await git.ask([...diff, "--numstat", base, commit], { signal })).split("\0"));
  const found: (Omit<CodeChange, "bytes" | "leadsTo"> & { readonly object: string })[] = [];
  for (let at = 0; at + 1 < raw.length; ) {
    const [, modeBefore = "", mode = "", object = "", status = ""] =
      /^:(\d+) (\d+) [0-9a-f]+ ([0-9a-f]+) ([A-Z])/.exec(raw[at++] ?? "") ?? [];
    const first = raw[at++] ?? "";
    const path = status === "R" || status === "C" ? (raw[at++] ?? "") : first;
    const { insertions = null, deletions = null } = counts.get(path) ?? {};
    const isGone = status === "D";
    found.push({
      path,
      before: status === "R" ? first : null,
      kind: kindOf(status),
      is: what(isGone ? modeBefore : mode),
      insertions,
      deletions,
      object,
    });
  }
  const sizes = await sizesOf(git, found, signal);
  const files: CodeChange[] = [];
  for (const { object, ...change } of found) {
    const isLink = change.is === "link" && change.kind !== "deleted";
    const leadsTo = isLink ? await git.ask(["cat-file", "blob", object], { signal }) : null;
    files.push({ ...change, leadsTo, bytes: sizes.get(object) ?? 0 });
  }
  files.sort((one, other) => (one.path < other.path ? -1 : 1));
  const commits = Number((await git.ask(["rev-list", "--count", `${base}..${commit}`], { signal })).trim());
  return { files, commits, secrets: await secretsIn(git, { base, commit, signal }) };
}

function kindOf(status: string): CodeChange["kind"] {
  if (status === "D") return "deleted";
  if (status === "R") return "moved";
  return status === "A" || status === "C" ? "added" : "changed";
}

function what(mode: string): CodeChange["is"] {
  if (mode === "120000") return "link";
  return mode === "160000" ? "repository" : "file";
}

/** `added TAB removed TAB path`; of a moved file the path is empty, and two more fields follow: before and after. */
function numstat(fields: readonly string[]) {
  const counts = new Map<string, { readonly insertions: number | null; readonly deletions: number | null }>();
  for (let at = 0; at < fields.length; ) {
    const [, added = "", removed = "", name = ""] = /^(\d+|-)\t(\d+|-)\t([\s\S]*)$/.exec(fields[at++] ?? "") ?? [];
    if (added === "") continue;
    if (name === "") at += 1;
    const path = name === "" ? (fields[at++] ?? "") : name;
    const number = (count: string) => (count === "-" ? null : Number(count));
    counts.set(path, { insertions: number(added), deletions: number(removed) });
  }
  return counts;
}

async function sizesOf(git: AgentGit, files: readonly { readonly object: string; readonly is: CodeChange["is"] }[], signal: AbortSignal) {
  const objects = files.filter(({ object, is }) => is !== "repository" && !/^0+$/.test(object)).map(({ object }) => object);
  if (objects.length === 0) return new Map<string, number>();
  const lines = (
    await git.ask(["cat-file", "--batch-check=%(objectname) %(objectsize)"], { signal, input: `${objects.join("\n")}\n` })
  ).split("\n");
  return new Map(
    lines.flatMap((line) => {
      const [object = "", size] = line.split(" ");
      return size === undefined ? [] : [[object, Number(size)] as const];
    }),
  );
}

const SECRET_RULES: readonly string[] = ["safety/secret", "safety/private-key", "safety/connection-string"];

/** Commit by commit: what one adds and the next one takes away is pushed all the same. */
async function secretsIn(git: AgentGit, { base, commit, signal }: Range): Promise<CodeChanges["secrets"]> {
  const range = ["--reverse", "--encoding=UTF-8", `${base}..${commit}`, "--"];
  const messages = await git.ask(["log", "--no-color", "--format=%B", ...range], { signal });
  const patch = await git.ask(["log", ...PLAIN, "-p", "-m", "--unified=0", "--no-renames", "--format=", ...range], { signal });
  // Loaded here: every run that uses any adapter would else load all checks.
  const { maskSecrets, safety } = await import("../../src/checks/index.js");
  const checks = safety.checks().filter(({ rule }) => SECRET_RULES.includes(rule));
  const secretsOf = (place: string, text: string): CodeChanges["secrets"] =>
    checks.flatMap((check) => check.run(text, {})).map(({ message }) => ({ place, message: maskSecrets(message) }));
  const found = [
    ...secretsOf("the message of a commit", messages),
    ...[...addedIn(patch)].flatMap(([path, text]) => secretsOf(path, text)),
  ];
  return found.slice(0, 50);
}

/** The lines that a patch adds, by path. Counted by the heads of its hunks, for a line of a file may look like the head of a file. */
function addedIn(patch: string): ReadonlyMap<string, string> {
  const added = new Map<string, string[]>();
  let lines: string[] = [];
  let left = 0;
  for (const line of patch.split("\n")) {
    const hunk = left === 0 ? /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line) : null;
    if (hunk) left = Number(hunk[1] ?? 1) + Number(hunk[2] ?? 1);
    else if (left > 0) {
      if (line.startsWith("+")) lines.push(line.slice(1));
      if (!line.startsWith("\\")) left -= 1;
    } else if (line.startsWith("+++ ")) {
      const path = line
        .slice(4)
        .replace(/^"?b\//, "")
        .replace(/[\t"]*$/, "");
      lines = added.get(path) ?? [];
      added.set(path, lines);
    }
  }
  return new Map([...added].map(([name, texts]) => [name, texts.join("\n")]));
}
