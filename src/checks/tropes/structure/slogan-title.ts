import { hitOf, inEach, type StructureRule } from "../trope.js";

const SLOGAN_OPENERS: ReadonlySet<string> = new Set("the a an how why where when your from what".split(" "));
const LINKS: ReadonlySet<string> = new Set("of to for in on behind beyond that you with and between without".split(" "));
/** A call to do something: "Build What Matters". */
const CALLS: ReadonlySet<string> = new Set(
  `become build connect create discover dream elevate embrace empower explore grow imagine inspire
  join level master meet power reimagine rethink reveal shape think transform unleash unlock`.split(/\s+/),
);
const NUMBERED: ReadonlySet<string> = new Set(
  `chapter part section appendix step figure table book volume act scene day week lesson rfc tutorial example exercise option howto note
  warning question problem task issue phase stage unit module recipe case rule theorem lemma method teil kapitel schritt capitolul partea pasul`.split(
    /\s+/,
  ),
);
/** How a promise ends: "Made Simple", "Done Right". */
const PROMISES: ReadonlySet<string> = new Set(
  "simple simplified easy effortless right better smarter human reimagined redefined reinvented rediscovered unleashed unlocked unveiled elevated demystified matters".split(
    " ",
  ),
);
const NAMING: ReadonlySet<string> = new Set("of at on in".split(" "));
/** "A New Era" */
const NOVEL: ReadonlySet<string> = new Set("new better fresh smarter bold".split(" "));
/** What makes a promise of a thing wherever it stands: "Tools That Sell", "Growth Without the Pain". */
const PROMISING: ReadonlySet<string> = new Set("that without meets beyond".split(" "));
/** Slogans in languages whose titles have no capitals of their own. */
const FOREIGN =
  /^(?:\S+ (?:neu|anders|weiter) (?:gedacht|erleben|denken|definiert)|(?:o|un) (?:călătorie|poveste|aventură|experiență|lume|oază|lecție|nouă|nou|drum|pas|mărturie)\b.*|(?:ein|eine|der|die|das) (?:\S+ )?(?:reise|weg|schlüssel|zukunft|tor|blick|liebeserklärung|abenteuer|erlebnis|ära)\b.*|(?:mehr als|weit mehr als|mai mult decât|dincolo de|zwischen|între|von .+ (?:zu|bis)|de la .+ la|wie|cum|warum|de ce|wo|unde|când|când) .+)$/;
const SMALL: ReadonlySet<string> = new Set("a an and as at but by for from in of on or the to with behind into vs".split(" "));

export const sloganTitle: StructureRule = {
  id: "tropes/slogan-title",
  kind: "a slogan for a title",
  severity: "warning",
  isWhole: true,
  why: "A title in two halves, with a promise after the colon, sells the text and does not say what is in it.",
  fix: "Head the text with what it says, in one plain phrase",
  counts:
    "a heading in title case whose part after the colon is `The X of Y`, begins with How, Why, Where, Your, From or with a call or an -ing form, promises something (`Words That Sell`, `Made Simple`), is a question, or sets two things side by side",
  examples: {
    bad: [
      "# Observability: The Key to Reliable Systems\n\nWe added traces.",
      "# Beyond the Hype: How Caching Changed Our Team\n\nWe added a cache.",
      "## Tests: The Unsung Heroes of Software\n\nThe suite has 40 tests.",
      "# Compost: Turning Waste into Wonder\n\nPut the peel in the bin.",
      "# Title Tags: Small Words That Sell\n\nA title has 60 characters.",
      "# Pebble — Caching Made Simple\n\nIt keeps what it read.",
      "# Spring: Big Changes, Bigger Dreams\n\nThe wall is open.",
    ],
    good: [
      "# Stagewright: a runner for pipelines\n\nIt runs stages.",
      "## Chapter 3: The House of Usher\n\nThe road was empty.",
      "# How the lock is taken over\n\nThe owner is asked first.",
      "# Minutes: Meeting of 4 May\n\nSix were there.",
      "## Monday: the index\n\nWe wrote the index.",
      "## Tutorial: Writing a Check\n\nA check is a function.",
      "## Prices: Adults 11, Children 7\n\nPay at the door.",
    ],
  },
  finder: inEach((passage) => {
    const { kind, tokens } = passage;
    if (kind !== "heading") return [];
    const { texts, isWord, starts, prose } = tokens;
    const colon = texts.findIndex((text) => text === ":" || text === "—");
    if (colon < 1 || colon > 6 || texts.length - colon < 4 || NUMBERED.has(texts[0] ?? "") || texts.includes("(")) return [];
    const opener = texts[colon + 1] ?? "";
    const after = texts.slice(colon + 1);
    const whole = [hitOf(passage, 0, texts.length - 1)];
    if (FOREIGN.test(after.filter((_, at) => isWord[colon + 1 + at]).join(" "))) return whole;
    const isTitleCase = texts.every((text, at) => !isWord[at] || SMALL.has(text) || !/^\p{Ll}/u.test(prose[starts[at] ?? 0] ?? ""));
    if (!isTitleCase || /^\p{Ll}/u.test(prose[starts[colon + 1] ?? 0] ?? "")) return [];
    const isArticle = ["the", "a", "an"].includes(opener);
    if (isArticle) return after.slice(2).some((text) => LINKS.has(text)) || NOVEL.has(after[1] ?? "") ? whole : [];
    const isSideBySide = after.filter((text) => text === ",").length === 1 && !/\d/.test(after.join(" ")) && after.length >= 5;
    const isPromise = PROMISES.has(after.findLast((_, at) => isWord[colon + 1 + at]) ?? "") || after.some((text) => PROMISING.has(text));
    // "Meeting of 4 May" names a thing.
    const isActing = (/^[a-z]{3,}ing$/.test(opener) && !NAMING.has(after[1] ?? "")) || CALLS.has(opener) || SLOGAN_OPENERS.has(opener);
    return isActing || isPromise || isSideBySide || (texts.at(-1) === "?" && after.length >= 4) ? whole : [];
  }),
};
