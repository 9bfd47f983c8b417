import type { AnyStage, Check, Finding, Severity } from "../../dsl/index.js";
import { type Block, offsetsOf } from "../text/block.js";
import { type ParsedText, parseText, type Text } from "../text/parse-text.js";
import { runsOf } from "../text/runs.js";
import { codeSpansOf, groundCode } from "./code-spans.js";
import { type Detail, type DetailKind, detailsIn } from "./details.js";
import { type FactsIndex, indexOfFacts } from "./facts-index.js";
import { heldBy } from "./holds.js";
import { isDerived, isGrounded, nearestFact, nearestText } from "./judge.js";
import { languageOf } from "./language.js";
import { plainName } from "./name-words.js";
import { namesIn } from "./names.js";
import { blockQuotations, type Passage, quotedIn, standsIn } from "./quoted.js";
import { mayBegin, startsIn } from "./starts.js";
import { Around, type Said, SaidSoFar } from "./surroundings.js";
import { titleLengthOf } from "./title-case.js";
import { plainUrl } from "./tokens.js";

export interface GroundedOptions {
  /** `error` by default. */
  readonly severity?: Severity;
  /** Words and names that the text may use though no fact has them. */
  readonly allow?: readonly string[];
}

const RULE = "grounding";
const NOUNS: Readonly<Record<DetailKind | "name" | "quotation", string>> = {
  number: "number",
  date: "date",
  time: "time",
  duration: "duration",
  size: "size",
  percentage: "percentage",
  version: "version",
  path: "path",
  commit: "commit id",
  identifier: "identifier",
  url: "URL",
  email: "address",
  name: "name",
  quotation: "quotation",
};

/**
 * Every exact detail of a text (number, date, path, name, quotation, …) is in the facts, or follows from them by a rule: another
 * spelling, a count, a sum, a difference, a share, a rounding that is said. One finding for each that is not, with the nearest fact.
 *
 * @example
 * grounded({ commits: 7, author: "Ana Pop" })
 */
export function grounded(facts: unknown, { severity = "error", allow = [] }: GroundedOptions = {}): Check<Text> {
  return { rule: RULE, options: { facts, severity, allow }, run: (text) => findingsIn(text, facts, { severity, allow }) };
}

/**
 * The same against the output of a stage.
 *
 * @example
 * check("review", { of: draft, checks: [groundedIn(facts)] })
 */
export function groundedIn<const Name extends string>(
  stage: AnyStage<Name>,
  { severity = "error", allow = [] }: GroundedOptions = {},
): Check<Text, Name> {
  return {
    rule: RULE,
    options: { severity, allow },
    given: { facts: stage },
    run: (text, { facts }) => findingsIn(text, facts, { severity, allow }),
  };
}

function findingsIn(text: Text, facts: unknown, { severity, allow }: Required<GroundedOptions>): readonly Finding[] {
  const parsed = parseText(text);
  const index = indexOfFacts(facts);
  const language = languageOf(parsed.markdown);
  const allowed = new Set(allow.flatMap((word) => [plainName(word), ...word.split(/\s+/).map(plainName)]));
  const found: { rule: string; what: string; offset: number; nearest: string | undefined }[] = [];
  const report = (kind: DetailKind | "name" | "quotation", what: string, offset: number, nearest: string | undefined) => {
    if (!allowed.has(plainName(what)))
      found.push({ rule: `${RULE}/${kind}`, what: `${NOUNS[kind]} "${shortened(what)}"`, offset, nearest });
  };

  const runs = runsOf(parsed);
  const words = { ...runs, bits: Uint16Array.from(runs.forms, (form) => mayBegin(form) | heldBy(form)) };
  const soFar = new SaidSoFar();
  // A function by itself: the engine compiles a loop anew with all that is called in it, while it runs.
  const readBlock = (number: number, block: Block) => {
    const offsetAt = offsetsOf(block);
    const whole = withoutHeadingNumber(block);
    const passages = quotedIn(whole);
    for (const { text: passage, from } of passages) {
      if (!standsIn(index.sources, passage)) report("quotation", passage, offsetAt(from + 1), nearestPassage(passage, index));
    }
    const prose = withoutPassages(whole, passages);
    for (const span of codeSpansOf(block, parsed.markdown)) {
      const fault = groundCode(span.text, index);
      if (fault) report(fault.kind, fault.text, span.offset + span.text.indexOf(fault.text), fault.nearest);
    }
    const starts = startsIn(prose, words, runs.firstOf[number] ?? 0, runs.firstOf[number + 1] ?? 0);
    const details = detailsIn(prose, { isRomanian: language === "ro" }, starts);
    const namedTo = new Set<number>();
    // In German every noun has a capital.
    for (const { text: name, from, words } of language === "de"
      ? []
      : namesIn(withoutTitle(prose, titleLengthOf(block, parsed.markdown)))) {
      const strange = words.find((word) => !isKnownName(word, index) && !allowed.has(word));
      if (strange === undefined) continue;
      namedTo.add(from + name.length + 1);
      report("name", name, offsetAt(from), nearestText(strange, index));
    }
    for (const detail of strangeIn(prose, details, index, soFar)) {
      // The 8 of a `Pixel 8` that is not in the facts is a part of that name.
      if (!namedTo.has(detail.from)) report(detail.kind, detail.text, offsetAt(detail.from), nearestFact(detail, index));
    }
  };
  for (const [number, block] of parsed.blocks.entries()) readBlock(number, block);
  for (const { target, from } of parsed.links) {
    if (/^(?:https?:)?\/\//i.test(target) && !index.urls.has(plainUrl(target))) report("url", target, from, nearestText(target, index));
    if (/^mailto:/i.test(target) && !index.tokens.has(target.slice(7).toLowerCase()))
      report("email", target.slice(7), from + 7, nearestText(target.slice(7), index));
  }
  for (const { text: passage, from } of blockQuotations(parsed.markdown, gapsOf(parsed))) {
    if (!standsIn(index.sources, passage)) report("quotation", passage, from, nearestPassage(passage, index));
  }

  return found
    .sort((a, b) => a.offset - b.offset)
    .map(({ rule, what, offset, nearest }) => ({
      rule,
      severity,
      message: `the ${what} is not in the facts${nearest === undefined ? ", and nothing in them is near it" : `; the nearest is ${nearest}`}: correct it or take it out`,
      at: parsed.placeAt(offset),
    }));
}

/**
 * The details of a block that neither stand in the facts nor follow from them. What follows from others is looked at when it is known which of
 * them are right; what is found to follow may be one of those others for what stands behind it.
 */
function strangeIn(prose: string, details: readonly Detail[], facts: FactsIndex, soFar: SaidSoFar): readonly Detail[] {
  const inOrder = details.length < 2 ? details : [...details].sort((a, b) => a.from - b.from);
  const figures: (Said | undefined)[] = inOrder.map(() => undefined);
  const arounds = inOrder.map((detail, index) => new Around(prose, detail, figures, index, soFar));
  const isKnown = (detail: Detail, index: number, is: typeof isGrounded) => {
    const around = arounds[index];
    if (around === undefined || !is(detail, facts, around)) return false;
    const said = saidBy(detail);
    figures[index] = said;
    for (const value of said?.raw ?? []) soFar.add(value);
    return true;
  };
  const doubted = inOrder.map((detail, index) => !isKnown(detail, index, isGrounded));
  return inOrder.filter((detail, index) => doubted[index] === true && !isKnown(detail, index, isDerived));
}

function saidBy(detail: Detail): Said | undefined {
  const { from, to, kind } = detail;
  switch (kind) {
    case "number":
      return { from, to, kind, raw: detail.values, values: detail.values };
    case "duration":
    case "size":
    case "percentage":
      return { from, to, kind, raw: detail.raw, values: detail.values };
    case "time":
      return { from, to, kind, raw: [], values: [detail.minutes] };
    default:
      return undefined;
  }
}

function isKnownName(word: string, facts: FactsIndex): boolean {
  if (facts.words.has(word) || facts.tokens.has(word)) return true;
  const parts = word.split(/['’.+#-]+/).filter((part) => part !== "");
  if (parts.every((part) => facts.words.has(part) || (part.endsWith("s") && facts.words.has(part.slice(0, -1))))) return true;
  return isOfPlace(word, facts);
}

/** `Belgian` where a fact says Belgium, `Galician` where one says Galicia. */
function isOfPlace(word: string, { words }: FactsIndex): boolean {
  const stem = /^(\p{L}{4,30}?)(?:ian|ean|an|n|ese|ish|er|ers|ic|i)$/u.exec(word)?.[1];
  return stem !== undefined && PLACE_ENDINGS.some((ending) => words.has(stem + ending));
}

const PLACE_ENDINGS = ["", "a", "e", "ia", "ea", "um", "ium", "o", "y", "en", "land", "any", "i"];

/** `2.1 Results`: the number is the heading's own. */
function withoutHeadingNumber({ kind, prose }: Block): string {
  return kind === "heading" ? prose.replace(/^\s*\d{1,3}(?:\.\d{1,3}){0,4}[.):]?\s/, (number) => " ".repeat(number.length)) : prose;
}

/** The same length, with spaces for the lead-in that is a heading. */
function withoutTitle(prose: string, length: number): string {
  return length === 0 ? prose : " ".repeat(length) + prose.slice(length);
}

/** The same length, with spaces for what is quoted: that was looked at as a whole. */
function withoutPassages(prose: string, passages: readonly Passage[]): string {
  let rest = "";
  let at = 0;
  for (const { from, to } of passages) {
    rest += prose.slice(at, from) + " ".repeat(to - from);
    at = to;
  }
  return rest + prose.slice(at);
}

/** What of a text is no prose: there block quotations stand, beside code and rules. */
function gapsOf({ blocks, markdown, frontMatter }: ParsedText) {
  const gaps: { from: number; to: number }[] = [];
  let at = frontMatter?.end ?? 0;
  for (const { from, to } of blocks) {
    if (from > at) gaps.push({ from: at, to: from });
    at = Math.max(at, to);
  }
  if (at < markdown.length) gaps.push({ from: at, to: markdown.length });
  return gaps;
}

function nearestPassage(passage: string, facts: FactsIndex): string | undefined {
  return nearestText(passage.replace(/\s+/g, " ").trim(), facts);
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= 80 ? line : `${line.slice(0, 79).trimEnd()}…`;
}
