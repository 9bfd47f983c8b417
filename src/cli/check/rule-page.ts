import { z } from "zod";
import type { RulePage } from "../../checks/index.js";
import { withoutControl } from "./shown-line.js";

const LONGEST_EXAMPLE = 400;

/** The page of a rule for a terminal. */
export function pageText({ id, why, fix, counts, examples }: RulePage): string {
  const parts = [id, why, fix, ...(counts === undefined ? [] : [counts])];
  const lines = [
    ...parts.map((part) => `${part}\n`),
    ...shownExamples("given", givenOf(examples)),
    ...shownExamples("found", examples.bad.map(shortened)),
    ...shownExamples("not found", examples.good.map(shortened)),
  ];
  return lines.join("\n");
}

function shownExamples(title: string, examples: readonly string[]): readonly string[] {
  if (examples.length === 0) return [];
  return [`${title}:\n`, ...examples.map((text) => `${indented(text)}\n`)];
}

function indented(text: string): string {
  return shown(text).replace(/^/gm, "    ");
}

/** The page of a rule in Markdown, for viewers of SARIF and for the docs. */
export function pageMarkdown({ why, fix, counts, examples }: RulePage): string {
  const block = (text: string, language: string) => `${fenceFor(text)}${language}\n${shown(text)}\n${fenceFor(text)}`;
  const blocks = (title: string, texts: readonly string[], language = "text") =>
    texts.length === 0 ? [] : [`**${title}**`, ...texts.map((text) => block(text, language))];
  return [
    why,
    fix,
    ...(counts === undefined ? [] : [counts]),
    ...blocks("Given", givenOf(examples), "json"),
    ...blocks("Found", examples.bad.map(shortened)),
    ...blocks("Not found", examples.good.map(shortened)),
  ].join("\n\n");
}

/** What the pack is given for the examples, as JSON; a schema as its JSON Schema. */
function givenOf({ given }: RulePage["examples"]): readonly string[] {
  if (given === undefined) return [];
  return [JSON.stringify(given, (_, value: unknown) => (value instanceof z.ZodType ? z.toJSONSchema(value) : value), 2)];
}

function shown(text: string): string {
  return text.split("\n").map(withoutControl).join("\n");
}

function fenceFor(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length));
  return "`".repeat(longest + 1);
}

function shortened(text: string): string {
  return text.length <= LONGEST_EXAMPLE ? text : `${text.slice(0, LONGEST_EXAMPLE)}…`;
}
