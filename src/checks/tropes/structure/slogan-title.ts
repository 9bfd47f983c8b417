import { hitOf, inEach, type StructureRule } from "../trope.js";

const SLOGAN_OPENERS: ReadonlySet<string> = new Set("the a an how why your from".split(" "));
const LINKS: ReadonlySet<string> = new Set("of to for in behind beyond that you with and".split(" "));
const NUMBERED: ReadonlySet<string> = new Set(
  "chapter part section appendix step figure table book volume act scene day week lesson rfc".split(" "),
);
const SMALL: ReadonlySet<string> = new Set("a an and as at but by for from in of on or the to with behind into vs".split(" "));

export const sloganTitle: StructureRule = {
  id: "tropes/slogan-title",
  kind: "a slogan for a title",
  severity: "warning",
  why: "A title in two halves, with a promise after the colon, sells the text and does not say what is in it.",
  fix: "Head the text with what it says, in one plain phrase",
  counts: "a heading in title case whose part after the colon is `The X of Y`, or begins with How, Why, Your or From",
  examples: {
    bad: [
      "# Observability: The Key to Reliable Systems\n\nWe added traces.",
      "# Beyond the Hype: How Caching Changed Our Team\n\nWe added a cache.",
      "## Tests: The Unsung Heroes of Software\n\nThe suite has 40 tests.",
    ],
    good: [
      "# Stagewright: a runner for pipelines\n\nIt runs stages.",
      "## Chapter 3: The House of Usher\n\nThe road was empty.",
      "# How the lock is taken over\n\nThe owner is asked first.",
      "## Monday: the index\n\nWe wrote the index.",
    ],
  },
  finder: inEach((passage) => {
    const { kind, tokens } = passage;
    if (kind !== "heading") return [];
    const { texts, isWord, starts, prose } = tokens;
    const colon = texts.indexOf(":");
    if (colon < 1 || colon > 6 || texts.length - colon < 4 || NUMBERED.has(texts[0] ?? "") || texts.includes("(")) return [];
    const opener = texts[colon + 1] ?? "";
    if (!SLOGAN_OPENERS.has(opener)) return [];
    const isArticle = ["the", "a", "an"].includes(opener);
    if (isArticle && !texts.slice(colon + 3).some((text) => LINKS.has(text))) return [];
    const isTitleCase = texts.every((text, at) => !isWord[at] || SMALL.has(text) || !/^\p{Ll}/u.test(prose[starts[at] ?? 0] ?? ""));
    return isTitleCase && !/^\p{Ll}/u.test(prose[starts[colon + 1] ?? 0] ?? "") ? [hitOf(passage, 0, texts.length - 1)] : [];
  }),
};
