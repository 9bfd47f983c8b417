import { StagewrightError } from "../dsl/index.js";

/** Refuses a limit that is not a whole number of at least `least`. */
export function assertWhole(rule: string, name: string, value: number, least: number): void {
  if (Number.isSafeInteger(value) && value >= least) return;
  refuse(rule, `"${name}" is ${value}, expected a whole number of at least ${least}`);
}

/** A check that was asked for wrongly, thrown while the pipeline is being written down. */
export function refuse(rule: string, fault: string): never {
  throw new StagewrightError("check/options", `check "${rule}": ${fault}`, { hint: `correct the options of "${rule}"` });
}
