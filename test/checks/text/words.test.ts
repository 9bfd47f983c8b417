import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { countWords } from "../../../src/checks/index.js";
import { countWordsIn } from "../../../src/checks/text/words.js";

test("apostrophes and hyphens inside a word do not part it", () => {
  assert.equal(countWords("don't don’t state-of-the-art e-mail-ul 3 v1"), 6);
});

test("words of every script and form are words, dashes and punctuation are not", () => {
  assert.equal(countWords("Ploiești Ploieşti cafe\u0301 straße мир — - … 😀 !"), 5);
});

test("words of headings, lists and tables count, those of code and link targets do not", () => {
  assert.equal(countWords("# One two\n\n- three\n\n| four | five |\n|---|---|\n\n`not` [six](https://not.example/not)\n"), 6);
});

test("numbers, versions, abbreviations, file names and times are one word each", () => {
  assert.equal(countWords("e.g. v1.2.3 3.5 GB 1,000 10:30 parse-text.ts snake_case U.S. z.B. Node.js"), 11);
});

test("a point or comma without a space after it joins no two words of prose", () => {
  assert.equal(countWords("It ended.Then one,two and/or"), 7);
});

test("words are the same composed, decomposed, with soft hyphens, with any hyphen and with a no-break space", () => {
  const counts = ["șapte mași\u00ADni", "șapte mași\u00ADni".normalize("NFD"), "şapte\u00A0ma\u200Bşini", "și‑a ’nainte"].map(countWords);
  assert.deepEqual(counts, [2, 2, 2, 2]);
});

test("in plain paragraphs the count is that of letters with joints between them", () => {
  const word = /[\p{L}\p{M}\p{N}]+(?:(?:['’-]|\.(?=[\p{Ll}\p{N}])|(?<=\p{N}),(?=\p{N}))[\p{L}\p{M}\p{N}]+)*/gu;
  const marks = fc.constantFrom("a", "ș", "é", "𝒶", "7", "'", "’", "-", " ", ",", ".", "—", "😀");
  fc.assert(
    fc.property(fc.array(marks), (list) => {
      const text = `x ${list.join("")} x`;
      assert.equal(countWords(text), text.match(word)?.length);
    }),
    { numRuns: 300 },
  );
});

test("a word of millions of letters is one word", () => {
  assert.equal(countWordsIn("a-".repeat(4_000_000)), 1);
});
