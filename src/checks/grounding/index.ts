import type { FactPack, FactPackOptions } from "./fact-pack.js";
import { type GroundedOptions, grounded } from "./grounded.js";
import { GROUNDING_RULES } from "./rules.js";

export type { FactExamples, FactPack, FactPackOptions, FactRulePage } from "./fact-pack.js";
export { type GroundedOptions, grounded, groundedIn } from "./grounded.js";

/**
 * What a text says exactly, held against what is known. Without `facts` there is nothing to hold it against, and no check.
 *
 * @example
 * grounding.checks({ facts: { commits: 7 } })
 */
export const grounding: FactPack<FactPackOptions & GroundedOptions> = {
  name: "grounding",
  description: "numbers, dates, paths, names and quotations that are in the facts or follow from them",
  rules: GROUNDING_RULES,
  checks: ({ facts, ...options } = {}) => (facts === undefined ? [] : [grounded(facts, options)]),
};
