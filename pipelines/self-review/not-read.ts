import type { Check, Finding, TaskResult } from "../../src/dsl/index.js";
import type { CodeWindow } from "./windows.js";

/** How the reason begins where a model was asked and its answer was none: the fault of that one answer. */
const NO_ANSWER = /^(?:FAILED: no findings|off-schema|truncated|refused|looping)\b/;

const RULE = "self-review/asked";
const AGAIN = "once the cause is gone, `resume` with `--from read` reads the code again";

/** Whether a task ended without a word that can be used although its model was asked. All else keeps a model from being asked at all. */
export function isUnusable({ status, ...result }: TaskResult): boolean {
  return status === "failed" && "reason" in result && NO_ANSWER.test(result.reason);
}

/** The lines of a window, as the report names them. */
export function linesOf({ file, from, to }: Pick<CodeWindow, "file" | "from" | "to">): string {
  return `Lines ${from} to ${to} of \`${file}\``;
}

/**
 * A model that could not be asked (its server is down, the stage ran out of time, a tape does not hold the call) has not reviewed the
 * code, so the run is not done. What the others found is in the report all the same.
 */
export const everyModelAsked: Check<{ readonly notAsked: readonly string[] }> = {
  rule: RULE,
  run: ({ notAsked }) => [
    ...notAsked.map((message): Finding => ({ rule: RULE, severity: "error", message })),
    // The line that the command line shows for any failed run would only make this check again.
    ...(notAsked.length === 0 ? [] : [{ rule: RULE, severity: "info" as const, message: AGAIN }]),
  ],
};
