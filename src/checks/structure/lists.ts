import { type NoListsOptions, noLists } from "../no-lists.js";
import { type StructureRule, underRule } from "./rule.js";

const id = "structure/lists";

export const listsRule: StructureRule<NoListsOptions> = {
  page: {
    id,
    why: "A list drops the words that say how its items hang together.",
    fix: "Write the items as sentences that say how one follows from the other.",
    counts:
      "Markdown's lists, and what looks like one: two lines in a row that begin with a bullet, a dash, an emoji or a number, in one paragraph or " +
      "in paragraphs one after the other (a dash in one paragraph only, since dialogues open with dashes too), and three paragraphs in a row " +
      "that open with a bold lead-in. A list inside a list is part of it.",
    examples: {
      bad: [
        "- one\n- two",
        "1. one\n2. two",
        "Two things:\n• one\n• two",
        "✅ Fast\n🚀 New",
        "We need:\n2) one\n3) two",
        "a) one\nb) two",
        "&bull; one<br>&bull; two",
        "**Speed:** it is fast.\n\n**Size:** it is small.\n\n**Price:** it is free.",
      ],
      good: [
        "First this, then that.",
        "**Note:** one lead-in is no list.",
        "– Da, spuse el.\n\n– Nu, spuse ea.",
        "> - quoted\n> - as well",
        "```\n- code\n- more\n```",
        "It was below zero:\n-5 degrees\n-6 degrees",
      ],
    },
  },
  exampleOptions: { numbered: true },
  check: (options) => underRule(id, noLists(options)),
};
