import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseText } from "../../../src/checks/index.js";
import { plainSentencesIn, segmentedIn, sentencesIn } from "../../../src/checks/text/sentences.js";

function sentences(prose: string): string[] {
  return sentencesIn(prose).map(({ from, to }) => prose.slice(from, to));
}

/** Sentences that each stand by themselves, whatever follows. */
const APART = [
  "He left.",
  "Really?",
  "Wait…",
  "Well...",
  'He said "Stop."',
  "It needs 3.5 GB of v1.2.3.",
  "Open parse.ts or README.MD now!",
  "This is art.",
  "The answer is no.",
  "So did I.",
  "Ask Dr. Bob, e.g. Mr. J. K. Smith.",
  "“Why?” he asked.",
  "See Fig. 3, p. IV and No. 5.",
  "Dl. Popescu stă pe str. Lungă nr. 5, de ex. Ionescu.",
  "Vezi art. 5 alin. 2 lit. a din lege.",
  "Wir treffen uns am 3. Oktober.",
  "Am 3. 10. 2026 kamen z. B. Berliner, d. h. Leute.",
  "Es kostet 3 Mio. Euro bzw. 4 Mrd. Yen.",
  "The U.S. Army came.",
];

test("sentences are found in English, Romanian and German, whatever stands before and after them", () => {
  for (const sentence of APART)
    assert.deepEqual(sentences(`First one. ${sentence} Then it ended.`), ["First one.", sentence, "Then it ended."]);
});

test("any of these sentences in a row come out as they went in, over the length of a chunk too", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...APART), { minLength: 1, maxLength: 150 }), (list) => {
      const spread = list.flatMap((sentence) => [sentence, "Then it ended."]);
      assert.deepEqual(sentences(spread.join(" ")), spread);
    }),
    { numRuns: 30 },
  );
});

test("a line break, a lower-case word and an abbreviation at a line's end end no sentence", () => {
  assert.deepEqual(sentences("One\ntwo\r\nthree. Four! and on. Ask Dr.\nBob."), ["One\ntwo\r\nthree.", "Four! and on.", "Ask Dr.\nBob."]);
});

test("a number or code may open a sentence", () => {
  assert.deepEqual(sentences("It ended. 3 people came. \uFFFC runs. \uFFFC too."), [
    "It ended.",
    "3 people came.",
    "\uFFFC runs.",
    "\uFFFC too.",
  ]);
});

test("a number with a point opens the sentence that follows it", () => {
  assert.deepEqual(sentences("1. Open the door. 2. Close it."), ["1. Open the door.", "2. Close it."]);
});

test("a plan's letter ends a sentence before a word that opens one, a firm's form too", () => {
  assert.deepEqual(sentences("We had plan B. Then we slept. It was Acme Inc. The firm closed."), [
    "We had plan B.",
    "Then we slept.",
    "It was Acme Inc.",
    "The firm closed.",
  ]);
});

test("a sentence of many thousand words is one, and no text has none", () => {
  assert.deepEqual(sentencesIn("word ".repeat(20_000)), [{ from: 0, to: 99_999 }]);
  assert.deepEqual(sentencesIn(`${"Wort".repeat(2_000)}. Next.`).length, 2);
  assert.deepEqual(sentencesIn(" \n "), []);
});

test("sentences of any prose lie in their order, apart from each other, and hold all that is not space", () => {
  const piece = fc.constantFrom(
    "a",
    "B",
    ". ",
    ".",
    "…",
    "?",
    "! ",
    "Dr. ",
    "z. B. ",
    "3",
    "\n",
    " ",
    "\uFFFC",
    "”",
    "ș",
    "e\u0301",
    "😀",
    "x".repeat(700),
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string({ unit: "binary", maxLength: 4 })), { maxLength: 40 }), (list) => {
      const prose = list.join("");
      let end = 0;
      let between = "";
      for (const { from, to } of sentencesIn(prose)) {
        assert.equal(from >= end && to > from, true);
        between += prose.slice(end, from);
        end = to;
      }
      assert.equal((between + prose.slice(end)).trim(), "");
    }),
    { numRuns: 150 },
  );
});

test("a text has the same sentences composed and decomposed", () => {
  const text = "Am plecat după-amiază, de ex. către Iași. Și-a amintit de dl. Ștefan! Über die Brücke z. B. Ärzte.";
  const read = (form: "NFC" | "NFD") => parseText(text.normalize(form)).blocks.flatMap(({ prose }) => sentences(prose));
  assert.deepEqual(read("NFD"), read("NFC"));
  assert.equal(read("NFC").length, 3);
});

test("where sentences can be told without the segmenter, they are those that it finds", () => {
  const piece = fc.constantFrom(
    ..."Foo|bar|É|ș|1|23|.|. |..|... |…|! |?|?! | |  |\n|\u00A0|\"|'|“|”|„|’|»|(|)|,|: |;|–|—|\uFFFC|*|/|e.g. |Dr. |z. B. |U.S. |No. |3. |d-na. |v1.2|Inc. ".split(
      "|",
    ),
  );
  let plain = 0;
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (list) => {
      const prose = list.join("");
      const found = plainSentencesIn(prose);
      if (found === undefined) return;
      plain += 1;
      assert.deepEqual(found, segmentedIn(prose));
    }),
    { numRuns: 1_500 },
  );
  assert.equal(plain > 150, true);
  assert.equal(plainSentencesIn("A ship waits, e.g. in v1.2 of the plan. Dr. Lind saw it! “Why?” asked nobody. 12 do.")?.length, 4);
});
