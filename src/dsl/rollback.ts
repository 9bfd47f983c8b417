import { StagewrightError } from "./error.js";
import type { AnyStage } from "./stage.js";

/** Going back to an earlier stage, at most `max` times in a run. */
export interface Rollback<To extends string = string> {
  readonly to: To;
  readonly stage: AnyStage<To>;
  readonly max: number;
}

/**
 * @example
 * check("review", { of: draft, checks, onFail: rollbackTo(draft, { max: 3 }) })
 */
export function rollbackTo<const To extends string>(stage: AnyStage<To>, bound: { max: number }): Rollback<To> {
  if (!Number.isInteger(bound.max) || bound.max < 1) {
    throw new StagewrightError("pipeline/bound", `a rollback to "${stage.name}" needs a whole number of tries, not ${bound.max}`, {
      hint: "write rollbackTo(stage, { max: 3 })",
    });
  }
  return Object.freeze({ to: stage.name, stage, max: bound.max });
}
