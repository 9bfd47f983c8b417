import { type CodeFinding, findingText, SEVERITIES } from "./finding.js";

export interface Reviewed {
  readonly files: number;
  readonly windows: number;
  readonly kept: readonly CodeFinding[];
  readonly signals: readonly CodeFinding[];
  readonly dropped: readonly { readonly finding: CodeFinding; readonly because: string }[];
  /** What was not read, or had nothing to say, with the reason. */
  readonly unread: readonly string[];
}

/** The report, made by code: what a model has said stands in it only as a finding that was looked up. */
export function reportOf({ files, windows, kept, signals, dropped, unread }: Reviewed): string {
  const count = (severity: string) => kept.filter((finding) => finding.severity === severity).length;
  const counts = SEVERITIES.map((severity) => `${count(severity)} of severity ${severity}`).join(", ");
  return [
    "# Review of the code",
    `${windows} windows of ${files} files were given to the reviewer. Of its findings ${kept.length} are told here (${counts}); ${dropped.length} were left out.`,
    "## Findings",
    ...(kept.length === 0 ? ["The reviewer found nothing that stands in the code."] : kept.map(findingText)),
    ...(signals.length === 0 ? [] : ["## Worth a look", "Found by patterns, without a model.", ...signals.map(findingText)]),
    ...(unread.length === 0 ? [] : ["## Not reviewed", ...unread.map((one) => `${one}.`)]),
  ]
    .map((block) => `${block.trimEnd()}\n`)
    .join("\n");
}
