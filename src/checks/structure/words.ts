import { type WordLimits, words } from "../words.js";
import { type StructureRule, underRule } from "./rule.js";

const id = "structure/words";

export const wordsRule: StructureRule<WordLimits> = {
  page: {
    id,
    why: "A reader who was promised five minutes stops after five.",
    fix: "Take out what the text can do without, or add what is missing, until the number of words is inside the limits.",
    counts:
      "Words of prose, those of headings, lists and tables included; code, quotations, targets of links and front matter are not prose. " +
      "Apostrophes, hyphens and underscores inside a word do not part it, nor do points and commas inside numbers, versions, " +
      "abbreviations and file names: `don't`, `state-of-the-art`, `v1.2.3`, `e.g.` and `3.5` are one word each.",
    examples: {
      bad: ["Six words are one too many.", "Short."],
      good: ["Five words are just right.", "The file `a b c d e f` is *v1.2.3*."],
    },
  },
  exampleOptions: { min: 2, max: 5 },
  check: (limits) => underRule(id, words(limits)),
};
