import type { Analysis } from "./analysis.js";
import type { Evidence } from "./evidence.js";

export interface Incident {
  readonly symptom: string;
  readonly evidence: readonly Evidence[];
  readonly leftOut: number;
  readonly analysis: Analysis;
  /** What people say that they have done already. */
  readonly applied: readonly string[];
}

/** The write-up, made by code. Every line of evidence stands in it as it stands in its log. */
export function reportOf({ symptom, evidence, leftOut, analysis, applied }: Incident): string {
  const { cause, proposed, verification } = analysis;
  const lines = evidence.map(({ id, file, line, text }) => `${id} ${file}:${line} ${text}`).join("\n");
  return [
    "# Incident",
    "## Symptom",
    symptom,
    "## Cause",
    ...(cause.length === 0
      ? ["No cause was named that the evidence carries."]
      : cause.map(({ text, evidence: ids }, index) => `${index + 1}. ${text} (${ids.join(", ")})`)),
    "## Applied",
    ...(applied.length === 0 ? ["Nothing was changed. This write-up only reads."] : numbered(applied)),
    "## Proposed",
    ...(proposed.length === 0 ? ["Nothing was proposed."] : numbered(proposed)),
    "## Verification",
    ...(verification.length === 0 ? ["Nothing was said of it."] : numbered(verification)),
    "## Evidence",
    `${evidence.length} lines${leftOut === 0 ? "" : `, and ${leftOut} in the middle that are not shown`}.`,
    lines === "" ? "No line of the logs tells of trouble." : `~~~~text\n${lines}\n~~~~`,
  ]
    .map((block) => `${block}\n`)
    .join("\n");
}

function numbered(items: readonly string[]): readonly string[] {
  return items.map((item, index) => `${index + 1}. ${item}`);
}
