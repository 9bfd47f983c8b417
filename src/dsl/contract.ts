import type { AnyCheck } from "./check.js";
import { StagewrightError } from "./error.js";
import { SEVERITIES, type Severity } from "./finding.js";
import type { OnFail } from "./on-fail.js";
import type { Contract } from "./stage.js";

/** The part of a factory's options that every stage with work to do shares. */
export interface ContractOptions<Checks extends readonly AnyCheck[] = readonly AnyCheck[], To extends string = string> {
  /** Definition of done: checks on the output; a finding of `failOn` or worse fails the attempt. */
  readonly dod?: Checks;
  /** From which severity on a finding fails the attempt. Default `error`. */
  readonly failOn?: Severity;
  /** Further attempts after the first. Default 0. */
  readonly retries?: number;
  /** Wait before the first retry in ms, doubled for each one after. Default 1,000. */
  readonly backoffMs?: number;
  /** Limit for one attempt in ms. None by default. */
  readonly timeoutMs?: number;
  /** Where to go back to when the last attempt has failed; without it the run fails. */
  readonly onFail?: OnFail<To>;
}

export function contractOf(stage: string, options: ContractOptions): Contract {
  const { retries = 0, backoffMs = 1_000, timeoutMs, failOn } = options;
  const whole = (name: string, value: number, least: number) => {
    if (Number.isInteger(value) && value >= least) return;
    throw new StagewrightError("stage/contract", `stage "${stage}" has ${name}: ${value}`, {
      hint: `${name} is a whole number of at least ${least}`,
    });
  };
  whole("retries", retries, 0);
  whole("backoffMs", backoffMs, 0);
  if (timeoutMs !== undefined) whole("timeoutMs", timeoutMs, 1);
  if (failOn !== undefined && !SEVERITIES.includes(failOn)) {
    throw new StagewrightError("stage/contract", `stage "${stage}" has failOn: ${failOn}`, { hint: `failOn is ${SEVERITIES.join(", ")}` });
  }
  return Object.freeze({ dod: Object.freeze([...(options.dod ?? [])]), retries, backoffMs, timeoutMs, ...(failOn && { failOn }) });
}
