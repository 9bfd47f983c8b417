import type { Finding } from "../dsl/index.js";
import { type Directive, directivesOf, type Named } from "./directive.js";
import { DISABLE_RULES } from "./disable-rules.js";
import { lastAtMost, placesOf } from "./text/places.js";

export { DISABLE_RULES };

export interface DisableOptions {
  /** The rules that were run. A directive for another one that is known is neither used nor unused. */
  readonly ran: Iterable<string>;
  /** All rules that there are; by default those that were run. */
  readonly known?: Iterable<string>;
  /** Which rules a text may switch off by itself; by default all. */
  readonly canDisable?: (rule: string) => boolean;
}

/**
 * Takes out the findings that the text's own comments switch off, and adds those about the comments themselves.
 *
 *     <!-- stagewright-disable-next-line rule, rule -- reason -->   up to the end of the next line that is not empty
 *     <!-- stagewright-disable rule -- reason -->                   up to the rule's enable, or to the end
 *     <!-- stagewright-enable rule -->
 *
 * A comment in code is none. Findings come back in the order of their places.
 *
 * @example
 * applyDisables(markdown, findings, { ran: ["words", "em-dashes"] })
 */
export function applyDisables(markdown: string, findings: readonly Finding[], options: DisableOptions): readonly Finding[] {
  const directives = directivesOf(markdown);
  if (directives.length === 0) return findings;
  const ran = new Set(options.ran);
  const known = new Set([...ran, ...(options.known ?? [])]);
  const packs = new Set([...known].map(packOf));
  // A text may be checked with one of its packs today and with another tomorrow.
  const isOfAnotherPack = (rule: string) => rule.includes("/") && !packs.has(packOf(rule));
  const canDisable = options.canDisable ?? (() => true);
  const placeAt = placesOf(markdown);
  const about: Finding[] = [];
  const report = (rule: string, severity: Finding["severity"], from: number, message: string, more: Pick<Finding, "fix"> = {}) =>
    about.push({ rule, severity, message, at: placeAt(from), ...more });

  const spans = new Map<string, SpansOfRule>();
  const all: Span[] = [];
  for (const directive of directives) {
    if (directive.kind === "unknown") {
      report(
        "disable/rule",
        "error",
        directive.from,
        `"${directive.word}" is no directive: write stagewright-disable-next-line, -disable or -enable`,
      );
      continue;
    }
    if (directive.rules.length === 0 && directive.kind !== "enable") {
      report("disable/rule", "error", directive.from, `"stagewright-${directive.kind}" names no rule: name each rule that it switches off`);
    }
    if (directive.reason === "" && directive.kind !== "enable") {
      report(
        "disable/reason",
        "error",
        directive.from,
        `"stagewright-${directive.kind}" gives no reason: write it behind the rules, after " -- "`,
      );
    }
    if (directive.kind === "enable") {
      enable(directive, spans, (from, message) => report("disable/unused", "warning", from, message));
      continue;
    }
    for (const named of directive.rules) {
      if (!known.has(named.rule) && isOfAnotherPack(named.rule)) continue;
      if (!known.has(named.rule)) {
        report("disable/rule", "error", named.from, `"${named.rule}" is no rule: correct the name or take it out`);
      } else if (!canDisable(named.rule)) {
        report("disable/rule", "error", named.from, `"${named.rule}" cannot be switched off by the text itself: take it out`);
      } else {
        const span: Span = { directive, named, from: directive.to, to: directive.reach, isUsed: false };
        const ofRule = spans.get(named.rule) ?? { nextLines: [], ranges: [] };
        spans.set(named.rule, ofRule);
        (directive.kind === "disable" ? ofRule.ranges : ofRule.nextLines).push(span);
        all.push(span);
      }
    }
  }

  const kept = findings.filter(({ rule, at }) => {
    const offset = at?.offset ?? markdown.length;
    const ofRule = spans.get(rule);
    const span = ofRule && (spanAt(ofRule.nextLines, offset) ?? spanAt(ofRule.ranges, offset));
    if (span) span.isUsed = true;
    return span === undefined;
  });
  for (const { directive, named, isUsed } of all) {
    if (isUsed || !ran.has(named.rule)) continue;
    const isAlone = directive.rules.length === 1;
    const message = `"${named.rule}" finds nothing here that is switched off: take the ${isAlone ? "comment" : "rule"} out`;
    // A range has an end of its own, which would be left over.
    const fix = isAlone && directive.kind === "disable-next-line" ? { fix: { ...directive.line, insert: "" } } : {};
    report("disable/unused", "warning", named.from, message, fix);
  }
  return [...kept, ...about].sort((a, b) => (a.at?.offset ?? -1) - (b.at?.offset ?? -1));
}

interface Span {
  readonly directive: Directive;
  readonly named: Named;
  readonly from: number;
  to: number;
  isUsed: boolean;
}

/** In the order in which they begin. An `enable` ends all open ranges, so where any reaches, the last that has begun does. */
interface SpansOfRule {
  readonly nextLines: Span[];
  readonly ranges: Span[];
}

function spanAt(spans: readonly Span[], offset: number): Span | undefined {
  const span = spans[lastAtMost(spans.length, (index) => spans[index]?.from ?? 0, offset)];
  return span && span.from <= offset && offset < span.to ? span : undefined;
}

/** Ends the open ranges of the rules named, or all where none is. */
function enable(directive: Directive, spans: ReadonlyMap<string, SpansOfRule>, unused: (from: number, message: string) => void): void {
  const isForAll = directive.rules.length === 0;
  const names = isForAll ? [...spans.keys()].map((rule) => ({ rule, from: directive.from })) : directive.rules;
  let ended = 0;
  for (const { rule, from } of names) {
    const ranges = spans.get(rule)?.ranges ?? [];
    let first = ranges.length;
    while (ranges[first - 1]?.to === Number.POSITIVE_INFINITY) first -= 1;
    for (const span of ranges.slice(first)) span.to = directive.from;
    ended += ranges.length - first;
    if (first === ranges.length && !isForAll) unused(from, `"${rule}" is not switched off here: take it out of the comment`);
  }
  if (ended === 0 && isForAll) unused(directive.from, '"stagewright-enable" ends nothing: take the comment out');
}

function packOf(rule: string): string {
  return rule.split("/")[0] ?? rule;
}
