import { FAILED } from "../dsl/index.js";
import type { AttemptContext } from "./attempt-context.js";
import { done, type Executed } from "./executed.js";

/** Ways to say nothing: what a model has said so must reach nobody. */
const NO_FINDINGS: ReadonlySet<string> = new Set(
  ["empty", "markup-only", "preamble-only", "reasoning-only", "no-answer"].map((reason) => `verdict/${reason}`),
);

/** A try whose model came to no answer fails by that word; where the stage may be without findings, it is done with that word alone. */
export function orNoFindings({ stage, at }: AttemptContext, executed: Executed): Executed {
  if (executed.is !== "failed" || executed.cause !== "verdict" || !NO_FINDINGS.has(executed.findings[0]?.rule ?? "")) return executed;
  const message = `FAILED: no findings (${executed.message})`;
  if (stage.settings.allowFailed !== true || at.retriesLeft > 0) return { ...executed, message };
  return done(
    FAILED,
    executed.findings.map((finding) => ({ ...finding, severity: "warning" as const, message })),
  );
}
