import type { Pack, RulePage } from "../pack.js";

export interface FactPackOptions {
  /** JSON: what is known. */
  readonly facts?: unknown;
}

/** Facts, and texts that are and are not carried by them. */
export interface FactExamples {
  readonly facts: unknown;
  readonly bad: readonly string[];
  readonly good: readonly string[];
}

/** The page of a rule that compares a text with facts: its examples are read with the facts of the page. */
export interface FactRulePage extends RulePage {
  readonly examples: FactExamples;
}

/** A pack whose checks compare with facts. */
export interface FactPack<Options extends FactPackOptions = FactPackOptions> extends Pack<Options> {
  readonly rules: readonly FactRulePage[];
}
