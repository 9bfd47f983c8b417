import type { Check, ReadsOfChecks } from "../check.js";
import type { Finding } from "../finding.js";
import { makeStage } from "../make-stage.js";
import type { Rollback } from "../rollback.js";
import type { AnyStage, OutputOf, Stage } from "../stage.js";

export interface Review {
  readonly findings: readonly Finding[];
}

/**
 * A deterministic reviewer of another stage's output. `error` findings fail it, and are handed to the stage that it
 * reviews when that runs again.
 *
 * @example
 * check("review", { of: draft, checks: [words({ max: 1_000 })], onFail: rollbackTo(draft, { max: 3 }) })
 */
export function check<
  const Name extends string,
  S extends AnyStage,
  const C extends readonly Check<OutputOf<S>, string>[],
  To extends string = never,
>(name: Name, spec: { of: S; checks: C; onFail?: Rollback<To> }): Stage<Name, Review, S["name"] | ReadsOfChecks<C>, NoInfer<To>> {
  return makeStage("check", {
    name,
    alsoReads: [spec.of],
    about: spec.of,
    checks: spec.checks,
    settings: { checks: spec.checks },
    rollbacks: { failed: spec.onFail },
  });
}
