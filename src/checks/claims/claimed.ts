import type { AnyStage, Check, Finding, Severity } from "../../dsl/index.js";
import { offsetsOf } from "../text/block.js";
import { parseText, type Text } from "../text/parse-text.js";
import { runsOf } from "../text/runs.js";
import { sentencesOf } from "../text/sentences.js";
import { STAND_IN } from "../text/stand-in.js";
import { claimIn } from "./find-claims.js";
import { hintsIn } from "./hints.js";
import { supportsOf } from "./support.js";

export interface ClaimedOptions {
  /** The least support that carries a claim, 0 to 1; 0.62 by default. */
  readonly least?: number;
  /** `error` by default. */
  readonly severity?: Severity;
}

const RULE = "claims";
const LEAST = 0.62;
const SAID = { done: "was done", seen: "was seen", measured: "was measured or tried", decided: "was decided" } as const;

/**
 * Every sentence that says that somebody did, saw, measured or decided something is carried by the facts. One finding for each that
 * is not: how weak the best support is, and the fact that gives it.
 *
 * @example
 * claimed({ commits: [{ subject: "Split the berth planner" }] })
 */
export function claimed(facts: unknown, { least = LEAST, severity = "error" }: ClaimedOptions = {}): Check<Text> {
  return { rule: RULE, options: { facts, least, severity }, run: (text) => findingsIn(text, facts, { least, severity }) };
}

/**
 * The same against the output of a stage.
 *
 * @example
 * check("review", { of: draft, checks: [claimedIn(facts)] })
 */
export function claimedIn<const Name extends string>(
  stage: AnyStage<Name>,
  { least = LEAST, severity = "error" }: ClaimedOptions = {},
): Check<Text, Name> {
  return {
    rule: RULE,
    options: { least, severity },
    given: { facts: stage },
    run: (text, { facts }) => findingsIn(text, facts, { least, severity }),
  };
}

function findingsIn(text: Text, facts: unknown, { least, severity }: Required<ClaimedOptions>): readonly Finding[] {
  const parsed = parseText(text);
  const { blocks, markdown, placeAt } = parsed;
  const hintsOf = hintsIn(runsOf(parsed));
  const supports = supportsOf(facts);
  const findings: Finding[] = [];
  for (const [number, block] of blocks.entries()) {
    if (block.kind === "tableCell") continue;
    const offsetAt = offsetsOf(block);
    for (const { from, to } of sentencesOf(block)) {
      const hints = hintsOf(number, from, to, block.prose);
      if (hints === 0) continue;
      const sentence = block.prose.slice(from, to).replace(/\s+/g, " ");
      const claim = claimIn(sentence, hints);
      if (claim === undefined) continue;
      // The code in a sentence is part of what it says, and stands in the original only.
      const whole = sentence.includes(STAND_IN) ? markdown.slice(offsetAt(from), offsetAt(to - 1) + 1) : sentence;
      const { score, nearest } = supports.of(whole, claim.act);
      if (score >= least) continue;
      const best =
        nearest === undefined
          ? "no fact speaks of it"
          : `the best support is ${score.toFixed(2)} of 1, "${shortened(nearest.text)}" (${nearest.path})`;
      findings.push({
        rule: `${RULE}/${claim.kind}`,
        severity,
        message: `"${shortened(sentence)}" says that something ${SAID[claim.kind]} ("${shortened(claim.said)}"), and no fact carries it: ${best}; take it out, or say what the facts say`,
        at: placeAt(offsetAt(from)),
      });
    }
  }
  return findings;
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= 90 ? line : `${line.slice(0, 89).trimEnd()}…`;
}
