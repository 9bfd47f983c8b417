import type { FactPack, FactPackOptions } from "../grounding/fact-pack.js";
import { type ClaimedOptions, claimed } from "./claimed.js";
import { CLAIMS_RULES } from "./rules.js";

export { type ClaimedOptions, claimed, claimedIn } from "./claimed.js";

/**
 * What a text says was done, seen, measured or decided, held against what is known. Without `facts` there is no check.
 *
 * @example
 * claims.checks({ facts: { log: "compared the gauge with the port's clock" } })
 */
export const claims: FactPack<FactPackOptions & ClaimedOptions> = {
  name: "claims",
  description: "work that a text says was done, seen, measured or decided, and that no fact carries",
  rules: CLAIMS_RULES,
  checks: ({ facts, ...options } = {}) => (facts === undefined ? [] : [claimed(facts, options)]),
};
