import { type AnyCheck, type Finding, failing } from "../dsl/index.js";
import { type AttemptContext, type Outputs, outputsOf } from "./attempt-context.js";
import { issuesOf } from "./bound-adapters.js";
import { done, type Executed, failed, failedWith } from "./executed.js";
import { jsonValue } from "./json-value.js";

/** Holds what a stage gave against its contract: its schema, plain JSON, the definition of done. */
export async function heldToContract(context: AttemptContext, value: unknown): Promise<Executed> {
  const { stage } = context;
  let output = value;
  if (stage.output) {
    const parsed = await stage.output.safeParseAsync(value);
    if (!parsed.success) {
      const issues = issuesOf(parsed.error);
      const findings = issues.map((message): Finding => ({ rule: "output", severity: "error", message }));
      return failed("output", `the output of stage "${stage.name}" does not fit its schema: ${issues.join("; ")}`, findings);
    }
    output = parsed.data;
  }
  try {
    output = jsonValue(output, `the output of stage "${stage.name}"`);
  } catch (error) {
    return failedWith("output", error);
  }
  const findings = await findingsOf(context, stage.contract.dod, output);
  const faults = failing(stage, findings);
  if (faults.length > 0) return { ...failed("dod", sumOf("definition of done", faults), findings), output };
  return done(output, findings);
}

export async function findingsOf(context: Outputs, checks: readonly AnyCheck[], value: unknown): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const check of checks) {
    const given = check.given ? await outputsOf(context, check.given) : {};
    // The stage's factory has compared the check's type with the value's; a list of checks no longer knows it.
    findings.push(...(await (check as AnyCheck<unknown>).run(value, given)));
  }
  return findings.length === 0 ? findings : (jsonValue(findings, "a finding") as readonly Finding[]);
}

/** `review: 2 errors (words, em-dashes)`. */
export function sumOf(what: string, faults: readonly Finding[]): string {
  const rules = [...new Set(faults.map((fault) => fault.rule))].join(", ");
  const noun = faults.every(({ severity }) => severity === "error") ? "error" : "finding";
  return `${what}: ${faults.length} ${faults.length === 1 ? noun : `${noun}s`} (${rules})`;
}
