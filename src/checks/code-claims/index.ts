import type { Pack } from "../pack.js";
import { type CodeClaimedOptions, codeClaimed } from "./code-claimed.js";
import type { CodeRulePage } from "./code-pack.js";
import { CODE_CLAIMS_RULES } from "./rules.js";

export { type CodeClaimedOptions, codeClaimed, codeClaimedIn } from "./code-claimed.js";
export type { CodeExamples, CodeRulePage } from "./code-pack.js";
export { type CodeFiles, type CodeTree, codeTreeOf } from "./code-tree.js";

/**
 * What a review says of code, held against the code. Without `code` there is nothing to hold it against, and no check.
 *
 * @example
 * codeClaims.checks({ code: { "src/cache.ts": "export const cache = new Map();\n" } })
 */
export const codeClaims: Pack<Partial<CodeClaimedOptions>> & { readonly rules: readonly CodeRulePage[] } = {
  name: "code-claims",
  description: "what a review says of code: files, lines, quotations, and what it says is missing",
  rules: CODE_CLAIMS_RULES,
  checks: ({ code, ...options } = {}) => (code === undefined ? [] : [codeClaimed({ code, ...options })]),
};
