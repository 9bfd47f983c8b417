import { readFile } from "node:fs/promises";
import writeFileAtomic from "write-file-atomic";
import { isAtLeast, isStagewrightError, type Severity, StagewrightError } from "../../dsl/index.js";
import { coloursFor } from "../colours.js";
import { EXIT, type ExitCode } from "../exit-code.js";
import { packageVersion } from "../package-version.js";
import { errorText } from "../print-error.js";
import type { Output, Surroundings } from "../surroundings.js";
import { applyFixes } from "./apply-fixes.js";
import type { Checker, Report } from "./check-text.js";
import { formatGithub, githubError } from "./format-github.js";
import { formatJson } from "./format-json.js";
import { formatSarif } from "./format-sarif.js";
import { formatText } from "./format-text.js";
import { readsOnce } from "./reads-once.js";
import { type Source, sourcesOf } from "./sources.js";
import { totalsLine, totalsOf } from "./totals.js";

export const FORMATS = ["text", "json", "sarif", "github"] as const;
type Format = (typeof FORMATS)[number];

export interface HowToCheck {
  readonly checker: Checker;
  readonly format: Format;
  readonly failOn: Severity;
  readonly isFixing: boolean;
}

/** Checks one text after the other, prints what is found as it goes where the format can, and gives the exit code. */
export async function checkFiles(
  files: readonly string[],
  { checker, format, failOn, isFixing }: HowToCheck,
  surroundings: Surroundings,
): Promise<ExitCode> {
  const { out, err, env } = surroundings;
  readsOnce();
  const reports: Report[] = [];
  const errors: StagewrightError[] = [];
  for await (const source of sourcesOf(files, surroundings)) {
    const report = isStagewrightError(source) ? source : isFixing ? await fixed(source, checker, err) : await checker.check(source);
    if (isStagewrightError(report)) {
      errors.push(report);
      err.write(errorText(report, { verbose: false }));
      if (format === "github") out.write(githubError(report));
      continue;
    }
    if (format === "text") out.write(formatText(report, coloursFor(out, env)));
    if (format === "github") out.write(formatGithub(report));
    // Of a text that has been printed only the findings are counted.
    reports.push(format === "text" || format === "github" ? { ...report, text: "", shown: "" } : report);
  }
  if (format === "json") out.write(formatJson(reports, errors));
  if (format === "sarif") out.write(formatSarif({ reports, errors, rules: checker.rules, version: await packageVersion() }));
  err.write(`${totalsLine(totalsOf(reports))}\n`);
  if (errors.length > 0) return EXIT.usage;
  return reports.some(({ findings }) => findings.some(({ severity }) => isAtLeast(severity, failOn))) ? EXIT.failed : EXIT.done;
}

/** Writes the fixed text in one step, and checks what is left. */
async function fixed(source: Source, checker: Checker, err: Output): Promise<Report | StagewrightError> {
  const before = await checker.check(source);
  const { text, applied, refused } = applyFixes(source.text, before.findings);
  const left = refused === 0 ? "" : `, ${refused} not made: they overlap others; call it again`;
  if (applied === 0 || source.file === undefined) {
    err.write(`${source.path}: nothing to fix${left}\n`);
    return before;
  }
  try {
    if ((await readFile(source.file, "utf8")) !== source.text) {
      return new StagewrightError("check/changed", `"${source.path}" was changed while it was checked`, { hint: "check it again" });
    }
    await writeFileAtomic(source.file, text);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.replace(/, .*/, "") : String(cause);
    return new StagewrightError("check/write", `"${source.path}" cannot be written: ${why}`, { cause });
  }
  err.write(`${source.path}: ${applied} ${applied === 1 ? "fix" : "fixes"} made${left}\n`);
  return checker.check({ ...source, text });
}
