import type { Severity } from "../../dsl/index.js";
import type { Report } from "./check-text.js";

export interface Totals {
  readonly texts: number;
  readonly error: number;
  readonly warning: number;
  readonly info: number;
}

export function totalsOf(reports: readonly Report[]): Totals {
  const count = (severity: Severity) =>
    reports.reduce((sum, { findings }) => sum + findings.filter((one) => one.severity === severity).length, 0);
  return { texts: reports.length, error: count("error"), warning: count("warning"), info: count("info") };
}

/** `2 errors, 1 warning in 3 texts`. */
export function totalsLine({ texts, error, warning, info }: Totals): string {
  const noun = (count: number, word: string) => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
  const parts = [error && noun(error, "error"), warning && noun(warning, "warning"), info && noun(info, "note")].filter(
    (part) => part !== 0,
  );
  if (texts === 0) return "no text was checked";
  return `${parts.length > 0 ? parts.join(", ") : "nothing found"} in ${noun(texts, "text")}`;
}
