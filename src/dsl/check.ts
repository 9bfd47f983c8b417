import type { Finding } from "./finding.js";
import type { AnyStage } from "./stage.js";

/**
 * A pure function from a value to findings. `given` are stages whose outputs it compares the value with; they reach
 * `run` under the same keys. `options` are what its factory was called with, so that a changed limit changes the
 * fingerprint of the stage that uses it.
 */
export interface Check<Value, Reads extends string = never> {
  readonly rule: string;
  readonly options?: unknown;
  readonly given?: Readonly<Record<string, AnyStage<Reads>>>;
  run(value: Value, given: Readonly<Record<string, unknown>>): readonly Finding[];
}

export type AnyCheck = Check<never, string>;

/** The names of the stages that a list of checks compares with. */
export type ReadsOfChecks<Checks extends readonly unknown[]> = ReadsOf<Checks[number]>;
type ReadsOf<C> = C extends Check<never, infer Reads> ? Reads : never;
