import { isAbsolute, posix } from "node:path";
import { z } from "zod";
import { Built, type CodeChange, CodeChanges, Start, Tested } from "../../adapters/index.js";
import type { Check, Finding } from "../../src/dsl/index.js";

export const Bounds = z.object({
  maxFiles: z.int().positive(),
  maxLines: z.int().positive(),
  maxBytes: z.int().positive(),
  mayDeleteTests: z.boolean(),
});
export type Bounds = z.output<typeof Bounds>;

/** All that code knows of one try. What the program says is with it, and shows nothing. */
export const Evidence = z.object({ start: Start, bounds: Bounds, built: Built, changes: CodeChanges, tested: Tested });
export type Evidence = z.output<typeof Evidence>;

const TEST = /(^|\/)(tests?|specs?|__tests__)\/|[._-](test|spec)s?\.[^/]+$|(^|\/)test_[^/]+$/i;

/** What stands against the change, by rule. */
const RULES: Readonly<Record<string, (evidence: Evidence) => readonly string[]>> = {
  "builder/ended": ({ built: { ended, exitCode } }) => {
    if (ended === "time-limit") return ["the program was stopped, since it took too long: do less, or end sooner"];
    if (ended === "output-limit") return ["the program was stopped, since it wrote too much: say less"];
    return exitCode === 0 ? [] : [`the program ended with exit code ${exitCode}`];
  },
  "builder/nothing": ({ changes: { files } }) => (files.length === 0 ? ["nothing was changed"] : []),
  "builder/outside": ({ start: { folder }, changes: { files } }) =>
    files.flatMap(({ path, before, is, leadsTo }) => {
      const strays = [path, ...(before === null ? [] : [before])].filter((one) => !one.startsWith(folder));
      const leadsOut = leadsTo !== null && isOutside(leadsTo, path, folder);
      return [
        ...strays.map((one) => `"${one}" is not in the folder "${folder}": leave it as it is`),
        ...(leadsOut ? [`"${path}" is a link that leads out of the folder, to "${leadsTo}": take it out`] : []),
        ...(is === "repository" ? [`"${path}" is a repository of its own: take it out`] : []),
      ];
    }),
  "builder/bounds": ({ bounds: { maxFiles, maxLines, maxBytes }, changes: { files } }) => {
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    return [
      ...(files.length > maxFiles ? [`${files.length} files are changed, and ${maxFiles} may be`] : []),
      ...(linesOf(files) > maxLines ? [`${linesOf(files)} lines are changed, and ${maxLines} may be`] : []),
      ...(bytes > maxBytes ? [`the changed files have ${bytes} bytes, and ${maxBytes} are allowed`] : []),
    ];
  },
  "builder/tests-gone": ({ bounds: { mayDeleteTests }, changes: { files } }) =>
    mayDeleteTests
      ? []
      : files.flatMap(({ kind, path, before }) => {
          const gone = kind === "deleted" ? path : before;
          if (gone === null || !TEST.test(gone) || (kind === "moved" && TEST.test(path))) return [];
          return [`the test "${gone}" is gone: put it back`];
        }),
  "builder/secret": ({ changes: { secrets } }) => secrets.map(({ place, message }) => `${place}: ${message}`),
  "builder/tests": ({ tested: { ended, exitCode, tail } }) => {
    if (ended === "exit" && exitCode === 0) return [];
    const how =
      ended === "exit"
        ? `the tests ended with exit code ${exitCode}`
        : "the tests were stopped, since they took too long or wrote too much";
    return [tail === "" ? how : `${how}. The end of what they wrote:\n${tail}`];
  },
};

/** Each looks at what code has found out, and never at what the program says. */
export const reviewers: readonly Check<Evidence>[] = Object.entries(RULES).map(([rule, find]) => ({
  rule,
  run: (evidence) => find(evidence).map((message): Finding => ({ rule, severity: "error", message })),
}));

function isOutside(target: string, link: string, folder: string): boolean {
  if (isAbsolute(target)) return true;
  const path = posix.normalize(posix.join(posix.dirname(link), target));
  return path.startsWith("../") || path === ".." || !`${path}/`.startsWith(folder);
}

export function linesOf(files: readonly CodeChange[]): number {
  return files.reduce((sum, { insertions, deletions }) => sum + (insertions ?? 0) + (deletions ?? 0), 0);
}
