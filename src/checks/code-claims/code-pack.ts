import type { Examples, RulePage } from "../pack.js";
import type { CodeFiles } from "./code-tree.js";

/** Code, and texts that are and are not right about it. */
export interface CodeExamples extends Examples {
  readonly given: { readonly code: CodeFiles };
}

/** The page of a rule that compares a text with code: its examples are read with the code of the page. */
export interface CodeRulePage extends RulePage {
  readonly examples: CodeExamples;
}
