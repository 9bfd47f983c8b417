import { z } from "zod";
import { files } from "../adapters/index.js";
import { groundedIn } from "../src/checks/index.js";
import { check, gather, input, pipeline, rollbackTo, StagewrightError, write } from "../src/dsl/index.js";
import { Analysis, analysisFrom, FORM, tiedTo } from "./incident/analysis.js";
import { Evidence, evidenceIn } from "./incident/evidence.js";
import { reportOf } from "./incident/report.js";

export const request = input(
  z.object({
    symptom: z.string().min(1).describe("what people saw"),
    logs: z.string().min(1).default(".").describe("the folder of the logs; nothing in it is changed"),
    include: z.array(z.string().min(1)).min(1).default(["**/*.log"]).describe("glob patterns of the logs"),
    applied: z.array(z.string()).default([]).describe("what was done about it already"),
    maxLines: z.int().positive().default(200).describe("the most lines of evidence"),
  }),
);

/** Lines of the logs that tell of trouble. Code reads them; nothing is run, and nothing is changed. */
export const evidence = gather("evidence", {
  needs: { request },
  uses: { files },
  output: z.object({ symptom: z.string(), lines: z.array(Evidence), leftOut: z.int() }),
  timeoutMs: 120_000,
  run: async ({ request: { symptom, logs, include, maxLines } }, { files }) => {
    const texts: Record<string, string> = {};
    for (const path of await files.list({ root: logs, patterns: include })) {
      texts[path] = (await files.read({ root: logs, path, maxBytes: 50_000_000 }))?.text ?? "";
    }
    if (Object.keys(texts).length === 0) {
      throw new StagewrightError("incident/no-logs", `no file in "${logs}" matches ${include.map((one) => `"${one}"`).join(", ")}`, {
        hint: "name the folder with --logs, or the patterns with --include",
      });
    }
    const { evidence, leftOut } = evidenceIn(texts, maxLines);
    return { symptom, lines: [...evidence], leftOut };
  },
});

export const analysis = write("analysis", {
  needs: { evidence },
  instructions: [new URL("incident/AGENT.md", import.meta.url)],
  lessons: "incident",
  prompt: ({ evidence: { symptom, lines } }) =>
    `${FORM}\n\nSymptom: ${symptom}\n\nEvidence:\n\n~~~~text\n${lines.map(({ id, file, text }) => `${id} ${file}: ${text}`).join("\n")}\n~~~~\n\n\`\`\`json\n${JSON.stringify({ symptom, lines: lines.length })}\n\`\`\``,
  output: Analysis,
  parse: (text) => analysisFrom(text),
  retries: 2,
  timeoutMs: 900_000,
});

/** A link that cites a line that is not there never reaches the write-up. */
export const held = check("held", { of: analysis, checks: [tiedTo(evidence)], onFail: rollbackTo(analysis, { max: 2 }) });

/** What is said to have happened, by itself: what is proposed may speak of things that no log holds. */
export const said = gather("said", {
  needs: { analysis },
  output: z.string(),
  run: ({ analysis }) => analysis.cause.map(({ text }) => text).join("\n\n"),
});

/** Every number, time, name and address of the cause is one of the evidence. */
export const review = check("review", { of: said, checks: [groundedIn(evidence)], onFail: rollbackTo(analysis, { max: 2 }) });

export const writeUp = gather("report", {
  needs: { request, evidence, analysis },
  output: z.string(),
  run: ({ request: { symptom, applied }, evidence: { lines, leftOut }, analysis }) =>
    reportOf({ symptom, evidence: lines, leftOut, analysis, applied }),
});

export default pipeline("incident", {
  description: "What led to a failure, from its logs, each step tied to a line",
  input: request,
  stages: [evidence, analysis, held, said, review, writeUp],
});

export function report({ outputs }: { readonly outputs: Readonly<Record<string, unknown>> }): string {
  return typeof outputs.report === "string" ? outputs.report : "";
}
