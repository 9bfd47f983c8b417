import { type EmDashLimit, emDashes } from "../em-dashes.js";
import { type StructureRule, underRule } from "./rule.js";

const id = "structure/em-dashes";

export const emDashesRule: StructureRule<EmDashLimit> = {
  page: {
    id,
    why: "A dash joins what the writer did not decide how to join.",
    fix: "Write a comma, a colon or a full stop.",
    counts:
      "Em dashes in prose, and what stands for one: `&mdash;`, `&#151;`, `---` inside a line, `--` between words. Options such as `--force`, " +
      "rules of tables, en dashes and hyphens do not count.",
    examples: {
      bad: [
        "fast—and small",
        "fast -- and small",
        "fast--and small",
        "fast&mdash;and small",
        "fast --- and small",
        "fast-\u200B-and small",
      ],
      good: ["pages 3–5, well-known", "run it with --force", "`a--b`", "| a | b |\n|---|---|\n| c | d |"],
    },
  },
  exampleOptions: { max: 0 },
  check: (limit) => underRule(id, emDashes(limit)),
};
