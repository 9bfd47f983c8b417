import { type SectionsOptions, sections } from "../sections.js";
import { type StructureRule, underRule } from "./rule.js";

const id = "structure/sections";

export type SectionsWish = number | readonly string[] | SectionsOptions;

export const sectionsRule: StructureRule<SectionsWish> = {
  page: {
    id,
    why: "Who reads the same kind of text every day looks for each thing in its own section.",
    fix: "Write the sections that are expected, each once, in their order, and no others.",
    counts: "A section is a heading of the given level (2 by default) outside of lists and quotations, with all up to the next one.",
    examples: {
      bad: [
        "## What changed\n\nA.",
        "## What comes next\n\nB.\n\n## What changed\n\nA.",
        "## What changed\n\nA.\n\n## Extra\n\n## What comes next\n",
      ],
      good: ["## What changed\n\nA.\n\n## *What comes next:*\n\nB."],
    },
  },
  exampleOptions: ["What changed", "What comes next"],
  check: (wish) => underRule(id, sections(wish)),
};
