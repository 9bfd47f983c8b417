import { z } from "zod";
import { StagewrightError } from "../../src/dsl/index.js";

export const SEVERITIES = ["error", "warning", "info"] as const;

/** What a reviewer says of one place in the code. */
export const CodeFinding = z.object({
  file: z.string().min(1),
  /** From 1. */
  line: z.int().positive(),
  severity: z.enum(SEVERITIES),
  title: z.string().min(1),
  /** The line or lines as they stand in the file: without them a finding says nothing that can be looked up. */
  quote: z.string().min(1),
  why: z.string().min(1),
});
export type CodeFinding = z.output<typeof CodeFinding>;

const HEADING = /^##\s+(error|warning|info)\s+`?([^`\s:]+):(\d+)`?\s*[:–-]?\s*(.*)$/;

/** How a model is to answer, as it is told. */
export const FORM = `For each defect write a section in this form, and nothing else:

## error src/file.ts:12 What is wrong, in a few words

\`\`\`
the line as it stands in the code
\`\`\`

Why it is wrong, and what happens because of it.

The word after ## is error, warning or info. Quote code, not comments. If you find no defect, write only: No defects.`;

/**
 * The findings in an answer of that form. What stands before the first section is no finding.
 *
 * @throws StagewrightError `review/form` where a section has no quotation or no reason, with its heading; where nothing is said at all.
 */
export function findingsFrom(markdown: string): readonly CodeFinding[] {
  const lines = markdown.split(/\r?\n/);
  const starts = lines.flatMap((line, index) => (HEADING.test(line) ? [index] : []));
  if (starts.length === 0 && !/^\W*no defects\b/im.test(markdown)) {
    throw new StagewrightError("review/form", "the answer has no finding, and does not say that there is none", {
      hint: "write a section for each defect, or only: No defects.",
    });
  }
  return starts.map((start, nth) => {
    const heading = lines[start] ?? "";
    const [, severity, file, line, title = ""] = HEADING.exec(heading) ?? [];
    const body = lines.slice(start + 1, starts[nth + 1]).join("\n");
    const [, quote = ""] = /^(?:```|~~~)[^\n]*\n([\s\S]*?)\n(?:```|~~~)\s*$/m.exec(body) ?? [];
    const why = body.replace(/^(?:```|~~~)[\s\S]*?\n(?:```|~~~)\s*$/m, "").trim();
    const parsed = CodeFinding.safeParse({ severity, file, line: Number(line), title: title.trim(), quote: quote.trim(), why });
    if (parsed.success) return parsed.data;
    const missing = parsed.error.issues.map(({ path }) => path.join(".")).join(", ");
    throw new StagewrightError("review/form", `the section "${heading}" has no ${missing}`, {
      hint: "a section has a heading with severity, file and line, the quoted code in a fence, and the reason below it",
    });
  });
}

/** One finding as the report has it, and as it is held against the code. */
export function findingText({ file, line, severity, title, quote, why }: CodeFinding): string {
  const fence = quote.includes("```") ? "~~~~" : "```";
  return `### ${severity}: ${title}\n\n\`${file}:${line}\`\n\n${fence}\n${quote}\n${fence}\n\n${why}\n`;
}
