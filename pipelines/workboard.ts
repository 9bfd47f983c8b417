import { z } from "zod";
import { Issue, issues } from "../adapters/index.js";
import { groundedIn, safety } from "../src/checks/index.js";
import { atLeast, decide, deliver, each, gate, gather, input, pipeline, tasks, write } from "../src/dsl/index.js";
import { Cap, capReached, needOf, plus, takenBy } from "./workboard/cap.js";
import { commentFrom, Facts, factsOf, promptOf, signed, wellSaid } from "./workboard/comment.js";
import { Judged, judge } from "./workboard/judge.js";
import { backedBy, Entry, Proposal, proposalOf, saysOf, taskName } from "./workboard/proposal.js";
import { reportOf, type Settled } from "./workboard/report.js";

export const request = input(
  z.object({
    folder: z
      .string()
      .min(1)
      .optional()
      .describe("whose issues: a folder of Markdown files, or owner/name on GitHub; by default those that are set up"),
    maxIssues: z.int().min(1).max(1_000).default(200).describe("how many open issues are looked at, the oldest first"),
    staleDays: z.int().positive().default(90).describe("after how many days without a word an open issue is stale"),
    maxCalls: z.int().nonnegative().max(200).default(40).describe("the most calls of models for comments"),
    maxTokens: z.int().nonnegative().max(200_000).default(100_000).describe("the most tokens that comments are reckoned to take"),
  }),
);

/** The open issues, each with its history. */
export const board = gather("board", {
  needs: { request },
  uses: { issues },
  output: z.object({ issues: z.array(Issue), leftOut: z.boolean() }),
  timeoutMs: 600_000,
  run: async ({ request: { folder, maxIssues } }, { issues }) => {
    const found: Issue[] = [];
    let after: string | null | undefined;
    do {
      const page = await issues.list({ repo: folder, state: "open", limit: 100, ...(after && { after }) });
      for (const { number } of page.issues) {
        if (found.length === maxIssues) return { issues: found, leftOut: true };
        const issue = await issues.read({ repo: folder, number });
        // One that was closed between the list and the look is no longer on the board.
        if (issue?.state === "open") found.push(issue);
      }
      after = page.next;
    } while (after !== null);
    return { issues: found, leftOut: false };
  },
});

/** How each stands, by rules, with the line that shows it. No model has a say in it. */
export const judged = gather("judged", {
  needs: { request, board },
  output: z.array(Judged),
  run: ({ request: { staleDays }, board }, { now }) => {
    const at = now();
    return board.issues.map((issue) => judge(issue, { now: at, staleDays }));
  },
});

const asked = input(z.object({ facts: Facts, taken: Cap, most: Cap }));

/** What the comment may speak of, and all that its model sees. */
const about = gather("about", { needs: { asked }, output: Facts, run: ({ asked }) => asked.facts });

const comment = pipeline("workboard-comment", {
  input: asked,
  stages: [
    decide("room", {
      needs: { asked },
      ways: { ask: "go on", full: "stop" },
      choose: ({ asked: { facts, taken, most } }) => (capReached(taken, needOf(facts), most) === undefined ? "ask" : "full"),
      because: ({ asked: { facts, taken, most } }) => capReached(taken, needOf(facts), most) ?? "there is room",
    }),
    about,
    write("comment", {
      needs: { about },
      instructions: [new URL("workboard/AGENT.md", import.meta.url)],
      prompt: ({ about }) => promptOf(about),
      output: z.object({ markdown: z.string() }),
      parse: (text, { about }) => ({ markdown: commentFrom(text, about) }),
      dod: [wellSaid(about), groundedIn(about), ...safety.checks()],
      maxFeedbackTokens: 1_000,
      retries: 1,
      backoffMs: 100,
      timeoutMs: 600_000,
    }),
  ],
});

/** One comment after the other, so that what the last one took is known before the next is asked for. */
export const comments = tasks("comments", {
  needs: { request, board, judged },
  kinds: { comment },
  concurrency: 1,
  succeeds: atLeast(0),
  plan: ({ board, judged }) =>
    judged.flatMap((one) => {
      const issue = board.issues.find(({ number }) => number === one.number);
      return one.comment && issue ? [{ name: taskName(one), kind: "comment" as const, about: factsOf(issue, one) }] : [];
    }),
  input: ({ request: { maxCalls, maxTokens } }, { task, note }) => ({
    facts: task.about,
    taken: note,
    most: { calls: maxCalls, tokens: maxTokens },
  }),
  note: {
    schema: Cap,
    first: { calls: 0, tokens: 0 },
    next: (taken, result) => plus(taken, takenBy(result, needOf(Facts.parse(result.task.about)))),
  },
});

export const proposal = gather("proposal", {
  needs: { request, board, judged, comments },
  output: Proposal,
  dod: [backedBy(judged)],
  run: ({ request: { maxIssues }, board, judged, comments }) =>
    proposalOf(judged, comments.tasks, board.leftOut ? [`there are more than ${maxIssues} open issues: the rest was not looked at`] : []),
});

export const anything = decide("anything", {
  needs: { board, proposal },
  ways: { propose: "go on", rest: "stop" },
  choose: ({ proposal }) => (proposal.entries.length > 0 ? "propose" : "rest"),
  because: ({ board, proposal }) =>
    [`${board.issues.length} open ${board.issues.length === 1 ? "issue" : "issues"}, and nothing to propose`, ...proposal.notes].join("; "),
});

/** What is taken out of it is not done. What code has no evidence for cannot be put in. */
export const approve = gate("approve", { tier: 4, shows: proposal, says: (shown) => saysOf(shown) });

const approved = input(z.object({ folder: z.string().optional(), staleDays: z.int(), entry: Entry }));

/** The issue once more: while the gate waited, somebody may have had a word. */
const fresh = gather("fresh", {
  needs: { approved },
  uses: { issues },
  output: z.object({ why: z.string().nullable() }),
  run: async ({ approved: { folder, staleDays, entry } }, { issues, now }) => {
    const issue = await issues.read({ repo: folder, number: entry.number });
    if (issue === null) return { why: `issue ${entry.number} is no longer there` };
    if (issue.state === "closed") return { why: `issue ${entry.number} has been closed by somebody else` };
    const { state } = judge(issue, { now: now(), staleDays });
    return { why: state === entry.state ? null : `issue ${entry.number} was ${entry.state} when it was approved, and is ${state} by now` };
  },
});

const settle = pipeline("workboard-issue", {
  input: approved,
  stages: [
    fresh,
    decide("unchanged", {
      needs: { fresh },
      ways: { go: "go on", changed: "stop" },
      choose: ({ fresh }) => (fresh.why === null ? "go" : "changed"),
      because: ({ fresh }) => fresh.why ?? "",
    }),
    deliver("settled", {
      needs: { approved },
      to: issues,
      timeoutMs: 120_000,
      call: async (issues, { approved: { folder: repo, entry } }): Promise<Settled> => {
        const { number, add, remove, close } = entry;
        const did: string[] = [];
        if (add.length + remove.length > 0) {
          await issues.label({ repo, number, add, remove });
          did.push(`labelled ${[...add.map((label) => `+${label}`), ...remove.map((label) => `-${label}`)].join(" ")}`);
        }
        const body = entry.comment ?? (close ? "This issue is done." : null);
        if (close) {
          await issues.close({ repo, number, reason: "completed", comment: signed(body ?? "", entry) });
          did.push("closed");
        } else if (body !== null) {
          await issues.comment({ repo, number, body: signed(body, entry) });
          did.push("commented");
        }
        return { number, did };
      },
    }),
  ],
});

/** Each issue by itself: one that fails leaves the others done. */
export const settled = each("settled", {
  needs: { request, approve },
  pipeline: settle,
  over: ({ request: { folder, staleDays }, approve }) =>
    approve.entries.map((entry) => ({ ...(folder !== undefined && { folder }), staleDays, entry })),
  succeeds: atLeast(0),
});

export const summary = gather("report", {
  needs: { approve, settled },
  output: z.string(),
  run: ({ approve, settled }) => reportOf(approve, settled),
});

export default pipeline("workboard", {
  description: "How each open issue stands, by its own history, and what should be said, labelled and closed",
  input: request,
  stages: [board, judged, comments, proposal, anything, approve, settled, summary],
});

export function report({ outputs }: { readonly outputs: Readonly<Record<string, unknown>> }): string {
  return typeof outputs.report === "string" ? outputs.report : "";
}
