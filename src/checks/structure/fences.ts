import type { Check, Severity } from "../../dsl/index.js";
import { parseText, type Text } from "../text/parse-text.js";
import type { StructureRule } from "./rule.js";

export interface FencesOptions {
  /** `error` by default. */
  readonly severity?: Severity;
}

const rule = "structure/fences";

/**
 * Each fence around code is closed; one finding at each that is not.
 *
 * @example
 * fences()
 */
export function fences({ severity = "error" }: FencesOptions = {}): Check<Text> {
  return {
    rule,
    options: { severity },
    run(text) {
      const parsed = parseText(text);
      return parsed.fences
        .filter(({ isClosed }) => !isClosed)
        .map(({ marks, from }) => {
          const shown = marks.length > 12 ? `${marks.slice(0, 12)}…` : marks;
          const message = `the fence "${shown}" is never closed: put "${shown}" on a line of its own after the code`;
          return { rule, severity, message, at: parsed.placeAt(from) };
        });
    },
  };
}

export const fencesRule: StructureRule<FencesOptions> = {
  page: {
    id: rule,
    why: "All that follows an open fence is shown as code, and no other rule reads it.",
    fix: "Put a line with as many ticks or tildes as the opening one after the code.",
    examples: {
      bad: ["```js\nrun();\n", "````\n```\nrun();\n```\n", "~~~\nrun();\n```\n", "- step\n\n  ```\n  run\n\nText."],
      good: ["```js\nrun();\n```\n", "````\n```\n````\n", "~~~\nrun();\n~~~~\n", "Ticks in a line: ```` ``` ````."],
    },
  },
  exampleOptions: {},
  check: fences,
};
