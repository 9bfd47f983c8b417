import { applyDisables, DISABLE_RULES, maskSecrets, type RulePage, type Text } from "../../checks/index.js";
import type { AnyCheck, Finding } from "../../dsl/index.js";
import { PACKS, type PackEntry, type PackInput } from "./packs.js";
import { lengthAt } from "./quoted-length.js";

/** A finding with the length of what stands at its place. */
export interface PlacedFinding extends Finding {
  readonly length: number;
}

/** What was found in one text. */
export interface Report {
  readonly path: string;
  readonly text: string;
  /** The text as it may be shown: secrets as dots of the same length. */
  readonly shown: string;
  readonly findings: readonly PlacedFinding[];
}

export interface Checker {
  readonly rules: readonly RulePage[];
  check(source: { readonly path: string; readonly text: string }): Promise<Report>;
}

export const ALL_RULES: readonly RulePage[] = [...PACKS.flatMap(({ pack }) => pack.rules), ...DISABLE_RULES];

/** What a text cannot switch off by itself, the rules about switching off among it. */
const FIXED = new Set([...PACKS.flatMap(({ pack, canDisable }) => (canDisable ? [] : pack.rules)), ...DISABLE_RULES].map(({ id }) => id));

/** All checks of some packs as one. Options of packs that ask for nothing that can be are refused here, before anything is read. */
export function checkerOf(entries: readonly PackEntry[], given: PackInput): Checker {
  const checks: readonly AnyCheck<Text>[] = entries.flatMap((entry) => entry.checks(given));
  const rules = [...entries.flatMap(({ pack }) => pack.rules), ...DISABLE_RULES];
  const known = ALL_RULES.map(({ id }) => id);
  const ran = rules.map(({ id }) => id);
  return {
    rules,
    async check({ path, text }) {
      const found: Finding[] = [];
      for (const check of checks) for (const finding of await check.run(text, {})) found.push(finding);
      const left = applyDisables(text, found, { ran, known, canDisable: (rule) => !FIXED.has(rule) });
      if (left.length === 0) return { path, text, shown: text, findings: [] };
      const shown = maskSecrets(text);
      const findings = [...left].sort(byPlace).map((finding) => ({
        ...finding,
        length: finding.at ? lengthAt(text, finding.at.offset, finding.message) : 0,
        // A rule of another pack may quote what nobody may print.
        message: shown === text ? finding.message : maskSecrets(finding.message),
      }));
      return { path, text, shown, findings };
    },
  };
}

function byPlace(a: Finding, b: Finding): number {
  return (a.at?.offset ?? -1) - (b.at?.offset ?? -1);
}
