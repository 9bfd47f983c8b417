import type { AnyStage, Check, Severity } from "../../dsl/index.js";
import type { Text } from "../text/parse-text.js";
import { type CodeFiles, type CodeTree, codeTreeOf } from "./code-tree.js";
import { reviewFindings } from "./review.js";

export interface CodeClaimedOptions {
  /** The code that the text speaks of: files by their path, or a tree that reads them. */
  readonly code: CodeFiles | CodeTree;
  /** `error` by default. */
  readonly severity?: Severity;
}

const RULE = "code-claims";
const NO_FILES: CodeFiles = {};

/**
 * What a review says of code is so: cited files and lines exist, quoted lines stand where they are said to, what is said to be missing
 * is not there, and evidence is more than a comment. One finding for each claim that is not, with what the code holds.
 *
 * @example
 * codeClaimed({ code: { "src/cache.ts": "export const cache = new Map();\n" } })
 */
export function codeClaimed({ code, severity = "error" }: CodeClaimedOptions): Check<Text> {
  const tree = isTree(code) ? code : codeTreeOf(code);
  // What a tree reads when it is asked cannot be part of a fingerprint; its paths can.
  const options = isTree(code) ? { paths: code.paths, severity } : { code, severity };
  return { rule: RULE, options, run: (text) => reviewFindings(text, tree, severity) };
}

/**
 * The same against the output of a stage: files by their path, as they are or under the key `files`.
 *
 * @example
 * check("checked", { of: review, checks: [codeClaimedIn(code)] })
 */
export function codeClaimedIn<const Name extends string>(
  stage: AnyStage<Name>,
  { severity = "error" }: Pick<CodeClaimedOptions, "severity"> = {},
): Check<Text, Name> {
  return {
    rule: RULE,
    options: { severity },
    given: { code: stage },
    run: (text, { code }) => reviewFindings(text, codeTreeOf(filesIn(code)), severity),
  };
}

function isTree(code: CodeFiles | CodeTree): code is CodeTree {
  return typeof code.read === "function";
}

/** The object of files itself, where it is one, so that its index is built once. */
function filesIn(output: unknown): CodeFiles {
  if (isFiles(output)) return output;
  if (typeof output === "object" && output !== null && "files" in output && isFiles(output.files)) return output.files;
  return NO_FILES;
}

function isFiles(value: unknown): value is CodeFiles {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && Object.values(value).every((text) => typeof text === "string")
  );
}
