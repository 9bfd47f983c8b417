import { hitOf, inEach, type StructureRule, sentencesOf } from "../trope.js";

const WORDS_AT_MOST = 6;
/** A word that points at one thing: its range is real. */
const POINTS =
  /^(?:the|a|an|his|her|its|their|our|my|your|this|that|these|those|here|there|now|then|top|start|one|day|time|door|house|left|north|south|east|west|morning|dawn|beginning|end|side|bottom|\d.*)$/;
/** Many things or an activity: "bustling markets", "writing code". */
const KIND = /(?:[^s]s|ing|ity|tion|ment|ness|ance|ence|ism|ics|art|food|music|history|culture|nature|tech|care|finance|design|code)$/;

/** A range of time has all that lies between. */
const TIMES: ReadonlySet<string> = new Set(
  "mornings evenings nights days weeks months years mondays sundays spring evening morning".split(" "),
);

export const falseRange: StructureRule = {
  id: "tropes/false-range",
  kind: "a range with nothing between its ends",
  severity: "warning",
  isWhole: true,
  why: "It names two things as if all others lay between them.",
  fix: "Name the things that are meant",
  counts: "a sentence that opens with `From`, kinds of things, `to`, other kinds of things, and a comma",
  examples: {
    bad: [
      "From old markets to silent temples, the guide shows them.",
      "From small scripts to large systems, types help.",
      "From Twitter threads to conference talks, the idea spread.",
      "From writing code to reviewing pull requests, the day is full.",
    ],
    good: [
      "From January to March, the mill stood still.",
      "From the harbour to the station, the street was closed.",
      "From 3 to 40 rows, the time is the same.",
      "From early mornings to late evenings, she was on the road.",
      "From Cluj to Turda, the road is open.",
    ],
  },
  words: new Set(["from"]),
  finder: inEach((passage) => {
    const { prose, texts, starts, isWord } = passage.tokens;
    return sentencesOf(passage.tokens).flatMap(({ from, to }) => {
      if (texts[from] !== "from") return [];
      const link = nextTo(texts, isWord, from + 1);
      if (link < 0) return [];
      let end = link + 1;
      while (end < to && isWord[end] && end - link <= WORDS_AT_MOST + 2) end += 1;
      if (texts[end] !== "," || end - link < 2) return [];
      const sides = [texts.slice(from + 1, link), texts.slice(link + 1, end)];
      const isLower = [link - 1, end - 1].every((at) => !/^\p{Lu}\p{Ll}/u.test(prose.slice(starts[at] ?? 0, (starts[at] ?? 0) + 2)));
      const isKind = sides.every(
        (side) => !POINTS.test(side[0] ?? "") && side.some((word) => KIND.test(word)) && !TIMES.has(side.at(-1) ?? ""),
      );
      return isLower && isKind ? [hitOf(passage, from, end)] : [];
    });
  }),
};

/** The `to` of the range; -1 where there is none near. */
function nextTo(texts: readonly string[], isWord: readonly boolean[], from: number): number {
  for (let at = from; at <= from + WORDS_AT_MOST; at += 1) {
    if (!isWord[at]) return -1;
    if (texts[at] === "to") return at === from ? -1 : at;
  }
  return -1;
}
