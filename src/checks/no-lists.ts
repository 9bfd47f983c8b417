import type { Check, Finding, Severity } from "../dsl/index.js";
import { amount } from "./amount.js";
import { parseText, type Text } from "./text/parse-text.js";

export interface NoListsOptions {
  /** Whether numbered lists are refused as well; false by default. */
  readonly numbered?: boolean;
  /** `error` by default. */
  readonly severity?: Severity;
}

/**
 * No bullet lists, task lists among them, and on demand no numbered ones. One finding for a list, at its first mark; a
 * list inside a list that was found is part of it. Lists in quotations are not the author's.
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
      const { lists, placeAt } = parseText(text);
      const findings: Finding[] = [];
      let foundUpTo = 0;
      for (const { kind, items, from, to } of lists) {
        if ((kind === "numbered" && !numbered) || from < foundUpTo) continue;
        foundUpTo = to;
        const message = `a ${kind} list of ${amount(items, "item")}, expected none: write it as sentences`;
        findings.push({ rule, severity, message, at: placeAt(from) });
      }
      return findings;
    },
  };
}
