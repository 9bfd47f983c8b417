import type { Commit, DiffStat } from "./git.js";

export function diffStatOf(commits: readonly Commit[]): DiffStat {
  const files = new Map<string, DiffStat["files"][number]>();
  for (const { path, insertions, deletions } of commits.flatMap((commit) => commit.files)) {
    const before = files.get(path) ?? { path, commits: 0, insertions: 0, deletions: 0 };
    files.set(path, {
      path,
      commits: before.commits + 1,
      insertions: sum(before.insertions, insertions),
      deletions: sum(before.deletions, deletions),
    });
  }
  const changed = commits.flatMap((commit) => commit.files);
  return {
    commits: commits.length,
    filesChanged: files.size,
    insertions: changed.reduce((total, file) => total + (file.insertions ?? 0), 0),
    deletions: changed.reduce((total, file) => total + (file.deletions ?? 0), 0),
    files: [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1)),
    commitsCutOff: commits.filter((commit) => commit.isCutOff).length,
  };
}

function sum(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one + other;
}
