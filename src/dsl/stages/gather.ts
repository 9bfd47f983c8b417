import type { z } from "zod";
import type { Adapters, Uses } from "../adapter.js";
import type { AnyCheck, ReadsOfChecks } from "../check.js";
import type { ContractOptions } from "../contract.js";
import type { Finding } from "../finding.js";
import { makeStage } from "../make-stage.js";
import { waysOnFail } from "../on-fail.js";
import type { Given, NamesOf, Needs, Stage } from "../stage.js";

/** What a stage's function may use of the world. All that it gives is journaled, and replay gives it again. */
export interface Env {
  /** Aborted by the stage's time limit, a cancel or Ctrl-C. */
  readonly signal: AbortSignal;
  /** Why this stage runs again: findings of the last attempt, of a review, or a person's reason. */
  readonly feedback: readonly Finding[];
  now(): Date;
  /** A new identifier: 20 letters and digits. */
  id(): string;
  /** A number from 0 (inclusive) to 1 (exclusive). */
  random(): number;
}

/**
 * Code that collects facts, through adapters or without.
 *
 * @example
 * gather("facts", { needs: { request }, uses: { git }, output: Facts, run: ({ request }, { git }) => git.log({ day: request.day }) })
 */
export function gather<
  const Name extends string,
  S extends z.ZodType,
  const N extends Needs = {},
  const U extends Uses = {},
  const D extends readonly AnyCheck<z.output<S>>[] = [],
  To extends string = never,
>(
  name: Name,
  spec: ContractOptions<D, To> & {
    output: S;
    needs?: N;
    uses?: U;
    run: (given: Given<N>, env: Env & Adapters<U>) => Promise<z.input<S>> | z.input<S>;
  },
): Stage<Name, z.output<S>, NamesOf<N> | ReadsOfChecks<D>, NoInfer<To>> {
  return makeStage("gather", {
    name,
    output: spec.output,
    contract: spec,
    functions: { run: spec.run },
    rollbacks: waysOnFail(spec.onFail),
    ...(spec.needs && { needs: spec.needs }),
    ...(spec.uses && { uses: spec.uses }),
  });
}
