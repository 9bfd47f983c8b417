import type { TextlintMessage } from "@textlint/kernel";
import type { Finding, Severity } from "../../dsl/index.js";
import { placesOf } from "../text/places.js";

interface Mapping {
  /** Instead of what each message says. */
  readonly severity: Severity | undefined;
  /** Whether the edits of the rule are passed on. */
  readonly fixes: boolean;
}

/** textlint's numbers are no ranks: 3 is the least. */
const SEVERITY_OF: readonly Severity[] = ["info", "warning", "error", "info"];

/** One finding for each message, in the order of the messages. */
export function findingsOf(markdown: string, messages: readonly TextlintMessage[], { severity, fixes }: Mapping): readonly Finding[] {
  if (messages.length === 0) return [];
  // textlint counts from behind a byte order mark. Its lines also end at a carriage return or a line separator alone, ours do
  // not: so only its offsets are taken.
  const start = markdown.startsWith("\uFEFF") ? 1 : 0;
  const placeAt = placesOf(markdown);
  const offsetOf = (index: number) => Math.min(Math.max(index, 0) + start, markdown.length);
  return messages.map(
    ({ ruleId, message, range, fix, ...found }): Finding => ({
      rule: `textlint/${ruleId}`,
      severity: severity ?? SEVERITY_OF[found.severity] ?? "error",
      message,
      at: placeAt(offsetOf(range[0])),
      ...(fixes && fix && { fix: { from: offsetOf(fix.range[0]), to: offsetOf(fix.range[1]), insert: fix.text } }),
    }),
  );
}
