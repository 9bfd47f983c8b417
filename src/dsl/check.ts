import type { Finding } from "./finding.js";
import type { AnyStage } from "./stage.js";

interface Compared<Reads extends string> {
  readonly rule: string;
  readonly options?: unknown;
  readonly given?: Readonly<Record<string, AnyStage<Reads>>>;
}

/**
 * A pure function from a value to findings. `given` are stages whose outputs it compares the value with; they reach
 * `run` under the same keys. `options` are what its factory was called with, so that a changed limit changes the
 * fingerprint of the stage that uses it.
 */
export interface Check<Value, Reads extends string = never> extends Compared<Reads> {
  run(value: Value, given: Readonly<Record<string, unknown>>): readonly Finding[];
}

/** The same where the findings take a while: a rule of another program. What it finds must depend on the value alone. */
export interface AsyncCheck<Value, Reads extends string = never> extends Compared<Reads> {
  run(value: Value, given: Readonly<Record<string, unknown>>): Promise<readonly Finding[]>;
}

export type AnyCheck<Value = never, Reads extends string = string> = Check<Value, Reads> | AsyncCheck<Value, Reads>;

/** The names of the stages that a list of checks compares with. */
export type ReadsOfChecks<Checks extends readonly unknown[]> = ReadsOf<Checks[number]>;
type ReadsOf<C> = C extends AnyCheck<never, infer Reads> ? Reads : never;
