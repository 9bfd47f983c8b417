import { codeClaimed } from "../../src/checks/index.js";
import { type CodeFinding, findingText, SEVERITIES } from "./finding.js";

export interface Sorted {
  readonly kept: readonly CodeFinding[];
  readonly dropped: readonly { readonly finding: CodeFinding; readonly because: string }[];
}

/** A quotation may stand so many lines from the line that the finding names. */
const NEAR = 3;

/**
 * What of a review may reach the report: each finding's quotation stands in the file near its line, the only evidence is no
 * comment, and what it says of files, lines and missing things is so. The same place is told once.
 */
export function sortFindings(findings: readonly CodeFinding[], files: Readonly<Record<string, string>>): Sorted {
  const check = codeClaimed({ code: files });
  const kept: CodeFinding[] = [];
  const dropped: { finding: CodeFinding; because: string }[] = [];
  const places = new Set<string>();
  for (const finding of findings) {
    const [fault] = check.run(findingText(finding), {});
    const because = faultOf(finding, files) ?? fault?.message;
    const place = `${finding.file} ${squeezed(finding.quote)}`;
    if (because !== undefined) dropped.push({ finding, because });
    else if (places.has(place)) dropped.push({ finding, because: "the same place is told already" });
    else {
      places.add(place);
      kept.push(finding);
    }
  }
  return { kept: kept.sort(worstFirst), dropped };
}

function faultOf({ file, line, quote }: CodeFinding, files: Readonly<Record<string, string>>): string | undefined {
  const text = files[file];
  if (text === undefined) return `there is no file "${file}" in the code`;
  const lines = text.split(/\r?\n/);
  const [first = ""] = quote.split("\n");
  const at = lines.findIndex((one, index) => Math.abs(index + 1 - line) <= NEAR && squeezed(one).includes(squeezed(first)));
  return at >= 0 ? undefined : `"${first.trim()}" does not stand at line ${line} of "${file}"`;
}

function squeezed(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

function worstFirst(one: CodeFinding, other: CodeFinding): number {
  const bySeverity = SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity);
  return bySeverity || (one.file < other.file ? -1 : one.file > other.file ? 1 : one.line - other.line);
}
