import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { AnyStage, Check } from "../../src/dsl/index.js";
import { Evidence } from "./review.js";

/** What a person sees before a branch goes out: what code found, and last what the program says. */
export const Proposal = z.object({
  branch: z.string(),
  base: z.string(),
  commit: z.string(),
  commits: z.int(),
  diff: z.array(z.string()).describe("A line for each file, as `git diff --stat` has them"),
  tests: z.object({ exitCode: z.int().nullable(), tail: z.string() }),
  saysNotEvidence: z.string().describe("The program's own words: nobody has checked them"),
});
export type Proposal = z.output<typeof Proposal>;

export function proposalOf({ start: { base, branch }, built, changes, tested }: Evidence): Proposal {
  const diff = changes.files.map(({ path, before, kind, insertions, deletions }) => {
    const size = insertions === null ? "binary" : `+${insertions} −${deletions ?? 0}`;
    return `${kind} ${before === null ? "" : `${before} to `}${path} ${size}`;
  });
  const tests = { exitCode: tested.exitCode, tail: tested.tail };
  return { branch, base, commit: built.commit, commits: changes.commits, diff, tests, saysNotEvidence: built.says };
}

/** A commit is approved as it is, or not: whoever wants another change sends it back. */
export function asBuilt<const Name extends string>(evidence: AnyStage<Name>): Check<Proposal, Name> {
  return {
    rule: "builder/as-built",
    given: { evidence },
    run: (proposal, given) =>
      isDeepStrictEqual(proposal, proposalOf(Evidence.parse(given.evidence)))
        ? []
        : [
            {
              rule: "builder/as-built",
              severity: "error",
              message: "a commit cannot be edited here: approve it, or reject it and say why",
            },
          ],
  };
}

/** In one sentence, from what code found. */
export function saysOf({ branch, diff, commits, tests }: Proposal): string {
  const files = `${diff.length} ${diff.length === 1 ? "file" : "files"}`;
  return `Push "${branch}": ${files} changed in ${commits} ${commits === 1 ? "commit" : "commits"}, the tests ended with exit code ${tests.exitCode ?? "none"}. Go ahead?`;
}

export interface Done {
  readonly proposal: Proposal;
  readonly address: string;
}

/** What was done, with what shows it. */
export function reportOf({ proposal: { branch, base, commit, diff, tests, saysNotEvidence }, address }: Done): string {
  return [
    `Branch: ${address}`,
    `Commit: ${commit}, on ${base}. Nothing was merged.`,
    `Changed:\n${diff.map((line) => `  ${line}`).join("\n")}`,
    `Tests: exit code ${tests.exitCode ?? "none"}${tests.tail === "" ? "" : `\n${quoted(tests.tail)}`}`,
    `The program's own words, which nobody has checked:\n${quoted(saysNotEvidence === "" ? "(none)" : saysNotEvidence)}`,
    `To look at it: git log -p ${base.slice(0, 12)}..${branch}`,
  ].join("\n\n");
}

function quoted(text: string): string {
  return text
    .split("\n")
    .map((line) => `  > ${line}`)
    .join("\n");
}
