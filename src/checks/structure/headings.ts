import type { Check, Finding, Severity } from "../../dsl/index.js";
import { parseText, type Text } from "../text/parse-text.js";
import { opening } from "./opening.js";
import type { StructureRule } from "./rule.js";

export interface HeadingsOptions {
  /** Whether the text must have exactly one heading of level 1, before all others; false by default. */
  readonly title?: boolean;
  /** `error` by default. */
  readonly severity?: Severity;
}

const rule = "structure/headings";

/**
 * No level of heading is left out on the way down, no heading is empty, and on demand there is exactly one title. One finding for each
 * heading at fault.
 *
 * @example
 * headings({ title: true })
 */
export function headings({ title = false, severity = "error" }: HeadingsOptions = {}): Check<Text> {
  return {
    rule,
    options: { title, severity },
    run(text) {
      const { blocks, placeAt } = parseText(text);
      const findings: Finding[] = [];
      const find = (message: string, offset?: number) =>
        findings.push({ rule, severity, message, ...(offset !== undefined && { at: placeAt(offset) }) });
      let before: number | undefined;
      let firstTitle: string | undefined;
      for (const block of blocks) {
        if (block.kind !== "heading") continue;
        const { level, prose, from } = block;
        const name = opening(prose.trim(), 0, prose.trim().length);
        if (name === "") find("a heading has no words, expected some: write them or take it out", from);
        if (before !== undefined && level > before + 1) {
          const wish = before + 1;
          find(
            `the heading "${name}" has level ${level} after level ${before}, expected at most ${wish}: write it with "${"#".repeat(wish)}"`,
            from,
          );
        }
        if (title && level === 1) {
          if (firstTitle !== undefined) find(`"${name}" is a second title after "${firstTitle}", expected one: write it with "##"`, from);
          else if (before !== undefined) find(`the title "${name}" stands after other headings, expected before them: move it up`, from);
          firstTitle ??= name;
        }
        before = level;
      }
      if (title && firstTitle === undefined) find(`the text has no title, expected one: begin it with "# " and the title`);
      return findings;
    },
  };
}

export const headingsRule: StructureRule<HeadingsOptions> = {
  page: {
    id: rule,
    why: "Readers, tables of contents and screen readers take the levels for the outline of the text.",
    fix: "Go down one level at a time, give each heading words, and the text one title.",
    counts: "Headings outside of lists and quotations. The first one may have any level where no title is asked for.",
    examples: {
      bad: ["# Title\n\n### Detail\n", "# Title\n\n# Another\n", "## Part\n\n# Title\n", "No title.", "# Title\n\n##\n"],
      good: ["# Title\n\n## Part\n\n### Detail\n\n## Part\n", "# Title\n\n```\n#### code\n```\n\n> #### quoted\n"],
    },
  },
  exampleOptions: { title: true },
  check: headings,
};
