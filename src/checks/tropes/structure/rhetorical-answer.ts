import { hitOf, inEach, type StructureRule, sentencesOf } from "../trope.js";

const WORDS_AT_MOST = 9;
const LEADS: ReadonlySet<string> = new Set(["and", "but", "so"]);
/** A question without a verb: "The result?". */
const NOUN_OPENERS: ReadonlySet<string> = new Set("the our my your their his her its".split(" "));
const GRADES: ReadonlySet<string> = new Set(
  "best worst hardest biggest real funniest scariest craziest trickiest coolest first only good bad key big bottom".split(" "),
);
const NOUNS: ReadonlySet<string> = new Set(
  `advantage advice answer approach benefit catch cause challenge conclusion consequence cost culprit damage danger difference downside
  effect fallout fix goal idea impact insight irony issue kicker lesson line mistake moral outcome part payoff plan point problem
  question reason result results reward secret solution stakes surprise takeaway trick trade-off tradeoff twist upshot upside verdict
  winner benefits biggest consequences culprit's fallout findings implication implications message mission news numbers process promise
  proof remedy response root risk story strategy truth vision`.split(/\s+/),
);
const BARE: ReadonlySet<string> = new Set(["why", "how", "warum", "wieso"]);
const REASONS: ReadonlySet<string> = new Set("because since simply it's by to for through weil".split(" "));
/** Whole questions that the writer asks in order to answer. */
const QUESTIONS =
  /^(?:why(?: (?:not|now|this|bother|the (?:change|fuss|shift|hype)|(?:does|do|did|should) (?:this|it|that|these|any of this|all this|all of this|we|you|i|anyone|developers|teams)(?: (?:all|even|really|actually))? (?:matter|care|happen|work|fail|do (?:this|that|it)|bother)(?: (?:so much|to (?:you|us)|now|about (?:this|it)|at all))?|(?:is|was|are) (?:this|that|it|these)(?: so)?(?: (?:important|powerful|significant|interesting|hard|difficult|the case|a (?:problem|big deal)|happening))?))?|how(?: so| come| (?:did|do|does|can|could|should|will) (?:we|i|you|it|this|that|they|one|teams|developers|organizations|companies)(?: (?:then|all|actually|really|even))? (?:do|fix|solve|get (?:here|there)|work|help|achieve|know|start|begin|move forward|respond|prepare|adapt|make (?:it|this|that)|stay ahead|avoid)(?: (?:it|this|that|in practice|exactly|together|going forward))?)?|what (?:changed|happened(?: next)?|gives|went wrong|now|next|then|else|makes (?:this|it|that)(?: so)? (?:special|different|unique|work|possible|powerful|important|interesting|remarkable)|(?:does|did|do|could|might|would) (?:this|that|it|all this|all of this|these)(?: (?:all|really|actually))? (?:mean|look like|say|tell us|entail|involve)(?: (?:for|in|about|to) .{1,40})?|(?:is|was|are|were) the (?:real |key |main |best |biggest )?(?:answer|result|results|catch|secret|lesson|lessons|takeaway|takeaways|outcome|solution|point|problem|key|difference|benefits?|alternative|goal|trick|fix|cause|culprit)(?: here)?|(?:is|was) (?:going on|happening|at stake|missing|driving this|different|so special)(?: here)?|(?:did|do|can|have|should|could) (?:we|i|you|they|this)(?: all)? (?:learn|learned|do|find|see|take away|discover|gain|change|get)(?: (?:from (?:this|it|that|all this)|about (?:it|this)|here|next|instead|differently))?|exactly (?:is|does|are|was) .{1,40})|what's (?:the (?:answer|result|catch|secret|lesson|takeaway|outcome|solution|point|problem|difference|alternative|key|fix|trick|big deal|real (?:story|problem|issue|cost|difference))|next|more|not to love|changed|new|different|at stake|going on|happening|really (?:going on|happening)|missing|driving this)(?: here)?|who (?:benefits|wins|knew|cares)|where (?:do|does|did) (?:we|this|that|it)(?: all)? (?:go|leave|start|begin|lead)(?: (?:us|you|from here|next))?|where to (?:start|begin|next)|when (?:should|do) (?:you|we) (?:use|start) (?:it|this)|honestly|sound familiar|sounds familiar|surprised|surprising|who knew|coincidence|impossible|ready|simple|easy|scary|crazy|ironic|seriously|really|the (?:end|best|worst) (?:result|part|thing)(?: of all)?|and (?:why|how)|is it (?:perfect|worth it|easy|magic|any wonder)|was it (?:perfect|worth it|easy|magic|hard)|does it (?:work|scale|matter|always work)|did it work|can it scale|will it work|is (?:this|that) (?:the end|bad|a problem|new|overkill|enough|realistic))$/;
const ASKING = /^(?:what|why|how|who|where|was|wie|warum|wer|ce|cum|cine) /;
const AT_ONCE =
  /^(?:not |because |simple |simple\.|simply |nothing |everything |easy\b|by |it's (?:simple|easy|not|all|about)|the answer|in (?:a|one) word|es ist |weil |nicht |ganz einfach|pentru că |simplu|nimic |totul )/;
/** The same in German and Romanian: "Das Ergebnis?", "Secretul ei?". */
const ABROAD =
  /^(?:(?:das|der|die|unser|unsere|mein|dein) (?:\S+ )?(?:ergebnis|resultat|geheimnis|lösung|problem|antwort|grund|fazit|trick|clou|haken|vorteil|beste|schönste|folge|ziel)(?: (?:daran|dabei|dahinter|davon))?|und (?:das ergebnis|die lösung|der grund)|rezultatul|secretul|soluția|concluzia|motivul|problema|răspunsul|cheia|partea (?:bună|cea mai bună)|(?:rezultatul|secretul|soluția|motivul|cheia|problema) (?:ei|lui|lor|nostru|său|sa)|de ce|warum|wieso|klingt (?:gut|bekannt|vertraut)|sună (?:bine|cunoscut))$/;
/** Answers of one word to a question of yes or no. */
const SHORT_ANSWERS: ReadonlySet<string> = new Set(
  "absolutely definitely hardly exactly maybe perhaps sometimes almost certainly probably yep nope".split(" "),
);
const YES_NO = /^(?:is|are|was|were|does|do|did|can|could|will|would|should|has|have|isn't|aren't|wasn't|doesn't|didn't|can't) /;
const ANSWER_PHRASES =
  /^(?:absolutely|not (?:quite|at all|really|exactly|necessarily|anymore|always|even close|so fast)|far from it|of course|you bet|without a doubt|(?:yes|no|sure|maybe) [.,!] (?:but|and) )/;
/** "So, what can a small team do?": the writer leads the reader on. */
const LED_ON = /^so (?:what|why|how|where|who|when|what's|how's|which) /;

export const rhetoricalAnswer: StructureRule = {
  id: "tropes/rhetorical-answer",
  kind: "a question asked in order to be answered",
  severity: "error",
  isWhole: true,
  why: "A writer who asks a question only to answer it delays the answer and plays at suspense.",
  fix: "Drop the question and state the answer",
  counts: "a question of at most nine words with a sentence after it in the same paragraph",
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
      const question = words.join(" ");
      const whole = tokens.texts
        .slice(from, mark)
        .filter((text) => text !== ",")
        .join(" ");
      const answer = tokens.texts.slice(to, to + 4).join(" ");
      const isAtOnce = ASKING.test(question) && AT_ONCE.test(answer);
      const isLedOn = LED_ON.test(whole) && tokens.texts.slice(to, sentences[index + 1]?.to).at(-1) !== "?";
      const isAnswered = YES_NO.test(question) && (ANSWER_PHRASES.test(answer) || isShortAnswer(tokens.texts, to));
      return isNounQuestion(words) || QUESTIONS.test(question) || isAtOnce || ABROAD.test(question) || isLedOn || isAnswered
        ? [hitOf(passage, from, mark)]
        : [];
    });
  }),
};

function isShortAnswer(texts: readonly string[], at: number): boolean {
  return SHORT_ANSWERS.has(texts[at] ?? "") && ".!".includes(texts[at + 1] ?? " ");
}

function isNounQuestion(words: readonly string[]): boolean {
  if (words.length < 2 || !NOUN_OPENERS.has(words[0] ?? "")) return false;
  return (
    (words.length <= 5 && NOUNS.has(words.at(-1) ?? "")) || NOUNS.has(words[1] ?? "") || (words.length <= 4 && GRADES.has(words[1] ?? ""))
  );
}
