import { z } from "zod";
import type { Check } from "../../dsl/index.js";
import type { Pack, RulePage } from "../pack.js";
import type { Text } from "../text/parse-text.js";
import { packData, ruleData } from "./pack-data.js";
import { faultsOfIssues, type PackFault } from "./pack-fault.js";
import { readyMade } from "./ready-made.js";
import { pageOf, type ReadyRule, readyRule } from "./ready-rule.js";
import { checksOf } from "./rule-checks.js";

/** A pack that is sound, or all that is wrong with it. */
export type ReadPack = { readonly pack: Pack } | { readonly faults: readonly PackFault[] };

/** Reads a pack from its data: the form, the phrases and patterns, and whether each rule finds what its own examples say. */
export function readPack(data: unknown): ReadPack {
  const parsed = packData.safeParse(data);
  if (!parsed.success) return { faults: [...faultsOfIssues(parsed.error.issues), ...faultsOfSoundRules(data)] };
  const { name, description, rules, use = {} } = parsed.data;
  const read = rules.map((rule) => readyRule(name, rule));
  const ready = read.map(({ rule }) => rule);
  const made = readyMade(name, use);
  const own = made.flatMap((one) => ("check" in one ? one : []));
  const faults = [
    ...read.flatMap(({ rule, faults }, index) => faults.map((fault) => ofRule(rule, index, fault))),
    ...made.flatMap((one) => ("check" in one ? [] : one)),
    ...twice(
      ready,
      own.map(({ page }) => page),
    ),
  ];
  if (faults.length > 0) return { faults };
  const checks = checksOf(ready);
  const lies = ready.flatMap((rule, index) => falseExamples(rule, checks[index]).map((fault) => ofRule(rule, index, fault)));
  if (lies.length > 0) return { faults: lies };
  const all = [...checks, ...own.map(({ check }) => check)];
  return { pack: { name, description, rules: [...ready.map(pageOf), ...own.map(({ page }) => page)], checks: () => all } };
}

/** In a pack with faults of form, those of the rules that have none, so that all can be corrected at once. */
function faultsOfSoundRules(data: unknown): readonly PackFault[] {
  const form = z.looseObject({ name: packData.shape.name, rules: z.array(z.unknown()) }).safeParse(data);
  const { name, rules } = form.data ?? { name: "", rules: [] };
  return rules.flatMap((given, index) => {
    const parsed = ruleData.safeParse(given);
    if (!parsed.success) return [];
    const { rule, faults } = readyRule(name, parsed.data);
    return faults.map((fault) => ofRule(rule, index, fault));
  });
}

function ofRule({ data: { id } }: ReadyRule, index: number, { path, message }: PackFault): PackFault {
  const key = path.filter((part) => typeof part === "string").join(".");
  return { path: ["rules", index, ...path], message: `rule "${id}"${key === "" ? " " : `, "${key}": `}${message}` };
}

function twice(rules: readonly ReadyRule[], made: readonly RulePage[]): readonly PackFault[] {
  const ids = rules.map(({ data }) => data.id);
  return ids.flatMap((id, index) => {
    const isTwice = ids.indexOf(id) !== index || made.some((page) => page.id === id);
    return isTwice ? [{ path: ["rules", index, "id"], message: `there are two rules "${id}", expected each id once` }] : [];
  });
}

function falseExamples({ data: { examples } }: ReadyRule, check: Check<Text> | undefined): readonly PackFault[] {
  const found = (text: string) => check?.run(text, {}) ?? [];
  return [
    ...examples.bad.flatMap((text, index) =>
      found(text).length > 0 ? [] : [{ path: ["examples", "bad", index], message: `nothing is found in ${JSON.stringify(text)}` }],
    ),
    ...examples.good.flatMap((text, index) => {
      const [first] = found(text);
      return first ? [{ path: ["examples", "good", index], message: `found in ${JSON.stringify(text)}: ${first.message}` }] : [];
    }),
  ];
}
