import { type AnyCheck, failing } from "../../dsl/index.js";
import { type AttemptContext, outputOf } from "../attempt-context.js";
import { findingsOf, sumOf } from "../definition-of-done.js";
import { done, type Executed, failed } from "../executed.js";

/** A deterministic reviewer looks at another stage's output. */
export async function check(context: AttemptContext): Promise<Executed> {
  const { stage } = context;
  if (stage.about === undefined) return done({ findings: [] });
  const findings = await findingsOf(context, stage.settings.checks as readonly AnyCheck[], await outputOf(context, stage.about));
  const faults = failing(stage, findings);
  if (faults.length > 0) return failed("review", sumOf(stage.name, faults), findings);
  return done({ findings }, findings);
}
