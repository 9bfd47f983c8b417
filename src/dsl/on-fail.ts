import { type Finding, isAtLeast } from "./finding.js";
import type { Rollback } from "./rollback.js";
import type { AnyStage } from "./stage.js";

/**
 * Where a stage goes back to when it has failed: one target, or one for each kind of fault. A kind is a rule
 * (`grounding/number`), all rules before a slash (`grounding`), or what an attempt can fail of (`time-limit`); of
 * several that apply the first in the list counts. `otherwise` is for all others; without it they fail the run.
 *
 * @example
 * check("review", { of: draft, checks, onFail: { grounding: rollbackTo(facts, { max: 1 }), otherwise: rollbackTo(draft, { max: 3 }) } })
 */
export type OnFail<To extends string = string> = Rollback<To> | Readonly<Record<string, Rollback<To>>>;

/** The way back of a failure that no kind of fault has a way for, and the start of the names of those that one has. */
const FAILED = "failed";
const KIND = `${FAILED}: `;
const OTHERWISE = "otherwise";

/** The ways back of a stage, by what leads to them. */
export function waysOnFail<To extends string>(onFail: OnFail<To> | undefined): Readonly<Record<string, Rollback<To> | undefined>> {
  if (onFail === undefined || isRollback(onFail)) return { [FAILED]: onFail };
  return Object.fromEntries(Object.entries(onFail).map(([kind, way]) => [kind === OTHERWISE ? FAILED : `${KIND}${kind}`, way]));
}

/** The kinds of fault that have a way of their own. */
export function kindsOf(onFail: OnFail | undefined): readonly string[] {
  if (onFail === undefined || isRollback(onFail)) return [];
  return Object.keys(onFail).filter((kind) => kind !== OTHERWISE);
}

/** Which of a stage's ways a failure takes. */
export function wayOfFailure(ways: Readonly<Record<string, unknown>>, failure: { cause: string; findings: readonly Finding[] }): string {
  const isOf = (kind: string) => kind === failure.cause || failure.findings.some(({ rule }) => isKindOf(kind, rule));
  return Object.keys(ways).find((way) => way.startsWith(KIND) && isOf(way.slice(KIND.length))) ?? FAILED;
}

/** Those findings that keep a stage from being done. */
export function failing({ contract }: AnyStage, findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ severity }) => isAtLeast(severity, contract.failOn ?? "error"));
}

/** Whether a rule is of a kind: the rule itself, or one whose name begins with the kind and a slash. */
export function isKindOf(kind: string, rule: string): boolean {
  return rule === kind || rule.startsWith(`${kind}/`);
}

function isRollback<To extends string>(onFail: OnFail<To>): onFail is Rollback<To> {
  return typeof onFail.max === "number";
}
