import type { RulePage } from "../pack.js";

export const REPETITION_RULES: readonly RulePage[] = [
  {
    id: "repetition/sentence",
    why: "A sentence that stands twice says nothing the second time, and shows that nobody read the text through.",
    fix: "Take out all but one, or say what is new the second time.",
    counts:
      "Sentences of five words and more in paragraphs and lists; case, marks, emphasis and spaces do not count. Headings and tables may repeat.",
    examples: {
      bad: [
        "The parser now keeps empty lines.\n\nWe wrote two tests. The parser *now* keeps empty lines!",
        "- It reads the whole file at once.\n- Then it writes.\n- It reads the whole file at once.",
      ],
      good: [
        "It works. The parser keeps empty lines.\n\nIt works. The writer keeps them, too.",
        "| a | b |\n|---|---|\n| it was not run that day | it was not run that day |",
      ],
    },
  },
  {
    id: "repetition/loop",
    why: "A model that goes round in a circle writes the same words until it is stopped.",
    fix: "Say it once, and go on with what comes next.",
    counts:
      "The same words in a row: one word four times, two to five words three times, six to forty words twice. Case, marks and line breaks do not count; tables and numbers may repeat.",
    examples: {
      bad: [
        "It failed again and again and again and again and then it passed.",
        "The test passes.\n\nThe test passes.\n\nThe test passes.",
        "We look at the file and then we look at the file and then we stop.",
      ],
      good: [
        "It was very, very, very slow.",
        "We looked at the file. Then we looked at the folder, and the file once more.",
        "- `a` is a path\n- `b` is a path\n- `c` is a path",
      ],
    },
  },
  {
    id: "repetition/prompt",
    why: "A text that hands the prompt back has used its words for what the reader of the prompt knew.",
    fix: "Take the stretch out and answer it instead.",
    counts: "Twelve words in a row and more that stand in the prompt in the same order; the option `prompt` gives the prompt.",
    examples: {
      bad: ["Write a post about the day in at most three hundred words, and name every commit. The day began early."],
      good: ["The post is about the day, has fewer than three hundred words, and names every commit."],
    },
  },
];
