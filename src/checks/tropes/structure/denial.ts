import { hitOf, inEach, type Passage, type StructureRule } from "../trope.js";
import { CORRECTION_WORDS, correctionsIn, type Stretch } from "./correction.js";

const WORDS_BETWEEN = 24;
/** A pronoun that far from the denial takes up something else. */
const WORDS_BEFORE_PRONOUN = 14;
const BE = "(?:is|are|was|were|isn't|aren't|wasn't|weren't|it's|that's|this's|they're|we're|you're|i'm|he's|she's)";
/** What a text denies: "it's not just", "this isn't about", "the goal was never merely". */
const DENIAL = new RegExp(
  `^(?:(?:${BE} )?(?:not|never|no longer)|isn't|aren't|wasn't|weren't|doesn't|don't|didn't) (?:just|merely|simply|solely|purely|only|about|only about)\\b`,
);
const ARTICLE_DENIAL = /^(?:(?:is|was|it's|that's) not|isn't|wasn't) (a|an|the) /;
const NEGATIONS: ReadonlySet<string> = new Set("not never no isn't aren't wasn't weren't doesn't don't didn't".split(" "));
const AFFIRMATIONS: ReadonlySet<string> = new Set("it's it they're they that's this these we we're you you're".split(" "));
const FOLLOWERS: ReadonlySet<string> = new Set("it they we you".split(" "));
const COPULA_BEFORE = /^(?:is|are|was|were|it's|that's|they're|be|been|does|do|did|[.!?])$/;
const HAVE = /^(?:has|have|had|with)$/;
const MERELY = /^(?:only|just|merely|simply)$/;
/** How a thing that one has begins. */
const OBJECT = /^(?:the|a|an|its|their|his|her|our|my|your|one|two|three|this|that|these|those|some|many|more|\d.*)$/;
const COPULAS = /^(?:is|are|was|were|'s)$/;

export const denial: StructureRule = {
  id: "tropes/denial",
  kind: "a claim set up by denying another",
  severity: "error",
  why: "To deny what nobody claimed, in order to lift what follows, is the surest mark of machine-made prose.",
  fix: "State the second half alone",
  counts:
    "`not just X, it's Y`, `not just X but Y`, `isn't X — it's Y`, `isn't about X. It's about Y` and `isn't a X, it's a Y`, within 24 words",
  examples: {
    bad: [
      "We didn't just fix a bug. We built trust.",
      "Testing isn't optional — it's essential.",
      "The change doesn't just fix the bug, it removes the cause.",
      "It's not just a tool, it's a way of thinking.",
      "This isn't about speed. It's about trust.",
      "The migration was not merely a technical step but a change of culture.",
      "That isn't a bug — it's a cry for help.",
      "We don't just write code; we craft experiences.",
    ],
    good: [
      "She was not just tired, she was ill.",
      "The lock isn't stale, and it's held by the parent.",
      "The test does not just run slowly on Windows; the runner there has half the memory, which we measured.",
      "The lock is not held by the parent, and the child may take it.",
      "It is not a number. Pass a number of at least 1.",
      "It has not only the new format but also the old one, and it has the only index.",
      "The value is not read from the cache but from the disk.",
    ],
  },
  words: new Set([...NEGATIONS, ...CORRECTION_WORDS]),
  finder: inEach((passage, places) => {
    const stretches = [...raisedIn(passage, places), ...correctionsIn(passage.tokens, places)];
    if (stretches.length === 0) return [];
    stretches.sort((one, other) => one.first - other.first || other.last - one.last);
    const apart = stretches.filter(({ first }, index) => stretches.slice(Math.max(0, index - 2), index).every(({ last }) => last < first));
    return apart.filter((one) => !isPlainContrast(passage, one)).map(({ first, last }) => hitOf(passage, first, last));
  }),
};

/** "isn't called by the user; it's called by the loader": the same is said of both, and only one is so. */
function isPlainContrast({ tokens: { texts } }: Passage, { first, last }: Stretch): boolean {
  const word = texts[last] ?? "";
  return /^\p{L}+(?:ed|en|ing)$/u.test(word) && texts[first + 1] === word;
}

/** "not just … it's", "isn't about … It's about". */
function raisedIn({ tokens }: Passage, places: readonly number[]): readonly Stretch[] {
  const { texts } = tokens;
  const found: Stretch[] = [];
  let from = 0;
  for (const at of places) {
    if (at < from || !NEGATIONS.has(texts[at] ?? "") || (at > 0 && texts[at - 1] === ",")) continue;
    const start = ["not", "never", "no"].includes(texts[at] ?? "") ? Math.max(0, at - 1) : at;
    const opening = texts.slice(start, at + 4).join(" ");
    const fromNegation = texts.slice(at, at + 4).join(" ");
    const article = ARTICLE_DENIAL.exec(`${opening} `)?.[1];
    const isPlain = DENIAL.test(opening) || DENIAL.test(fromNegation);
    const dash = isPlain || article !== undefined ? -1 : dashAfter(texts, at, opening);
    if (dash >= 0) found.push({ first: start, last: dash });
    if (!isPlain && article === undefined) continue;
    if (isListOfHad(texts, at)) continue;
    const isAbout = /\babout\b/.test(fromNegation);
    // "It shows not just A but B" lists two things; "it is not just A but B" raises one.
    const mayTurn = texts[at] !== "not" || at === 0 || COPULA_BEFORE.test(texts[at - 1] ?? "");
    const again = isAbout ? "about" : article !== undefined && !isPlain ? article : undefined;
    const end = affirmation(texts, tokens.isWord, { from: at + 1, subject: texts[at - 1], again, mayTurn });
    if (end < 0) continue;
    found.push({ first: start, last: end });
    from = end + 1;
  }
  return found;
}

/** "It has not only the one format but also the other" lists what it has; "has not only changed it but" raises. */
function isListOfHad(texts: readonly string[], at: number): boolean {
  return HAVE.test(texts[at - 1] ?? "") && MERELY.test(texts[at + 1] ?? "") && OBJECT.test(texts[at + 2] ?? "");
}

/** "isn't optional — it's": the dash is what gives it away, since a plain correction is joined by a comma. -1 where there is none. */
function dashAfter(texts: readonly string[], at: number, opening: string): number {
  if (!/^(?:(?:is|are|was|were|it's|that's|they're) not|isn't|aren't|wasn't|weren't) /.test(opening)) return -1;
  const dash = texts.slice(at + 1, at + 6).indexOf("—") + at + 1;
  return dash > at && /^(?:it|they|that)'(?:s|re)$/.test(texts[dash + 1] ?? "") ? dash + 1 : -1;
}

interface Denied {
  readonly from: number;
  /** The word before the denial, which may begin the next sentence as well. */
  readonly subject: string | undefined;
  /** The word that must come again after the turn. */
  readonly again: string | undefined;
  /** Whether `but` is a turn. */
  readonly mayTurn: boolean;
}

/** The word that ends the turn to what is so: `but`, `it's`; with `again` that word must follow it. -1 where there is none. */
function affirmation(texts: readonly string[], isWord: readonly boolean[], { from, subject, again, mayTurn }: Denied): number {
  let stops = 0;
  for (let at = from; at < Math.min(texts.length, from + WORDS_BETWEEN); at += 1) {
    const text = texts[at] ?? "";
    if (!isWord[at]) {
      if (".!?".includes(text)) stops += 1;
      if (stops > 1 || ":(".includes(text)) return -1;
      if (!",;.—".includes(text)) continue;
      const isTurned = ["rather", "instead"].includes(texts[at + 1] ?? "");
      const next = isTurned ? at + (texts[at + 2] === "," ? 3 : 2) : at + 1;
      if (!AFFIRMATIONS.has(texts[next] ?? "")) {
        if (text === "," && texts[next] === "but" && again === undefined && (mayTurn || isAlso(texts, next + 1))) return next;
        continue;
      }
      const isJoined = (texts[next] ?? "").includes("'");
      const verb = isJoined ? next : next + 1;
      if (again === undefined) {
        if (
          isJoined ||
          COPULAS.test(texts[verb] ?? "") ||
          (FOLLOWERS.has(texts[next] ?? "") && (text !== "." || texts[next] === subject) && at - from < WORDS_BEFORE_PRONOUN)
        )
          return verb;
      } else if ((isJoined || COPULAS.test(texts[verb] ?? "")) && isAgain(texts, verb + 1, again)) return verb + 1;
    } else if (text === "but" && again === undefined && stops === 0) return mayTurn || texts[at + 1] === "also" ? at : -1;
  }
  return -1;
}

/** "but also", "but it also". */
function isAlso(texts: readonly string[], at: number): boolean {
  return texts[at] === "also" || texts[at + 1] === "also";
}

function isAgain(texts: readonly string[], at: number, again: string): boolean {
  const text = texts[at] ?? "";
  return again === "about" || again === "the" ? text === again : text === "a" || text === "an";
}
