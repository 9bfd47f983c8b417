import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { AsyncCheck, Severity } from "../../dsl/index.js";
import type { Text } from "../text/parse-text.js";
import { findingsOf } from "./findings-of.js";
import { findLinter, type Linter, linterOf } from "./linter.js";
import { asRule, findRule, loadRule } from "./rule-module.js";
import { readRuleName } from "./rule-name.js";

// Not textlint's own types: who does not use textlint has no package that these could come from.
type RuleFunction = (context: never, options: never) => object;

/** A rule as textlint's documentation has it; `TextlintRuleModule` of its packages is one. */
export type TextlintRule = RuleFunction | { readonly linter: RuleFunction; readonly fixer: RuleFunction };

/** A rule that no package holds, or that is imported by whoever uses it. */
export interface OwnTextlintRule {
  /** Its findings are of the rule `textlint/<id>`. */
  readonly id: string;
  readonly rule: TextlintRule;
}

export interface TextlintOptions {
  /** The options of the rule itself, as they would stand in textlint's configuration. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** By default what the rule says, which is `error` unless its options have another `severity`. */
  readonly severity?: Severity;
  /** Whether the findings carry the edits that the rule proposes. `false` by default: an edit may change what the text says. */
  readonly fixes?: boolean;
  /**
   * The folder from which the rule is found as a module there would find it, or a file in it such as `import.meta.url`; relative
   * paths in the rule's options begin there, too. By default the working directory.
   */
  readonly from?: URL | string;
}

/**
 * A rule of textlint as a check: one finding for each of its messages, in the same order and words. Needs the packages
 * `@textlint/kernel` and `@textlint/textlint-plugin-markdown` beside the rule's; they are looked for at once and loaded when
 * the check first runs. Throws `check/textlint` where one of them is not installed or the rule fails.
 *
 * @example
 * check("review", { of: draft, checks: [textlint("no-todo"), textlint("sentence-length", { options: { max: 120 } })] })
 */
export function textlint(
  rule: string | OwnTextlintRule,
  { options, severity, fixes = false, from }: TextlintOptions = {},
): AsyncCheck<Text> {
  const folder = folderOf(from);
  const { id, identity, load } = typeof rule === "string" ? installed(rule, folder) : own(rule);
  const packages = findLinter(`textlint/${id}`, [folder, import.meta.dirname]);
  let linter: Promise<Linter> | undefined;
  return {
    rule: `textlint/${id}`,
    // What another release finds may be another thing, so that the releases are part of what the check is.
    options: { rule: identity, by: [packages.kernel, packages.markdown].map(release), options, severity, fixes },
    async run(text) {
      const markdown = typeof text === "string" ? text : text.markdown;
      linter ??= load().then((loaded) => linterOf(packages, { ...loaded, id, options, folder }));
      const lint = await linter;
      return findingsOf(markdown, await lint(markdown), { severity, fixes });
    },
  };
}

function installed(name: string, folder: string) {
  const ruleName = readRuleName(name);
  const found = findRule(ruleName, folder);
  return { id: ruleName.id, identity: release(found), load: () => loadRule(ruleName, found) };
}

function own({ id, rule }: OwnTextlintRule) {
  const checked = asRule(rule, `"${id}"`);
  return { id, identity: rule, load: async () => ({ rule: checked }) };
}

function release({ name, version }: { readonly name: string; readonly version: string }): string {
  return `${name} ${version}`;
}

function folderOf(from: URL | string | undefined): string {
  if (from === undefined) return process.cwd();
  const path = from instanceof URL || from.startsWith("file:") ? fileURLToPath(from) : resolve(from);
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? dirname(path) : path;
}
