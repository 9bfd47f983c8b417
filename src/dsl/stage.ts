import type { z } from "zod";
import type { Uses } from "./adapter.js";
import type { AnyCheck } from "./check.js";
import type { Severity } from "./finding.js";
import type { Rollback } from "./rollback.js";

export type StageKind = "input" | "gather" | "write" | "work" | "check" | "decide" | "gate" | "deliver" | "each" | "run" | "tasks";

export type Needs = Readonly<Record<string, AnyStage>>;

/** What every stage may promise, whatever its kind. */
export interface Contract {
  /** Definition of done: checks on the output; a finding of `failOn` or worse fails the attempt. */
  readonly dod: readonly AnyCheck[];
  /** From which severity on a finding fails the attempt. `error` where nothing is said. */
  readonly failOn?: Severity;
  /** Further attempts after the first. Default 0. */
  readonly retries: number;
  /** Wait before the first retry, doubled for each one after. Default 1,000 ms. */
  readonly backoffMs: number;
  /** Limit for one attempt. None by default. */
  readonly timeoutMs: number | undefined;
}

/** Any function that a stage was given; what it takes is known only to the factory that made the stage. */
export type StageFunction = (...given: never[]) => unknown;

/**
 * A stage is a frozen value that describes one bounded piece of work. What the runner, the graph, the fingerprint and
 * the rules of a pipeline need to know is the same for every kind; what only one kind knows stands in `details`.
 *
 * `Reads` are the names of the stages whose outputs it takes, `Targets` of those that it can go back to.
 */
export interface Stage<Name extends string = string, Out = unknown, Reads extends string = string, Targets extends string = string> {
  readonly kind: StageKind;
  readonly name: Name;
  readonly needs: Needs;
  /** Every stage whose output it takes: its needs, what it checks or shows, what its checks compare with. */
  readonly reads: readonly AnyStage[];
  /** The ways back, by what leads to them: `failed`, `failed: <kind of fault>`, `rejected`, or the name of a way. */
  readonly rollbacks: Readonly<Record<string, Rollback<Targets>>>;
  /** The stage that its findings are about, where that is another one. */
  readonly about: AnyStage | undefined;
  readonly uses: Uses;
  readonly output: z.ZodType | undefined;
  readonly contract: Contract;
  /** Its functions, by name: their text is part of the fingerprint. */
  readonly functions: Readonly<Record<string, StageFunction>>;
  /** Settings that are data: part of the fingerprint too. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Types only; never there at run time. */
  readonly types?: { readonly output: Out; readonly reads: Reads; readonly targets: Targets };
}

export type AnyStage<Name extends string = string> = Stage<Name, unknown, string, string>;
export type OutputOf<S> = S extends Stage<string, infer Out, string, string> ? Out : never;
export type NameOf<S> = S extends AnyStage<infer Name> ? Name : never;

/** What a stage's function is given: the outputs of its needs, under the same keys. */
export type Given<N extends Needs> = { readonly [K in keyof N]: OutputOf<N[K]> };
export type NamesOf<N extends Needs> = NameOf<N[keyof N]>;

/** Whether a stage asks the model of its run. */
export function asksModel({ kind }: Pick<AnyStage, "kind">): boolean {
  return kind === "write" || kind === "work";
}
