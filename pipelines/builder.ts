import { z } from "zod";
import { type Built, CodeChanges, codingAgent, codingAgentRecording, codingAgents, Start, Tested } from "../adapters/index.js";
import { check, deliver, gate, gather, input, pipeline, rollbackTo } from "../src/dsl/index.js";
import { briefOf } from "./builder/brief.js";
import { asBuilt, Proposal, proposalOf, reportOf, saysOf } from "./builder/proposal.js";
import { Evidence, reviewers } from "./builder/review.js";

export const request = input(
  z.object({
    folder: z.string().min(1).default(".").describe("a folder in a git repository; nothing outside of it may be changed"),
    task: z.string().regex(/\S/, "must say something").max(20_000).describe("what is to be changed"),
    program: z.string().min(1).describe("the program that changes it, by its name in coding-agents.json"),
    test: z.string().min(1).describe("the tests, by their name in coding-agents.json"),
    maxFiles: z.int().positive().default(50).describe("the most files that may be changed"),
    maxLines: z.int().positive().default(2_000).describe("the most lines that may be added and removed"),
    maxBytes: z.int().positive().default(1_000_000).describe("the most bytes that the changed files may have together"),
    mayDeleteTests: z.boolean().default(false).describe("whether a test may be taken away"),
  }),
);

/** Where the work begins: nothing is lost that is not committed, for there is nothing of the kind. */
export const start = gather("start", {
  needs: { request },
  uses: { codingAgent },
  output: Start,
  run: ({ request: { folder, program, test } }, { codingAgent }) => codingAgent.start({ repo: folder, agent: program, test }),
});

/** What the program is told, and at which commit this try begins. */
export const brief = gather("brief", {
  needs: { request, start },
  uses: { codingAgent },
  output: z.object({ text: z.string(), from: z.string() }),
  run: async ({ request: { folder, task }, start: { base, branch } }, { codingAgent, feedback }) => ({
    text: briefOf(
      task,
      feedback.map(({ message }) => message),
    ),
    // A secret that was committed stays in the history: that try is thrown away, any other is gone on with.
    from: feedback.some(({ rule }) => rule === "builder/secret") ? base : await codingAgent.head({ repo: folder, branch, base }),
  }),
});

export const built = deliver("built", {
  needs: { request, start, brief },
  to: codingAgent,
  call: (codingAgent, { request: { folder, program }, start: { branch }, brief: { text, from } }): Promise<Built> =>
    codingAgent.build({ repo: folder, branch, from, agent: program, text }),
});

/** What there is now, read from git. */
export const changes = gather("changes", {
  needs: { request, start, built },
  uses: { codingAgent },
  output: CodeChanges,
  run: ({ request: { folder }, start: { base }, built: { commit } }, { codingAgent }) =>
    codingAgent.changes({ repo: folder, base, commit }),
});

export const tested = gather("tested", {
  needs: { request, start, built },
  uses: { codingAgent },
  output: Tested,
  run: ({ request: { folder, test }, start: { branch }, built: { commit } }, { codingAgent }) =>
    codingAgent.test({ repo: folder, branch, commit, test }),
});

export const evidence = gather("evidence", {
  needs: { request, start, built, changes, tested },
  output: Evidence,
  run: ({ request: { maxFiles, maxLines, maxBytes, mayDeleteTests }, start, built, changes, tested }) => ({
    ...{ start, built, changes, tested },
    bounds: { maxFiles, maxLines, maxBytes, mayDeleteTests },
  }),
});

export const review = check("review", { of: evidence, checks: reviewers, onFail: rollbackTo(brief, { max: 2 }) });

export const proposal = gather("proposal", {
  needs: { evidence },
  output: Proposal,
  dod: [asBuilt(evidence)],
  run: ({ evidence }) => proposalOf(evidence),
});

export const approve = gate("approve", {
  tier: 4,
  shows: proposal,
  says: (shown) => saysOf(shown),
  onReject: rollbackTo(brief, { max: 2 }),
});

/** Merging is left to people. */
export const pushed = deliver("pushed", {
  needs: { request, approve },
  to: codingAgent,
  call: async (codingAgent, { request: { folder }, approve: { branch, commit } }) =>
    (await codingAgent.push({ repo: folder, branch, commit })).address,
});

export const summary = gather("report", {
  needs: { approve, pushed },
  output: z.string(),
  run: ({ approve, pushed }) => reportOf({ proposal: approve, address: pushed }),
});

export default pipeline("builder", {
  description: "A change of code by a coding program, on a branch of its own, with the diff and the tests as evidence",
  input: request,
  stages: [start, brief, built, changes, tested, evidence, review, proposal, approve, pushed, summary],
});

/** Which programs may run stands in `coding-agents.json`, where no request can change it. */
export function adapters({ cwd, recording }: { readonly cwd: string; readonly recording: boolean }) {
  const real = codingAgents({ cwd });
  return [recording ? codingAgentRecording({ reads: real }) : real];
}

export function report({ outputs }: { readonly outputs: Readonly<Record<string, unknown>> }): string {
  return typeof outputs.report === "string" ? outputs.report : "";
}
