import type { Citation } from "./citations.js";
import type { Lines } from "./code-file.js";
import { filesOf, type Held } from "./held.js";

/** Whether a cited file and its lines are there. */
export function checkCitation(on: Held, { path, offset, lines, isFolder }: Citation): void {
  if (isFolder) {
    // What is written with a slash may be anything, unless it begins as the tree does.
    const isInTree = on.index.isTopFolder(path.replace(/^\.\//, "").split("/")[0] ?? "");
    if (!isInTree || on.index.hasFolder(path) || on.index.resolve(path).length > 0 || on.index.hasStem(path)) return;
    const nearest = on.index.nearestPath(path);
    on.report(
      "file",
      `there is no "${path}" in the code${nearest === undefined ? "" : `; the nearest is "${nearest}"`}: correct the path or take the claim out`,
      offset,
    );
    return;
  }
  if (on.index.resolve(path).length === 0) {
    if (lines.length === 0 && isMember(on, path)) return;
    // What is absolute and does not end as the tree has it is on somebody's disk.
    if (on.index.hasFolder(path) || (path.startsWith("/") && !on.index.isTopFolder(path.split("/")[1] ?? ""))) return;
    const nearest = on.index.nearestPath(path);
    const near = nearest === undefined ? ", and no name in it is near it" : `; the nearest is "${nearest}"`;
    on.report("file", `there is no file "${path}" in the code${near}: correct the path or take the claim out`, offset);
    return;
  }
  for (const one of lines) checkLines(on, path, one, offset);
}

/** `response.json` and `mutex.lock` look like files, and are code where the code has them. */
function isMember(on: Held, path: string): boolean {
  const [, owner = "", member] = /^([\w$]+)\.(\w+)$/.exec(path) ?? [];
  return member !== undefined && on.index.filesWith(owner).some(({ text }) => text.includes(path));
}

export function checkLines(on: Held, path: string, { from, to }: Lines, offset: number): void {
  const files = filesOf(on.index, path);
  if (files.length === 0 || files.some(({ lineCount }) => to <= lineCount && from >= 1)) return;
  const [file] = files;
  const count = file?.lineCount ?? 0;
  const line = from > count || from < 1 ? from : to;
  on.report(
    "line",
    `"${file?.path ?? path}" has ${count} ${count === 1 ? "line" : "lines"}, and no line ${line}: correct the line or take the claim out`,
    offset,
  );
}
