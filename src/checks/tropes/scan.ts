import type { Severity } from "../../dsl/index.js";
import type { RulePage } from "../pack.js";
import type { ParsedText } from "../text/parse-text.js";
import { type Graph, graphOf, joined, withOwners } from "./graph.js";
import { type BlockMatcher, matcherOf } from "./matcher.js";
import type { ReadyPhraseRule, WholePhraseRule } from "./phrase-rules.js";
import { quotationsIn } from "./quoted.js";
import { TokenReader, type WordsOfText } from "./tokens.js";
import { type Hit, hitOf, type Passage, type StructureRule } from "./trope.js";

/** A rule of phrases: with its patterns as they were read, or with its number in the graph of many. */
export type PhraseTrope = ReadyPhraseRule | (WholePhraseRule & { readonly owner: number });

export type TropeRule = PhraseTrope | StructureRule;

/** What a finding is made of, before it is put in words. */
export interface Found extends Hit {
  readonly rule: RulePage & { readonly kind: string; readonly severity: Severity };
}

export interface ScanOptions {
  /** Whether two phrases of one rule that follow each other are one finding, as "Sure! Here is" is. */
  readonly joinsNeighbours?: boolean;
  /** Whether of the phrases of a rule with `within` the first of those that stand near each other is found as well. */
  readonly findsFirst?: boolean;
  /** The graph that rules with a number stand in. */
  readonly graph?: () => Graph;
}

/**
 * Looks for all rules in one pass over the words. Words between quotation marks are another's, or are only mentioned. Of two
 * phrases one in the other the longer one is found, since one place needs one instruction.
 */
export function scannerOf(
  rules: readonly TropeRule[],
  { joinsNeighbours = false, findsFirst = false, graph }: ScanOptions = {},
): (parsed: ParsedText) => ReadonlyMap<string, readonly Found[]> {
  const phrases = rules.filter((rule) => "patterns" in rule);
  const structures = rules.filter((rule) => "finder" in rule);
  const bitsOfWords = new Map<string, number>();
  for (const [number, { words }] of structures.entries()) {
    for (const word of words ?? []) bitsOfWords.set(word, (bitsOfWords.get(word) ?? 0) | (1 << number));
  }
  const bitsOf = (text: string) => bitsOfWords.get(text) ?? 0;
  let matching: ((words: WordsOfText) => BlockMatcher) | undefined;
  return (parsed) => {
    const { blocks, markdown } = parsed;
    matching ??= matcherOf(graphFor(phrases, graph));
    const reader = new TokenReader(parsed, bitsOf);
    const matches = matching(reader);
    const opening = blocks.findIndex(({ kind }) => kind === "paragraph");
    const closing = closingOf(blocks);
    const finders = structures.map((rule, number) => ({ rule, find: rule.finder(), bit: rule.words === undefined ? 0 : 1 << number }));
    const isQuoted = quotationsOf(blocks);
    const before = new Map<PhraseTrope, { readonly at: number; readonly found: Found; readonly isKept: boolean }>();
    const found: Found[] = [];
    let wordsBefore = 0;
    for (let number = 0; number < blocks.length; number += 1) {
      const block = blocks[number];
      if (block === undefined) continue;
      const tokens = reader.read(number);
      const passage: Passage = { number, kind: block.kind, tokens, block, markdown };
      const here: Match[] = [];
      for (const { owner, first, last } of matches(tokens)) {
        const rule = phrases[owner];
        if (rule !== undefined && isInPlace(rule, { number, opening, closing }, block) && !isQuoted(hitOf(passage, first, last))) {
          here.push({ owner: rule, first, last });
        }
      }
      for (const { owner: rule, first, last } of here.length < 2 ? here : apart(here)) {
        const one = { rule, ...hitOf(passage, first, last) };
        if (rule.within === undefined) {
          found.push(one);
          continue;
        }
        const at = wordsBefore + first;
        const previous = before.get(rule);
        const isNear = previous !== undefined && at - previous.at <= rule.within;
        if (findsFirst && isNear && !previous.isKept) found.push(previous.found);
        if (isNear) found.push(one);
        before.set(rule, { at, found: one, isKept: isNear });
      }
      for (const { rule, find, bit } of finders) {
        if (bit !== 0 && (tokens.bits & bit) === 0) continue;
        for (const hit of find(passage, bit === 0 ? NO_PLACES : tokens.placesOf(bit))) found.push({ rule, ...hit });
      }
      wordsBefore += tokens.length;
    }
    for (const { rule, find } of finders) for (const hit of find(undefined, NO_PLACES)) found.push({ rule, ...hit });
    const unquoted = found.filter((one) => "patterns" in one.rule || !isQuoted(one));
    return grouped(onePerPlace(unquoted, joinsNeighbours ? GAP_AT_MOST : undefined));
  };
}

const NO_PLACES: readonly number[] = [];

/** Words that a rule's pattern takes. */
interface Match {
  readonly owner: PhraseTrope;
  readonly first: number;
  readonly last: number;
}

/** One graph for all rules, with their places in the list as owners. */
function graphFor(rules: readonly PhraseTrope[], graph: ScanOptions["graph"]): Graph {
  const own = graphOf(rules.map((rule) => ("sequences" in rule ? rule.sequences : [])));
  const owners = new Map(rules.flatMap((rule, place) => ("owner" in rule ? [[rule.owner, place] as const] : [])));
  if (graph === undefined || owners.size === 0) return own;
  const theirs = withOwners(graph(), (owner) => owners.get(owner));
  return own.kinds.length === 0 ? theirs : joined(theirs, own);
}

function isInPlace(
  { where }: PhraseTrope,
  { number, opening, closing }: Readonly<Record<"number" | "opening" | "closing", number>>,
  { kind }: Passage["block"],
): boolean {
  if (where === "anywhere") return true;
  return where === "opening" ? number === opening : number >= closing && kind === "paragraph";
}

/**
 * Without matches that lie inside another one, and without a second match of a rule where the first goes on. Of two rules for the
 * same words the one that looks at one place of the text is the more specific.
 */
function apart(matches: readonly Match[]): readonly Match[] {
  const longestFirst = [...matches].sort(
    (one, other) => one.first - other.first || other.last - one.last || placed(other.owner) - placed(one.owner),
  );
  const kept: Match[] = [];
  const lastOf = new Map<PhraseTrope, number>();
  let reached = -1;
  for (const match of longestFirst) {
    if (match.last <= reached || match.first <= (lastOf.get(match.owner) ?? -1)) continue;
    kept.push(match);
    lastOf.set(match.owner, match.last);
    reached = match.last;
  }
  return kept;
}

/**
 * Of two findings that share words the longer one alone: one place needs one instruction. What stands for a whole title hides all
 * that is in it, and a phrase inside a turn of many words, as in "isn't a tool — it's a testament to", is a fault of its own.
 */
function onePerPlace(found: readonly Found[], gapAtMost = Number.NEGATIVE_INFINITY): readonly Found[] {
  const sorted = [...found].sort(
    (one, other) =>
      one.block - other.block ||
      one.from - other.from ||
      other.to - one.to ||
      Number("finder" in other.rule) - Number("finder" in one.rule),
  );
  const kept: Found[] = [];
  for (const one of sorted) {
    const last = kept.at(-1);
    if (last?.block === one.block && last.rule === one.rule && one.from - last.to <= gapAtMost && "patterns" in one.rule)
      kept[kept.length - 1] = { ...last, to: Math.max(last.to, one.to) };
    else if (!last || last.block !== one.block || last.to <= one.from) kept.push(one);
    else if ("isWhole" in last.rule) continue;
    else if (lengthOf(one) > lengthOf(last)) kept[kept.length - 1] = one;
    else if (lengthOf(one) <= lengthOf(last) / 2) kept.push(one);
  }
  return kept;
}

/** Two phrases of one rule with no more characters than this between them are one place: "Sure! Here is". */
const GAP_AT_MOST = 8;

function lengthOf({ from, to }: Hit): number {
  return to - from;
}

function placed({ where }: PhraseTrope): number {
  return where === "anywhere" ? 0 : 1;
}

const FAREWELL =
  /^(?:thanks?|see you|best|kind|warm|yours|sincerely|regards|cheers|love|with (?:\w+ ){0,2}(?:regards|wishes|love)|mit|cu (?:drag|stimă|respect)|[#—–-])/i;

/** The first of the paragraphs that close the text: the last one, and the one before a farewell. */
function closingOf(blocks: ParsedText["blocks"]): number {
  const last = blocks.findLastIndex(({ kind }) => kind === "paragraph");
  const isFarewell = FAREWELL.test(blocks[last]?.prose.trimStart() ?? "");
  const before = isFarewell ? blocks.slice(0, last).findLastIndex(({ kind }) => kind === "paragraph") : -1;
  return before < 0 ? last : before;
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
