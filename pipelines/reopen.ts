import { z } from "zod";
import { Issue, issues } from "../adapters/index.js";
import { deliver, gate, gather, input, pipeline, StagewrightError } from "../src/dsl/index.js";

export const request = input(
  z.object({
    number: z.int().positive().describe("the issue that is not done after all"),
    folder: z
      .string()
      .min(1)
      .optional()
      .describe("whose issues: a folder of Markdown files, or owner/name on GitHub; by default those that are set up"),
    why: z.string().trim().min(1).optional().describe("what is left as a comment"),
  }),
);

export const issue = gather("issue", {
  needs: { request },
  uses: { issues },
  output: Issue,
  run: async ({ request: { number, folder } }, { issues }) => {
    const found = await issues.read({ repo: folder, number });
    if (found === null) throw new StagewrightError("reopen/none", `there is no issue ${number}`, { hint: "name its folder with --folder" });
    if (found.state === "open") throw new StagewrightError("reopen/open", `issue ${number} is open: there is nothing to reopen`);
    return found;
  },
});

export const confirm = gate("confirm", {
  tier: 3,
  needs: { request },
  shows: issue,
  says: ({ number, title, reason, closedAt }, { request: { why } }) =>
    [
      `Reopen issue ${number}, "${title.replaceAll(/\s+/g, " ")}", closed`,
      ...(reason === null ? [] : [` as ${reason === "completed" ? "completed" : "not planned"}`]),
      ...(closedAt === null ? [] : [` on ${closedAt.slice(0, 10)}`]),
      ...(why === undefined ? [] : [", and leave a comment"]),
      ". Go ahead?",
    ].join(""),
});

export const reopened = deliver("reopened", {
  needs: { request, confirm },
  to: issues,
  timeoutMs: 60_000,
  call: (issues, { request: { number, folder, why } }) =>
    issues.reopen({ repo: folder, number, ...(why !== undefined && { comment: why }) }),
});

export default pipeline("reopen", {
  description: "An issue that was closed is opened again, once a person has said so",
  input: request,
  stages: [issue, confirm, reopened],
});

export function report({ outputs }: { readonly outputs: Readonly<Record<string, unknown>> }): string {
  const done = z.object({ number: z.int() }).safeParse(outputs.reopened);
  return done.success ? `issue ${done.data.number} is open again` : "";
}
