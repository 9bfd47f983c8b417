import { readFileSync } from "node:fs";
import { z } from "zod";
import { StagewrightError } from "../../dsl/index.js";
import { PatternFault, parsePattern, type Sequence } from "./pattern.js";

const sentence = z.string().trim().min(1);

const phraseRule = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]*\/[a-z][a-z0-9-]*$/, 'expected "pack/name" in lower case'),
  why: sentence,
  fix: sentence,
  kind: sentence.default("a stock phrase"),
  severity: z.enum(["info", "warning", "error"]).default("error"),
  where: z.enum(["anywhere", "opening", "closing"]).default("anywhere"),
  /** One by itself is let through; those that stand at most this many words from each other are found. */
  within: z.int().positive().optional(),
  patterns: z.array(z.string()).min(1),
  examples: z.strictObject({ bad: z.array(sentence).min(1), good: z.array(sentence).min(1) }),
});
const phraseRules = z.array(phraseRule).min(1);

/** A rule as a user writes it down: phrases, and what to do about them. */
export type PhraseRule = z.input<typeof phraseRule>;

/** A rule with all that it leaves out filled in. */
export type WholePhraseRule = z.output<typeof phraseRule>;

/** A rule whose patterns have been read. */
export interface ReadyPhraseRule extends WholePhraseRule {
  readonly sequences: readonly Sequence[];
}

/**
 * The rules of one JSON file, a list of them. Throws `check/rules` on a file that cannot be read or is no list of rules,
 * and `check/pattern` on a pattern that is wrong, with the file, the rule and the place in the pattern.
 */
export function readPhraseRules(file: string): readonly ReadyPhraseRule[] {
  let rules: unknown;
  try {
    rules = JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StagewrightError("check/rules", `"${file}" cannot be read as rules: ${reason}`, { hint: "correct the file", cause });
  }
  return readyRules(rules, `"${file}"`);
}

/** Checks rules that came from `source` and reads their patterns. */
export function readyRules(rules: unknown, source: string): readonly ReadyPhraseRule[] {
  const parsed = phraseRules.safeParse(rules);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const path = (issue?.path ?? []).map((key) => (typeof key === "number" ? `rule ${key + 1}` : String(key))).join(", ");
    throw new StagewrightError("check/rules", `${source}: ${path === "" ? "" : `${path}: `}${issue?.message ?? "no rules"}`, {
      hint: "docs/checks/patterns.md shows the form of a rule",
    });
  }
  return parsed.data.map((rule) => ({ ...rule, sequences: rule.patterns.flatMap((pattern) => readPattern(pattern, rule.id, source)) }));
}

function readPattern(pattern: string, id: string, source: string): readonly Sequence[] {
  try {
    return parsePattern(pattern);
  } catch (cause) {
    if (!(cause instanceof PatternFault)) throw cause;
    throw new StagewrightError(
      "check/pattern",
      `${source}: rule "${id}": pattern "${pattern}", at character ${cause.index + 1}: ${cause.message}`,
      { hint: "docs/checks/patterns.md describes the language", cause },
    );
  }
}
