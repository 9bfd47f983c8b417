import type { Severity } from "../../dsl/index.js";
import type { RulePage } from "../pack.js";
import type { ParsedText } from "../text/parse-text.js";
import { type Match, matcherOf } from "./matcher.js";
import type { ReadyPhraseRule } from "./phrase-rules.js";
import { quotationsIn } from "./quoted.js";
import { tokensOf } from "./tokens.js";
import { type Hit, hitOf, type Passage, type StructureRule } from "./trope.js";

export type TropeRule = ReadyPhraseRule | StructureRule;

/** What a finding is made of, before it is put in words. */
export interface Found extends Hit {
  readonly rule: RulePage & { readonly kind: string; readonly severity: Severity };
}

/**
 * Looks for all rules in one pass over the words. Words between quotation marks are another's, or are only mentioned. Of two
 * phrases one in the other the longer one is found, since one place needs one instruction.
 */
export function scannerOf(rules: readonly TropeRule[]): (parsed: ParsedText) => ReadonlyMap<string, readonly Found[]> {
  const phrases = rules.filter((rule) => "sequences" in rule);
  const structures = rules.filter((rule) => "finder" in rule);
  const matches = matcherOf(phrases.map((rule) => ({ owner: rule, sequences: rule.sequences })));
  return ({ blocks }) => {
    const opening = blocks.findIndex(({ kind }) => kind === "paragraph");
    const closing = blocks.findLastIndex(({ kind }) => kind === "paragraph");
    const finders = structures.map((rule) => ({ rule, find: rule.finder() }));
    const isQuoted = quotationsOf(blocks);
    const lastAt = new Map<ReadyPhraseRule, number>();
    const found: Found[] = [];
    let wordsBefore = 0;
    for (const [number, { kind, prose }] of blocks.entries()) {
      const passage: Passage = { number, kind, tokens: tokensOf(prose) };
      const here = matches(passage.tokens).filter(
        ({ owner, first, last }) =>
          (owner.where === "anywhere" || number === (owner.where === "opening" ? opening : closing)) &&
          !isQuoted(hitOf(passage, first, last)),
      );
      for (const { owner: rule, first, last } of apart(here)) {
        const at = wordsBefore + first;
        const before = lastAt.get(rule);
        lastAt.set(rule, at);
        if (rule.within === undefined || (before !== undefined && at - before <= rule.within))
          found.push({ rule, ...hitOf(passage, first, last) });
      }
      for (const { rule, find } of finders) for (const hit of find(passage)) found.push({ rule, ...hit });
      wordsBefore += passage.tokens.texts.length;
    }
    for (const { rule, find } of finders) for (const hit of find(undefined)) found.push({ rule, ...hit });
    return grouped(found.filter((one) => "sequences" in one.rule || !isQuoted(one)));
  };
}

/** Without matches that lie inside another one, and without a second match of a rule where the first goes on. */
function apart(matches: readonly Match<ReadyPhraseRule>[]): readonly Match<ReadyPhraseRule>[] {
  const longestFirst = [...matches].sort((one, other) => one.first - other.first || other.last - one.last);
  const kept: Match<ReadyPhraseRule>[] = [];
  const lastOf = new Map<ReadyPhraseRule, number>();
  let reached = -1;
  for (const match of longestFirst) {
    if (match.last <= reached || match.first <= (lastOf.get(match.owner) ?? -1)) continue;
    kept.push(match);
    lastOf.set(match.owner, match.last);
    reached = match.last;
  }
  return kept;
}

/** Quotations are looked for only where something was found. */
function quotationsOf(blocks: ParsedText["blocks"]): (hit: Hit) => boolean {
  const known = new Map<number, ReturnType<typeof quotationsIn>>();
  return ({ block, from, to }) => {
    const isQuoted = known.get(block) ?? quotationsIn(blocks[block]?.prose ?? "");
    known.set(block, isQuoted);
    return isQuoted(from, to);
  };
}

function grouped(found: readonly Found[]): ReadonlyMap<string, readonly Found[]> {
  const byRule = new Map<string, Found[]>();
  for (const one of found) {
    const list = byRule.get(one.rule.id);
    if (list) list.push(one);
    else byRule.set(one.rule.id, [one]);
  }
  return byRule;
}
