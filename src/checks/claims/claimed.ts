import type { AnyStage, Check, Finding, Severity } from "../../dsl/index.js";
import { type Block, offsetsOf } from "../text/block.js";
import { parseText, type Text } from "../text/parse-text.js";
import { type Sentence, sentencesOf } from "../text/sentences.js";
import { STAND_IN } from "../text/stand-in.js";
import { claimFinder } from "./claim-finder.js";
import type { Claim } from "./find-claims.js";
import { type Support, supportsOf } from "./support.js";

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
  const claimsOf = claimFinder(parsed);
  const supports = supportsOf(facts);
  const findings: Finding[] = [];
  const readSentence = (number: number, block: Block, sentence: Sentence) => {
    const claims = claimsOf(number, sentence);
    if (claims.length === 0) return;
    const offsetAt = offsetsOf(block);
    const found = claims.flatMap((claim): readonly (Claim & Support)[] => {
      const clause = block.prose.slice(claim.clauseFrom, claim.clauseTo);
      // The code in a clause is part of what it says, and stands in the original only.
      const whole = clause.includes(STAND_IN) ? markdown.slice(offsetAt(claim.clauseFrom), offsetAt(claim.clauseTo - 1) + 1) : clause;
      const support = supports.of(whole, claim, block.prose.slice(sentence.from, sentence.to));
      return support.score >= least ? [] : [{ ...claim, ...support }];
    });
    // What says only when something was done adds nothing to what the sentence is found for.
    const main = found.some(({ isAside }) => !isAside) ? found.filter(({ isAside }) => !isAside) : found.slice(0, 1);
    for (const { kind, from, to, clauseTo, score, nearest } of main) {
      const said = block.prose
        .slice(from, Math.max(to, clauseTo))
        .trim()
        .replace(/(?:[,;:(–—\s]|(?<=\s)(?:and|but|then|und|și))+$/u, "");
      const best =
        nearest === undefined
          ? "no fact speaks of it"
          : `the best support is ${score.toFixed(2)} of 1, "${shortened(nearest.text)}" (${nearest.path})`;
      findings.push({
        rule: `${RULE}/${kind}`,
        severity,
        message: `"${shortened(said)}" says that something ${SAID[kind]}, and no fact carries it: ${best}; take it out, or say what the facts say`,
        at: placeAt(offsetAt(from)),
      });
    }
  };
  for (const [number, block] of blocks.entries()) {
    if (block.kind === "tableCell") continue;
    for (const sentence of sentencesOf(block)) readSentence(number, block, sentence);
  }
  return findings;
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= 90 ? line : `${line.slice(0, 89).trimEnd()}…`;
}
