import { bannedPhrases } from "./banned-phrases.js";
import { emDashes } from "./em-dashes.js";
import { noLists } from "./no-lists.js";
import type { Pack, RulePage } from "./pack.js";
import { sections } from "./sections.js";
import { words } from "./words.js";

const MOST_WORDS = 1_000;
const MOST_EM_DASHES = 3;

export interface PublisherOptions {
  /** The titles of the sections in their order; without them sections are not looked at. */
  readonly sections?: readonly string[];
  /** Words and phrases that must not stand in the post: those of the house. Stock writing has a pack of its own. */
  readonly banned?: readonly string[];
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
    why: "Each house has words that it does without, and a writer from elsewhere does not know them.",
    fix: "Say in plain words what is meant, or leave it out.",
    counts: "The phrases that are given, with `--ban` on the command line, in any case and across marks of emphasis.",
    examples: {
      given: { banned: ["going forward"] },
      bad: ["Going *forward* the parser keeps lines."],
      good: ["From now on the parser keeps lines."],
    },
  },
  {
    id: "sections",
    why: "Readers who come back look for what they need where it stood the last time.",
    fix: "Put the sections in the order asked for; add the missing ones and take the others out.",
    counts: "Headings of the second level; looked at only with `--section`.",
    examples: {
      given: { sections: ["What changed"] },
      bad: ["## What comes next\n\nThe writer."],
      good: ["## What changed\n\nThe parser."],
    },
  },
];

/**
 * What a post is held to. With `tropes`, `grounding` and `claims` beside it, it is the whole review of the publisher.
 *
 * @example
 * check("review", { of: draft, checks: [...publisher.checks(), ...tropes.checks(), groundedIn(facts)] })
 */
export const publisher: Pack<PublisherOptions> = {
  name: "publisher",
  description: `at most ${MOST_WORDS.toLocaleString("en")} words and ${MOST_EM_DASHES} em dashes, no bullet lists`,
  rules: RULES,
  checks: ({ sections: titles = [], banned = [] } = {}) => [
    words({ max: MOST_WORDS }),
    noLists(),
    emDashes({ max: MOST_EM_DASHES }),
    ...(banned.length === 0 ? [] : [bannedPhrases(banned)]),
    ...(titles.length === 0 ? [] : [sections({ titles })]),
  ],
};
