import type { RulePage } from "../../checks/index.js";
import { withoutControl } from "./shown-line.js";

const LONGEST_EXAMPLE = 400;

/** The page of a rule for a terminal. */
export function pageText({ id, why, fix, counts, examples }: RulePage): string {
  const parts = [id, why, fix, ...(counts === undefined ? [] : [counts])];
  const lines = [
    ...parts.map((part) => `${part}\n`),
    ...shownExamples("found", examples.bad),
    ...shownExamples("not found", examples.good),
  ];
  return lines.join("\n");
}

function shownExamples(title: string, examples: readonly string[]): readonly string[] {
  if (examples.length === 0) return [];
  return [
    `${title}:\n`,
    ...examples.map(
      (text) =>
        `${shortened(text)
          .split("\n")
          .map((line) => `    ${withoutControl(line)}`)
          .join("\n")}\n`,
    ),
  ];
}

/** The page of a rule in Markdown, for viewers of SARIF. */
export function pageMarkdown({ why, fix, counts, examples }: RulePage): string {
  const block = (text: string) => `${fenceFor(text)}markdown\n${shortened(text)}\n${fenceFor(text)}`;
  const shown = (title: string, texts: readonly string[]) => (texts.length === 0 ? [] : [`**${title}**`, ...texts.map(block)]);
  return [why, fix, ...(counts === undefined ? [] : [counts]), ...shown("Found", examples.bad), ...shown("Not found", examples.good)].join(
    "\n\n",
  );
}

function fenceFor(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length));
  return "`".repeat(longest + 1);
}

function shortened(text: string): string {
  return text.length <= LONGEST_EXAMPLE ? text : `${text.slice(0, LONGEST_EXAMPLE)}…`;
}
