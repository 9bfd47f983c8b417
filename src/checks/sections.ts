import type { Check, Finding, Severity } from "../dsl/index.js";
import { amount, grouped } from "./amount.js";
import { assertWhole, refuse } from "./options.js";
import { type Section, type SectionFault, sectionsOf } from "./section.js";
import { titleFaults, titleKey } from "./section-titles.js";
import { parseText, type Text } from "./text/parse-text.js";

export interface SectionsOptions {
  /** How many sections; by default as many as there are titles. */
  readonly count?: number;
  /** The sections' titles in their order; case, marks and spaces do not matter. */
  readonly titles?: readonly string[];
  /** The level of the headings that open a section, 1 to 6; 2 by default. */
  readonly level?: number;
  /** Whether each section must hold prose of its own, outside headings; false by default. */
  readonly prose?: boolean;
  /** `error` by default. */
  readonly severity?: Severity;
}

/**
 * Exactly so many sections, or exactly the sections with these titles in this order. A section is a heading of the
 * given level with all up to the next heading of that level or a higher one. Throws `check/options` on options that ask for nothing,
 * contradict each other or are out of range.
 *
 * @example
 * sections(6)
 * sections(["What changed", "What comes next"])
 * sections({ count: 6, level: 2, prose: true })
 */
export function sections(spec: number | readonly string[] | SectionsOptions): Check<Text> {
  const rule = "sections";
  const { count, titles, level, prose, severity } = completed(rule, spec);
  return {
    rule,
    options: { count, titles, level, prose, severity },
    run(text) {
      const parsed = parseText(text);
      const found = sectionsOf(parsed, level);
      const faults = titles.length > 0 ? titleFaults(found, titles) : countFaults(found, { count, level });
      if (prose) {
        for (const { title, offset, hasProse } of found) {
          if (!hasProse) faults.push({ message: `the section "${title}" has no prose: write at least a sentence or take it out`, offset });
        }
      }
      return faults.map(
        ({ message, offset }): Finding => ({ rule, severity, message, ...(offset !== undefined && { at: parsed.placeAt(offset) }) }),
      );
    },
  };
}

function countFaults(found: readonly Section[], { count, level }: { count: number; level: number }): SectionFault[] {
  if (found.length === count) return [];
  const message = `the text has ${amount(found.length, "section")} (headings of level ${level}), expected ${grouped(count)}`;
  return found.length > count
    ? [{ message: `${message}: take out or merge ${grouped(found.length - count)}`, offset: found[count]?.offset }]
    : [{ message: `${message}: add ${grouped(count - found.length)}`, offset: found.at(-1)?.offset }];
}

function completed(rule: string, spec: number | readonly string[] | SectionsOptions): Required<SectionsOptions> {
  const options: SectionsOptions = typeof spec === "number" ? { count: spec } : isTitles(spec) ? { titles: spec } : spec;
  const { titles = [], count = titles.length, level = 2, prose = false, severity = "error" } = options;
  assertWhole(rule, "count", count, 0);
  assertWhole(rule, "level", level, 1);
  if (level > 6) refuse(rule, `"level" is ${level}, expected a whole number from 1 to 6`);
  if (options.count === undefined && titles.length === 0) refuse(rule, `neither "count" nor "titles" is given, expected one of them`);
  if (titles.length > 0 && titles.length !== count) {
    refuse(rule, `"count" is ${count} and "titles" has ${titles.length}, expected the same number`);
  }
  const keys = titles.map(titleKey);
  const twice = titles.find((title, index) => keys.indexOf(titleKey(title)) !== index);
  if (twice !== undefined) refuse(rule, `"titles" has "${twice}" twice, expected each title once`);
  return { titles, count, level, prose, severity };
}

function isTitles(spec: readonly string[] | SectionsOptions): spec is readonly string[] {
  return Array.isArray(spec);
}
