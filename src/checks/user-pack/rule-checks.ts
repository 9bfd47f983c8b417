import type { Check, Finding } from "../../dsl/index.js";
import { type Block, offsetsOf } from "../text/block.js";
import { folded } from "../text/folded.js";
import { type ParsedText, parseText, type Text } from "../text/parse-text.js";
import { STAND_IN } from "../text/stand-in.js";
import type { ReadyPhraseRule } from "../tropes/phrase-rules.js";
import { scannerOf } from "../tropes/scan.js";
import { shortenedQuote } from "../tropes/shortened-quote.js";
import { matchesIn, type Range } from "./pattern-matches.js";
import type { ReadyRule } from "./ready-rule.js";

/** What a rule found: the words as they are read, and where they stand in the original. */
interface Spot {
  readonly quote: string;
  readonly from: number;
  readonly to: number;
}

/** One check a rule. The phrases of all rules are looked for in one pass over a text. */
export function checksOf(rules: readonly ReadyRule[]): readonly Check<Text>[] {
  // Each of the two by itself: a phrase that counts in headings only must not hide a shorter one in prose.
  const scans = [rules.filter(isOfHeadings), rules.filter((rule) => !isOfHeadings(rule))].map((some) =>
    onceForEachText(scannerOf(some.filter(({ sequences }) => sequences.length > 0).map(asPhraseRule))),
  );
  return rules.map((rule): Check<Text> => {
    const { id, severity, why: _why, examples: _examples, ...rest } = rule.data;
    return {
      rule: id,
      options: { severity, ...rest },
      run(text) {
        const parsed = parseText(text);
        const spotIn = spotsOf();
        const phrases = scans.flatMap((scan) =>
          (scan(parsed).get(id) ?? []).flatMap(({ block: number, ...range }) => {
            const block = parsed.blocks[number];
            return block && (rule.data.where !== "headings" || block.kind === "heading") ? [spotIn(block, range)] : [];
          }),
        );
        const matches = outside(phrases, patternSpots(rule, parsed));
        return [...phrases, ...matches].sort((a, b) => a.from - b.from).map((spot) => findingOf(spot, rule, parsed));
      },
    };
  });
}

function isOfHeadings({ data }: ReadyRule): boolean {
  return data.where === "headings";
}

function asPhraseRule({ data, sequences }: ReadyRule): ReadyPhraseRule {
  const { id, why, fix, kind = "", severity, within, where, phrases = [], examples } = data;
  const place = where === "opening" || where === "closing" ? where : "anywhere";
  return { id, why, fix, kind, severity, where: place, within, patterns: phrases, examples, sequences };
}

function onceForEachText<Result>(scan: (parsed: ParsedText) => Result): (parsed: ParsedText) => Result {
  let last: { readonly parsed: ParsedText; readonly result: Result } | undefined;
  return (parsed) => {
    if (last?.parsed !== parsed) last = { parsed, result: scan(parsed) };
    return last.result;
  };
}

function patternSpots({ regex, data: { where } }: ReadyRule, parsed: ParsedText): readonly Spot[] {
  if (regex === undefined) return [];
  if (where === "source") return sourceSpots(regex, parsed.markdown);
  const spotIn = spotsOf();
  return blocksOf(where, parsed).flatMap((block) => matchesIn(folded(block.prose), regex).map((range) => spotIn(block, range)));
}

function blocksOf(where: Exclude<ReadyRule["data"]["where"], "source">, { blocks }: ParsedText): readonly Block[] {
  const isParagraph = ({ kind }: Block) => kind === "paragraph";
  if (where === "prose") return blocks;
  if (where === "headings") return blocks.filter(({ kind }) => kind === "heading");
  const one = where === "opening" ? blocks.find(isParagraph) : blocks.findLast(isParagraph);
  return one ? [one] : [];
}

/** Line by line: nothing but the line's own end may be in its text. */
function sourceSpots(regex: RegExp, markdown: string): readonly Spot[] {
  const spots: Spot[] = [];
  let start = 0;
  for (const line of markdown.split("\n")) {
    const text = line.endsWith("\r") ? line.slice(0, -1) : line;
    for (const { from, to } of matchesIn(folded(text), regex)) {
      spots.push({ quote: text.slice(from, to), from: start + from, to: start + to });
    }
    start += line.length + 1;
  }
  return spots;
}

/** Leads from a range of a block's prose to the original; what it knows of a block serves all ranges in it that follow each other. */
function spotsOf(): (block: Block, range: Range) => Spot {
  let last: { readonly block: Block; readonly offsetAt: (index: number) => number } | undefined;
  return (block, { from, to }) => {
    if (last?.block !== block) last = { block, offsetAt: offsetsOf(block) };
    return { quote: block.prose.slice(from, to), from: last.offsetAt(from), to: last.offsetAt(to - 1) + 1 };
  };
}

/** Those of `spots` that overlap none that is taken; both in the order of their places. */
function outside(taken: readonly Spot[], spots: readonly Spot[]): readonly Spot[] {
  let at = 0;
  return spots.filter(({ from, to }) => {
    while ((taken[at]?.to ?? Number.POSITIVE_INFINITY) <= from) at += 1;
    return (taken[at]?.from ?? Number.POSITIVE_INFINITY) >= to;
  });
}

function findingOf({ quote, from, to }: Spot, { data }: ReadyRule, { markdown, placeAt }: ParsedText): Finding {
  const { id: rule, severity, kind, fix, instead, safe } = data;
  const shown = shortenedQuote(quote.replace(/\s+/g, " ").trim().replaceAll(STAND_IN, "…"));
  const insert = instead === undefined ? "" : cased(instead, quote);
  // With marks of emphasis or a line break inside, an edit would take them out as well.
  const isLiteral = markdown.slice(from, to) === quote && !quote.includes("\n");
  const what = kind === undefined ? `"${shown}"` : `"${shown}" is ${kind}`;
  const advice =
    data.fix === `write "${instead}"` ? `write "${insert}"` : `${fix.charAt(0).toLowerCase()}${fix.slice(1)}`.replace(/\.$/, "");
  return {
    rule,
    severity,
    message: `${what}: ${advice}`,
    at: placeAt(from),
    ...(safe && instead !== undefined && isLiteral && { fix: { from, to, insert } }),
  };
}

/** The words to write, with a capital where those found begin with one. */
function cased(instead: string, quote: string): string {
  return /^\P{L}*\p{Lu}/u.test(quote) ? instead.replace(/\p{L}/u, (letter) => letter.toUpperCase()) : instead;
}
