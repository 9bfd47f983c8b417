import type { Check, Finding, Severity } from "../../dsl/index.js";
import { refuse } from "../options.js";
import type { Pack, RulePage } from "../pack.js";
import { offsetsOf } from "../text/block.js";
import { type ParsedText, parseText, type Text } from "../text/parse-text.js";
import { builtInRules } from "./built-in-rules.js";
import { type PhraseRule, readyRules } from "./phrase-rules.js";
import { type Found, scannerOf, type TropeRule } from "./scan.js";
import { shortenedQuote } from "./shortened-quote.js";
import { STRUCTURE_RULES } from "./structure/index.js";

export interface TropesOptions {
  /** For every rule; by default each has its own. */
  readonly severity?: Severity;
  /** Ids of rules that are left out. */
  readonly without?: readonly string[];
  /** Rules of your own, in the form of the JSON files; one with the id of a built-in rule takes its place. */
  readonly rules?: readonly PhraseRule[];
}

/**
 * The stock phrases and turns of machine-made prose, one check a rule; all of them read a text once, together. Throws
 * `check/options` on an unknown id in `without`, and `check/rules` or `check/pattern` on a rule that is wrong.
 *
 * @example
 * tropes.checks({ without: ["tropes/triplet"] })
 */
export const tropes: Pack<TropesOptions> = {
  name: "tropes",
  description: "stock phrases and turns of machine-made prose",
  get rules() {
    return builtIn().map(pageOf);
  },
  checks({ severity, without = [], rules = [] } = {}) {
    const own = rules.length > 0 ? readyRules(rules, 'option "rules"') : [];
    const replaced = new Set(own.map(({ id }) => id));
    const all = [...builtIn().filter(({ id }) => !replaced.has(id)), ...own];
    const twice = own.find(({ id }, index) => own.findIndex((other) => other.id === id) !== index);
    if (twice) refuse("tropes", `"rules" has "${twice.id}" twice, expected each id once`);
    const unknown = without.find((id) => all.every((rule) => rule.id !== id));
    if (unknown !== undefined) refuse("tropes", `"without" names "${unknown}", expected the id of a rule such as "tropes/delve"`);
    const used = all.filter(({ id }) => !without.includes(id));
    const scan = onceForEachText(scannerOf(used, { joinsNeighbours: true, findsFirst: true, graph: () => builtInRules().graph }));
    return used.map(
      (rule): Check<Text> => ({
        rule: rule.id,
        options: {
          severity: severity ?? rule.severity,
          ...("patterns" in rule && { patterns: rule.patterns, where: rule.where, within: rule.within }),
        },
        run(text) {
          const parsed = parseText(text);
          return (scan(parsed).get(rule.id) ?? []).map((found) => findingOf(found, parsed, severity));
        },
      }),
    );
  },
};

function builtIn(): readonly TropeRule[] {
  return [...builtInRules().rules.map((rule, owner) => ({ ...rule, owner })), ...STRUCTURE_RULES];
}

function pageOf(rule: TropeRule): RulePage {
  const { id, why, fix, examples } = rule;
  const within = "within" in rule ? rule.within : undefined;
  const counts =
    within === undefined
      ? "counts" in rule
        ? rule.counts
        : undefined
      : `one by itself is let through; found are those that stand within ${within} words of each other`;
  return { id, why, fix, examples, ...(counts !== undefined && { counts }) };
}

function onceForEachText<Result>(scan: (parsed: ParsedText) => Result): (parsed: ParsedText) => Result {
  let last: { readonly parsed: ParsedText; readonly result: Result } | undefined;
  return (parsed) => {
    if (last?.parsed !== parsed) last = { parsed, result: scan(parsed) };
    return last.result;
  };
}

function findingOf({ rule, block: number, from, to }: Found, { blocks, placeAt }: ParsedText, severity = rule.severity): Finding {
  const block = blocks[number];
  const quote = shortenedQuote((block?.prose.slice(from, to) ?? "").replace(/\s+/g, " "));
  const fix = rule.fix.charAt(0).toLowerCase() + rule.fix.slice(1).replace(/\.$/, "");
  return {
    rule: rule.id,
    severity,
    message: `"${quote}" is ${rule.kind}: ${fix}`,
    ...(block && { at: placeAt(offsetsOf(block)(from)) }),
  };
}
