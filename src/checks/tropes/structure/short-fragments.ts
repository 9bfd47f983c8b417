import { type Hit, hitOf, type Passage, type StructureRule, sentencesOf } from "../trope.js";

const WORDS_AT_MOST = 3;
const SENTENCES_AT_LEAST = 3;
/** A sentence that opens as the one before does, or denies, beats as well where it is a little longer. */
const BEATS_AT_MOST = 6;
const MARKS_AT_MOST = 3;
const LENGTH_AT_MOST = BEATS_AT_MOST + MARKS_AT_MOST;
const DENIALS: ReadonlySet<string> = new Set("no not just only zero".split(" "));
/** A person does one thing after another in plain narration: "He sat down. He took off his boots." */
const PERSONS: ReadonlySet<string> = new Set("he she i".split(" "));

export const shortFragments: StructureRule = {
  id: "tropes/short-fragments",
  kind: "a run of short fragments",
  severity: "error",
  isWhole: true,
  why: "Three or more sentences of a word or two each are drum beats: they stand where a reason should.",
  fix: "Join them into one sentence that says what happened",
  counts:
    "three or more sentences in a row of at most three words each, or of at most six where they open alike or with `no`, in one paragraph or in paragraphs that follow each other",
  examples: {
    bad: [
      "The deploy went out at noon. No errors. No alerts. Just silence. Then the queue grew.",
      "Fast. Simple. Done.",
      "No fluff.\n\nNo jargon.\n\nJust results.",
      "The bug was subtle. It was elusive. It was rare. It was maddening.",
    ],
    good: [
      "It rained. We stayed inside and read the logs of the night before.",
      "He nodded. She left. The door stayed open until morning, and nobody came to close it.",
      '"No." "Why?" "Because." They went on like this for an hour.',
      "The cantata is by J. C. Bach. Nobody sang.",
      "The suite has three levels. 1. 2. 3. Each is slower than the one before.",
    ],
  },
  finder() {
    let run: Hit[] = [];
    const close = (): readonly Hit[] => {
      const [first] = run;
      const last = run.findLast(({ block }) => block === first?.block);
      const hits = first && last && run.length >= SENTENCES_AT_LEAST ? [{ block: first.block, from: first.from, to: last.to }] : [];
      run = [];
      return hits;
    };
    return (passage) => {
      if (passage?.kind !== "paragraph") return close();
      // A long sentence is none, and most are: nobody has to read them.
      if (run.length === 0 && sentencesOf(passage.tokens).every(({ from, to }) => to - from > LENGTH_AT_MOST)) return [];
      return sentencesOf(passage.tokens).flatMap(({ from, to }, index, sentences) => {
        if (to - from > LENGTH_AT_MOST) return close();
        const before = index === 0 ? "" : openingOf(passage, sentences[index - 1]?.from);
        const next = openingOf(passage, sentences[index + 1]?.from);
        const here = openingOf(passage, from);
        const isAlike = here !== undefined && (here === before || here === next);
        const most = isAlike || DENIALS.has(passage.tokens.texts[from] ?? "") ? BEATS_AT_MOST : WORDS_AT_MOST;
        if (!isShort(passage, { from, to, most })) return close();
        run.push(hitOf(passage, from, to - 1));
        return [];
      });
    };
  },
};

/** A few words and a full stop; not speech, a number or a line that goes on after a colon. */
function isShort(
  { tokens: { prose, texts, starts, isWord } }: Passage,
  { from, to, most }: { readonly from: number; readonly to: number; readonly most: number },
): boolean {
  if (to - from > most + MARKS_AT_MOST) return false;
  let words = 0;
  for (let at = from; at < to; at += 1) {
    if (!isWord[at]) {
      if (!".!…,".includes(texts[at] ?? "")) return false;
      continue;
    }
    // A single letter is an initial, as in "J. C. Bach".
    if (!/^\p{L}/u.test(texts[at] ?? "") || (to - from === 2 && texts[at]?.length === 1)) return false;
    words += 1;
  }
  const opened = prose[(starts[from] ?? 0) - 1] ?? " ";
  return words > 0 && words <= most && !isWord[to - 1] && /[\s*_]/.test(opened);
}

/** The first two words of a sentence; nothing where it tells what a person does. */
function openingOf({ tokens: { texts } }: Passage, from: number | undefined): string | undefined {
  const first = from === undefined ? undefined : texts[from];
  return from === undefined || first === undefined || PERSONS.has(first) ? undefined : `${first} ${texts[from + 1]}`;
}
