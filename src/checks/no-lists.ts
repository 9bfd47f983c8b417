import type { Check, Finding, Severity } from "../dsl/index.js";
import { amount, grouped } from "./amount.js";
import { type DisguisedList, disguisedLists } from "./text/disguised-lists.js";
import { parseText, type Text } from "./text/parse-text.js";

export interface NoListsOptions {
  /** Whether numbered lists are refused as well; false by default. */
  readonly numbered?: boolean;
  /** `error` by default. */
  readonly severity?: Severity;
}

/**
 * No bullet lists, task lists among them, and on demand no numbered ones. One finding for a list, at its first mark; a
 * list inside a list that was found is part of it. Lists in quotations are not the author's. A list in HTML is one, and so is what looks like one: lines in a
 * row that begin with a bullet, a dash, an emoji or a number, and three paragraphs or more that open with a bold lead-in.
 *
 * @example
 * noLists({ numbered: true })
 */
export function noLists({ numbered = false, severity = "error" }: NoListsOptions = {}): Check<Text> {
  const rule = "no-lists";
  return {
    rule,
    options: { numbered, severity },
    run(text) {
      const parsed = parseText(text);
      const lists = parsed.lists.map(({ kind, items, from, to }) => ({
        kind,
        from,
        to,
        what: `a ${kind} list of ${amount(items, "item")}`,
      }));
      const disguised = disguisedLists(parsed).map((list) => ({ ...list, what: sightOf(list) }));
      const findings: Finding[] = [];
      let foundUpTo = 0;
      for (const { kind, what, from, to } of [...lists, ...disguised].sort((a, b) => a.from - b.from)) {
        if ((kind === "numbered" && !numbered) || from < foundUpTo) continue;
        foundUpTo = to;
        findings.push({ rule, severity, message: `${what}, expected none: write it as sentences`, at: parsed.placeAt(from) });
      }
      return findings;
    },
  };
}

function sightOf({ kind, items }: DisguisedList): string {
  if (kind === "leadIn") return `a list in disguise, ${grouped(items)} paragraphs that open with a bold lead-in`;
  return `a ${kind} list in disguise, ${grouped(items)} lines that begin with ${kind === "bullet" ? "a bullet" : "a number or letter"}`;
}
