import type { RulePage } from "../pack.js";
import { folded } from "../text/folded.js";
import { PatternFault, parsePattern, type Sequence } from "../tropes/pattern.js";
import { faultOfPattern } from "./dangerous-pattern.js";
import type { RuleData } from "./pack-data.js";
import type { PackFault } from "./pack-fault.js";

/** A rule whose phrases and pattern have been read. */
export interface ReadyRule {
  /** As it was written down, with the whole id and the words of its fix. */
  readonly data: RuleData & { readonly id: string; readonly fix: string };
  readonly sequences: readonly Sequence[];
  readonly regex: RegExp | undefined;
}

/** Reads the phrases and the pattern of a rule, and says what is wrong with it, the place being within the rule. */
export function readyRule(pack: string, given: RuleData): { readonly rule: ReadyRule; readonly faults: readonly PackFault[] } {
  const faults: PackFault[] = [];
  const fault = (path: PackFault["path"], message: string) => faults.push({ path, message });
  const id = given.id.includes("/") ? given.id : `${pack}/${given.id}`;
  if (!id.startsWith(`${pack}/`)) fault(["id"], `"${id}" is in another pack, expected "${id.replace(/^[^/]*/, pack)}"`);

  const { instead, phrases = [], pattern, where } = given;
  if (phrases.length === 0 && pattern === undefined) fault([], 'looks for nothing, expected "phrases" or a "pattern"');
  if (given.fix === undefined && instead === undefined) fault([], 'does not say what to do, expected "fix" or "instead"');
  if (given.safe && instead === undefined) fault(["safe"], 'is for the words of "instead", and there are none: add them, or leave it out');
  if (given.flags !== "" && pattern === undefined) fault(["flags"], 'is for a "pattern", and there is none: leave it out');
  if (given.within !== undefined && phrases.length === 0) fault(["within"], 'is for "phrases", and there are none: leave it out');
  if (where === "source" && phrases.length > 0) fault(["where"], 'is "source", where phrases are not looked for: give a "pattern"');

  const sequences = phrases.flatMap((phrase, index) => {
    try {
      return parsePattern(phrase);
    } catch (cause) {
      if (!(cause instanceof PatternFault)) throw cause;
      fault(["phrases", index], `"${phrase}", at character ${cause.index + 1}: ${cause.message}`);
      return [];
    }
  });
  // The prose that it is held against has straight quotes and composed letters; a hyphen or a space in it may be a mark of the language.
  const plain = pattern?.normalize("NFC").replace(/[^‐‑−\s]/gu, folded);
  const danger = plain === undefined ? undefined : faultOfPattern(plain, given.flags);
  if (danger !== undefined) fault(["pattern"], `"${pattern}" ${danger}`);
  const regex = plain === undefined || danger !== undefined ? undefined : new RegExp(plain, `${given.flags}gu`);
  return { rule: { data: { ...given, id, fix: given.fix ?? `write "${instead}"` }, sequences, regex }, faults };
}

export function pageOf({ data: { id, why, fix, where, within, examples } }: ReadyRule): RulePage {
  const counts = [
    ...(where === "prose" ? [] : [WHERE[where]]),
    ...(within === undefined ? [] : [`One is let through; found is each that follows within ${within} words of the one before.`]),
  ].join(" ");
  return { id, why, fix, examples, ...(counts !== "" && { counts }) };
}

const WHERE = {
  headings: "In headings only.",
  opening: "In the first paragraph only.",
  closing: "In the last paragraph only.",
  source: "In each line of the Markdown itself, code and comments included.",
} as const;
