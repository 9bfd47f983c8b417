import { z } from "zod";
import { files } from "../adapters/index.js";
import { codeClaimedIn } from "../src/checks/index.js";
import { atLeast, check, gather, input, pipeline, type TaskResult, tasks, write } from "../src/dsl/index.js";
import { VERDICT_FORM, Verdict, verdictsFrom } from "./self-review/critique.js";
import { CodeFinding, FORM, findingsFrom, findingText } from "./self-review/finding.js";
import { sortFindings } from "./self-review/kept.js";
import { everyModelAsked, isUnusable, linesOf } from "./self-review/not-read.js";
import { reportOf } from "./self-review/report.js";
import { signalsIn } from "./self-review/signals.js";
import { CodeWindow, numbered, windowsOf } from "./self-review/windows.js";

export const request = input(
  z.object({
    root: z.string().min(1).default(".").describe("the folder of the code"),
    include: z
      .array(z.string().min(1))
      .min(1)
      .default(["src/**/*.{ts,tsx,js,mjs,py,go,rs,sh}"])
      .describe("glob patterns of what is read; one that begins with ! takes away"),
    windowChars: z.int().min(200).default(12_000).describe("how much of a file one reading takes in, in characters"),
    maxWindows: z.int().positive().default(200).describe("how many windows are read at most; what is left out is told"),
  }),
);

/** The code as it stands, cut into windows. */
export const code = gather("code", {
  needs: { request },
  uses: { files },
  output: z.object({ files: z.record(z.string(), z.string()), windows: z.array(CodeWindow), leftOut: z.array(z.string()) }),
  timeoutMs: 120_000,
  run: async ({ request: { root, include, windowChars, maxWindows } }, { files }) => {
    const texts: Record<string, string> = {};
    for (const path of await files.list({ root, patterns: include })) {
      const file = await files.read({ root, path });
      if (file !== null) texts[path] = file.text;
    }
    const windows = windowsOf(texts, windowChars);
    const leftOut = windows.slice(maxWindows).map((window) => `${linesOf(window)}: there were more windows than are read`);
    return { files: texts, windows: windows.slice(0, maxWindows), leftOut };
  },
});

const window = input(CodeWindow);
const INSTRUCTIONS = [new URL("self-review/AGENT.md", import.meta.url)];

/** One window, read by a model that sees nothing else. */
const reading = pipeline("self-review-window", {
  input: window,
  stages: [
    write("findings", {
      needs: { window },
      instructions: INSTRUCTIONS,
      prompt: ({ window }) =>
        `${FORM}\n\nLines ${window.from} to ${window.to} of ${window.file}:\n\n\`\`\`\`\n${numbered(window)}\n\`\`\`\`\n\n\`\`\`json\n${JSON.stringify({ file: window.file, lines: window.to - window.from + 1 })}\n\`\`\``,
      output: z.array(CodeFinding),
      parse: (text) => [...findingsFrom(text)],
      retries: 1,
      timeoutMs: 900_000,
    }),
  ],
});

const criticised = input(z.object({ window: CodeWindow, findings: z.array(CodeFinding) }));

/** A second reading, which only says what of the first one holds. */
const critique = pipeline("self-review-critique", {
  input: criticised,
  stages: [
    write("verdicts", {
      needs: { criticised },
      instructions: INSTRUCTIONS,
      prompt: ({ criticised: { window, findings } }) =>
        `${VERDICT_FORM}\n\nThe code:\n\n\`\`\`\`\n${numbered(window)}\n\`\`\`\`\n\nThe findings:\n\n${findings.map((finding, index) => `${index + 1}. ${findingText(finding)}`).join("\n")}\n\n\`\`\`json\n${JSON.stringify({ findings: findings.length })}\n\`\`\``,
      output: z.array(Verdict),
      parse: (text) => [...verdictsFrom(text)],
      retries: 1,
      timeoutMs: 900_000,
    }),
  ],
});

/** Each window is read, and each reading that found something is criticised. */
export const read = tasks("read", {
  needs: { code },
  kinds: { read: reading, criticise: critique },
  concurrency: 4,
  succeeds: atLeast(0),
  plan: ({ code }) => code.windows.map((window) => ({ name: window.name, kind: "read" as const, title: `${window.file}:${window.from}` })),
  input: ({ code }, { task, needed }) => {
    const name = task.name.replace(/-critic$/, "");
    const window = code.windows.find((one) => one.name === name);
    const first = needed[name];
    return task.kind === "read" ? window : { window, findings: first?.status === "done" ? first.output : [] };
  },
  grow: {
    max: 1_000,
    depth: 1,
    propose: ({ task, output }) =>
      task.kind === "read" && z.array(z.unknown()).parse(output).length > 0
        ? [{ name: `${task.name}-critic`, kind: "criticise", needs: [task.name] }]
        : [],
  },
});

/** What stands in the code, and what was left out for which reason. */
export const kept = gather("kept", {
  needs: { code, read },
  output: z.object({
    kept: z.array(CodeFinding),
    signals: z.array(CodeFinding),
    dropped: z.array(z.object({ finding: CodeFinding, because: z.string() })),
    /** What nobody reviewed, or nobody criticised, as the report says it. */
    unread: z.array(z.string()),
    /** Those of them where no model could be asked, with the reason. */
    notAsked: z.array(z.string()),
  }),
  run: ({ code, read }) => {
    const ended = new Map(read.tasks.map((result) => [result.task.name, result]));
    const findings: CodeFinding[] = [];
    const dropped: { finding: CodeFinding; because: string }[] = [];
    const unread = [...code.leftOut];
    const notAsked: string[] = [];
    const leaveOut = (place: string, who: string, result: Exclude<TaskResult, { status: "done" }>) => {
      const wasAsked = isUnusable(result);
      unread.push(`${place}: the ${who} ${wasAsked ? "had nothing to say that could be used" : "could not be asked"}`);
      if (!wasAsked) notAsked.push(`${place}: the ${who} could not be asked: ${result.reason}`);
    };
    for (const window of code.windows) {
      const first = ended.get(window.name);
      if (first === undefined) continue;
      if (first.status !== "done") {
        leaveOut(linesOf(window), "reviewer", first);
        continue;
      }
      const critic = ended.get(`${window.name}-critic`);
      if (critic && critic.status !== "done") leaveOut(linesOf(window), "critic", critic);
      const verdicts = critic?.status === "done" ? z.array(Verdict).parse(critic.output) : [];
      for (const [index, finding] of z.array(CodeFinding).parse(first.output).entries()) {
        const refuted = verdicts.find(({ number, holds }) => number === index + 1 && !holds);
        if (refuted) dropped.push({ finding, because: `the critic refutes it: ${refuted.why || "without a reason"}` });
        else findings.push(finding);
      }
    }
    const sorted = sortFindings(findings, code.files);
    const told = new Set(sorted.kept.map(({ file, line }) => `${file}:${line}`));
    const signals = Object.entries(code.files)
      .flatMap(([file, text]) => signalsIn(file, text))
      .filter(({ file, line }) => !told.has(`${file}:${line}`));
    return { kept: [...sorted.kept], signals, dropped: [...dropped, ...sorted.dropped], unread, notAsked };
  },
});

export const text = gather("report", {
  needs: { code, kept },
  output: z.string(),
  run: ({ code, kept }) => reportOf({ files: Object.keys(code.files).length, windows: code.windows.length, ...kept }),
});

/** The report is held against the code once more, as a whole. */
export const review = check("review", { of: text, checks: [codeClaimedIn(code)] });

/** With the report made, so that it can be looked at: a review that a model has not made is not done. */
export const asked = check("asked", { of: kept, checks: [everyModelAsked] });

export default pipeline("self-review", {
  description: "A review of code of which every finding stands in the code",
  input: request,
  stages: [code, read, kept, text, review, asked],
});

/** The report is what a person came for. */
export function report({ outputs }: { readonly outputs: Readonly<Record<string, unknown>> }): string {
  return typeof outputs.report === "string" ? outputs.report : "";
}
