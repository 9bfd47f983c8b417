import type { StagewrightError } from "../../dsl/index.js";
import type { Report } from "./check-text.js";
import { totalsOf } from "./totals.js";

/** One value for programs: each text with its findings, what could not be read, and the sums. */
export function formatJson(reports: readonly Report[], errors: readonly StagewrightError[]): string {
  const texts = reports.map(({ path, findings }) => ({ path, findings }));
  const failed = errors.map(({ code, message, hint }) => ({ code, message, ...(hint !== undefined && { hint }) }));
  return `${JSON.stringify({ texts, errors: failed, totals: totalsOf(reports) }, undefined, 2)}\n`;
}
