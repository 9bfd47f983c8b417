import { bannedPhrases, emDashes, noLists, type Pack, type RulePage, sections, words } from "../../checks/index.js";

const MOST_WORDS = 1_000;
const MOST_EM_DASHES = 3;

export interface PublisherOptions {
  /** The titles of the sections in their order; without them sections are not looked at. */
  readonly sections?: readonly string[];
}

const RULES: readonly RulePage[] = [
  {
    id: "words",
    why: "A post that is too long is not read to its end.",
    fix: `Take words out until there are at most ${MOST_WORDS}.`,
    counts:
      "Words of prose, headings included; code, quotations, addresses and front matter do not count. `don't` and `e-mail` are one word each.",
    examples: { bad: ["word ".repeat(MOST_WORDS + 1)], good: ["A short post."] },
  },
  {
    id: "no-lists",
    why: "A list leaves out how its items hang together, which is what a post is for.",
    fix: "Write the list as sentences. Numbered lists may stay.",
    examples: {
      bad: ["It has three parts:\n\n- a parser\n- a writer\n- a test"],
      good: ["It has a parser, a writer and a test.\n\n1. One.\n2. Two."],
    },
  },
  {
    id: "em-dashes",
    why: "A text full of em dashes reads as written by a machine.",
    fix: "Write a comma, a colon or a full stop.",
    counts: `More than ${MOST_EM_DASHES} in prose; each one past that is found.`,
    examples: { bad: ["One — two — three — four — five."], good: ["One — two — three — four."] },
  },
  {
    id: "banned-phrase",
    why: "A stock phrase says nothing, and readers know it.",
    fix: "Say in plain words what is meant, or leave it out.",
    examples: { bad: ["Let us delve into the parser."], good: ["Let us look at the parser."] },
  },
  {
    id: "sections",
    why: "Readers who come back look for what they need where it stood the last time.",
    fix: "Put the sections in the order asked for; add the missing ones and take the others out.",
    counts: "Headings of the second level; looked at only with `--section`.",
    examples: { bad: ["## What comes next\n\nThe writer."], good: ["## What changed\n\nThe parser."] },
  },
];

/** The limits of the publisher's review. */
export const publisher: Pack<PublisherOptions> = {
  name: "publisher",
  description: `at most ${MOST_WORDS.toLocaleString("en")} words and ${MOST_EM_DASHES} em dashes, no bullet lists, no stock phrases`,
  rules: RULES,
  checks: ({ sections: titles = [] } = {}) => [
    words({ max: MOST_WORDS }),
    noLists(),
    emDashes({ max: MOST_EM_DASHES }),
    bannedPhrases(),
    ...(titles.length === 0 ? [] : [sections({ titles })]),
  ],
};
