import type { Check, Finding, Severity } from "../dsl/index.js";

/**
 * The same checks, whose findings all have this severity: a pack of rules as advice and not as a bar, or the other way round.
 *
 * @example
 * check("review", { of: draft, checks: [words({ max: 1_000 }), ...withSeverity("warning", tropes.checks())] })
 */
export function withSeverity<Value, Reads extends string = never>(
  severity: Severity,
  checks: readonly Check<Value, Reads>[],
): readonly Check<Value, Reads>[] {
  return checks.map((check) => ({
    ...check,
    options: { severity, of: [check.options, String(check.run)] },
    run: (value, given) => check.run(value, given).map((finding): Finding => ({ ...finding, severity })),
  }));
}
