import type { ChangedFile, Commit } from "./git.js";

/** The fields of a commit, each ended by a NUL, which no part of a commit can hold. */
export const COMMIT_FORMAT = "%H%x00%h%x00%an%x00%aI%x00%s%x00%b%x00";

const NUMSTAT = /^\n?(\d+|-)\t(\d+|-)\t([\s\S]*)$/;

/**
 * Reads `git log -z --numstat --format=<COMMIT_FORMAT>`: the six fields, then a field for each changed file
 * (`added TAB removed TAB path`, or with an empty path and two more fields, before and after, for a rename), with
 * empty fields between commits.
 */
export function parseLog(output: string): Omit<Commit, "isCutOff">[] {
  const fields = output.split("\0");
  const commits: Omit<Commit, "isCutOff">[] = [];
  let at = 0;
  const take = () => fields[at++] ?? "";
  while (at < fields.length) {
    const hash = take();
    if (hash === "") continue;
    const [short, author, date, subject, body] = [take(), take(), take(), take(), take()];
    const files: ChangedFile[] = [];
    while (fields[at] === "") at++;
    for (let found = NUMSTAT.exec(fields[at] ?? ""); found; found = NUMSTAT.exec(fields[at] ?? "")) {
      at++;
      const [, insertions = "", deletions = "", path = ""] = found;
      const [renamedFrom, now] = path === "" ? [take(), take()] : [null, path];
      files.push({ path: now, renamedFrom, insertions: lines(insertions), deletions: lines(deletions) });
    }
    commits.push({ hash, short, author, date, subject, body: body.trimEnd(), files });
  }
  return commits;
}

/** git writes a dash for a file that it takes for binary. */
function lines(count: string): number | null {
  return count === "-" ? null : Number(count);
}
