import { type Hit, hitOf, type Passage, type StructureRule, sentencesOf } from "../trope.js";

const WORDS_AT_MOST = 3;
const SENTENCES_AT_LEAST = 3;
/** A sentence that opens as the one before does, or denies, beats as well where it is a little longer. */
const BEATS_AT_MOST = 6;
const MARKS_AT_MOST = 3;
const LENGTH_AT_MOST = BEATS_AT_MOST + MARKS_AT_MOST;
/** "The smell of bread." has no verb: an article, a noun, and a word that hangs something on it. */
const ARTICLES: ReadonlySet<string> = new Set("the a an no every each one".split(" "));
const HANGERS: ReadonlySet<string> = new Set("of in on at from behind between under without for".split(" "));
const DENIALS: ReadonlySet<string> = new Set("no not just only zero".split(" "));
/** A person does one thing after another in plain narration: "He sat down. He took off his boots." */
const TELLING: ReadonlySet<string> = new Set("he she i they nobody somebody everybody".split(" "));
const PERSONS: ReadonlySet<string> = new Set("he she i".split(" "));

export const shortFragments: StructureRule = {
  id: "tropes/short-fragments",
  kind: "a run of short fragments",
  severity: "error",
  isWhole: true,
  why: "Three or more sentences of a word or two each are drum beats: they stand where a reason should.",
  fix: "Join them into one sentence that says what happened",
  counts:
    "three or more sentences in a row of at most three words each, or of at most six where they open alike, with `no` or as `the smell of`, in one paragraph or in paragraphs that follow each other; not where most of them tell what a person does",
  examples: {
    bad: [
      "The deploy went out at noon. No errors. No alerts. Just silence. Then the queue grew.",
      "Fast. Simple. Done.",
      "No fluff.\n\nNo jargon.\n\nJust results.",
      "The bug was subtle. It was elusive. It was rare. It was maddening.",
      "The smell of wet soil. The weight of the spade. The sound of rain.",
      "12 interviews. 3 offers. 1 decision. Then I signed.",
    ],
    good: [
      "It rained. We stayed inside and read the logs of the night before.",
      "He nodded. She left. The door stayed open until morning, and nobody came to close it.",
      '"No." "Why?" "Because." They went on like this for an hour.',
      "He knocked. Nobody came. He went home.",
      "The cantata is by J. C. Bach. Nobody sang.",
      "The suite has three levels. 1. 2. 3. Each is slower than the one before.",
    ],
  },
  finder() {
    let run: Hit[] = [];
    let told = 0;
    const close = (): readonly Hit[] => {
      const [first] = run;
      const last = run.findLast(({ block }) => block === first?.block);
      const isTold = told * 2 > run.length;
      const hits =
        first && last && run.length >= SENTENCES_AT_LEAST && !isTold ? [{ block: first.block, from: first.from, to: last.to }] : [];
      run = [];
      told = 0;
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
        const isBeat = isAlike || DENIALS.has(passage.tokens.texts[from] ?? "") || isHung(passage, from);
        const most = isBeat ? BEATS_AT_MOST : WORDS_AT_MOST;
        if (!isShort(passage, { from, to, most })) return close();
        if (TELLING.has(passage.tokens.texts[from] ?? "") && to - from > 2) told += 1;
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
    // A single letter is an initial, as in "J. C. Bach", and a single number that of an item; "3 offers." counts something.
    const isCount = at === from && to - from > 2 && /^\d/.test(texts[at] ?? "");
    if (!(isCount || /^\p{L}/u.test(texts[at] ?? "")) || (to - from === 2 && texts[at]?.length === 1)) return false;
    words += 1;
  }
  const opened = prose[(starts[from] ?? 0) - 1] ?? " ";
  return words > 0 && words <= most && !isWord[to - 1] && /[\s*_]/.test(opened);
}

function isHung({ tokens: { texts } }: Passage, from: number): boolean {
  return ARTICLES.has(texts[from] ?? "") && HANGERS.has(texts[from + 2] ?? "");
}

/** The first two words of a sentence; nothing where it tells what a person does. */
function openingOf({ tokens: { texts } }: Passage, from: number | undefined): string | undefined {
  const first = from === undefined ? undefined : texts[from];
  return from === undefined || first === undefined || PERSONS.has(first) ? undefined : `${first} ${texts[from + 1]}`;
}
