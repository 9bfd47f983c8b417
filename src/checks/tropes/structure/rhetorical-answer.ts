import { hitOf, inEach, type StructureRule, sentencesOf } from "../trope.js";

const WORDS_AT_MOST = 7;
const LEADS: ReadonlySet<string> = new Set(["and", "but", "so"]);
/** A question without a verb: "The result?". */
const NOUN_OPENERS: ReadonlySet<string> = new Set("the our my your their his her its".split(" "));
const GRADES: ReadonlySet<string> = new Set(
  "best worst hardest biggest real funniest scariest craziest trickiest coolest first only".split(" "),
);
const NOUNS: ReadonlySet<string> = new Set(
  `advantage advice answer approach benefit catch cause challenge conclusion consequence cost culprit damage danger difference downside
  effect fallout fix goal idea impact insight irony issue kicker lesson line mistake moral outcome part payoff plan point problem
  question reason result reward secret solution stakes surprise takeaway trick trade-off tradeoff twist upshot upside verdict winner`.split(
    /\s+/,
  ),
);
const BARE: ReadonlySet<string> = new Set(["why", "how"]);
const REASONS: ReadonlySet<string> = new Set("because since simply it's by to for through".split(" "));
/** Whole questions that the writer asks in order to answer. */
const QUESTIONS =
  /^(?:why(?: (?:not|now|this|does (?:this|it|that) matter|is (?:this|that)|should (?:you|we|anyone) care))?|how(?: so| come| did (?:we|i) (?:do|fix|solve) (?:it|this|that))?|what (?:changed|happened next|gives|does (?:this|that|it) (?:all )?mean(?: for (?:you|us))?|(?:is|was) the (?:answer|result|catch|secret|lesson|takeaway|outcome|solution)|did (?:we|i) (?:learn|do|find)|then|next|now|else)|what's (?:the (?:answer|result|catch|secret|lesson|takeaway|outcome|solution)|next|more|not to love)|honestly|sound familiar|sounds familiar|surprised|who knew|coincidence)$/;

export const rhetoricalAnswer: StructureRule = {
  id: "tropes/rhetorical-answer",
  kind: "a question asked in order to be answered",
  severity: "error",
  why: "A writer who asks a question only to answer it delays the answer and plays at suspense.",
  fix: "Drop the question and state the answer",
  counts: "a question of at most seven words with a sentence after it in the same paragraph",
  examples: {
    bad: [
      "We moved the index into memory. The result? Queries take half as long.",
      "The team kept the old format. Why? Because every client reads it.",
      "The best part? It needs no configuration at all.",
      "So what does this mean for you? It means fewer pages at night.",
    ],
    good: [
      "Why does the second write fail? We have not found out, and the trace shows nothing.",
      'The nurse asked: "The result?" He shook his head.',
      "What is the largest file that the parser takes? Two gigabytes.",
      "Why? Nobody could say.",
      "And the children? They slept in the cart.",
      "Is the lock taken over at once? Yes, when its owner is dead.",
    ],
  },
  finder: inEach((passage) => {
    const { kind, tokens } = passage;
    if (kind === "heading" || kind === "tableCell" || !tokens.prose.includes("?")) return [];
    const sentences = sentencesOf(tokens);
    return sentences.flatMap(({ from, to }, index) => {
      const mark = from + tokens.texts.slice(from, Math.min(to, from + WORDS_AT_MOST + 2)).indexOf("?");
      if (mark < from || index === sentences.length - 1) return [];
      if (tokens.isWord.slice(from, mark).includes(false) && tokens.texts[from + 1] !== ",") return [];
      const words = tokens.texts.slice(LEADS.has(tokens.texts[from] ?? "") ? from + 1 : from, mark).filter((text) => text !== ",");
      // "Why?" by itself may be in earnest; with its reason right behind it is not.
      if (words.length === 1 && BARE.has(words[0] ?? "") && !REASONS.has(tokens.texts[to] ?? "")) return [];
      return isNounQuestion(words) || QUESTIONS.test(words.join(" ")) ? [hitOf(passage, from, mark)] : [];
    });
  }),
};

function isNounQuestion(words: readonly string[]): boolean {
  if (words.length < 2 || !NOUN_OPENERS.has(words[0] ?? "")) return false;
  return NOUNS.has(words.at(-1) ?? "") || (words.length <= 4 && GRADES.has(words[1] ?? ""));
}
