import type { AnyCheck, ReadsOfChecks } from "../check.js";
import type { ContractOptions } from "../contract.js";
import { StagewrightError } from "../error.js";
import type { Finding } from "../finding.js";
import { makeStage } from "../make-stage.js";
import { isKindOf, kindsOf, waysOnFail } from "../on-fail.js";
import type { AnyStage, OutputOf, Stage } from "../stage.js";

export interface Review {
  readonly findings: readonly Finding[];
}

/**
 * A deterministic reviewer of another stage's output. Findings of `failOn`, by default `error`, or worse fail it, and all
 * of them are handed to the stage that it reviews when that runs again.
 *
 * @example
 * check("review", { of: draft, checks: [words({ max: 1_000 })], onFail: rollbackTo(draft, { max: 3 }) })
 */
export function check<
  const Name extends string,
  S extends AnyStage,
  const C extends readonly AnyCheck<OutputOf<S>>[],
  To extends string = never,
>(
  name: Name,
  spec: Pick<ContractOptions<[], To>, "onFail" | "failOn"> & { of: S; checks: C },
): Stage<Name, Review, S["name"] | ReadsOfChecks<C>, NoInfer<To>> {
  assertFound(name, kindsOf(spec.onFail), spec.checks);
  return makeStage("check", {
    name,
    alsoReads: [spec.of],
    about: spec.of,
    checks: spec.checks,
    settings: { checks: spec.checks },
    contract: { ...(spec.failOn && { failOn: spec.failOn }) },
    rollbacks: waysOnFail(spec.onFail),
  });
}

/** A way back for a kind of fault that no check can find would never be taken, and nobody would notice. */
function assertFound(stage: string, kinds: readonly string[], checks: readonly AnyCheck[]): void {
  const rules = [...new Set(checks.map(({ rule }) => rule))];
  for (const kind of kinds) {
    if (CAUSES.includes(kind) || rules.some((rule) => isKindOf(kind, rule) || isKindOf(rule, kind))) continue;
    throw new StagewrightError("stage/on-fail", `stage "${stage}" goes back for "${kind}", which none of its checks finds`, {
      hint: `its checks find ${rules.join(", ")}; "otherwise" stands for all of them`,
    });
  }
}

/** What a review can fail of when none of its checks finds fault: one of them throws. */
const CAUSES: readonly string[] = ["error"];
