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

test("in plain paragraphs the count is that of letters with apostrophes and hyphens inside them", () => {
  const word = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu;
  const marks = fc.constantFrom("a", "ș", "e\u0301", "𝒜", "7", "'", "’", "-", " ", ",", "—", "😀", "\u0301");
  fc.assert(
    fc.property(fc.array(marks), (list) => {
      const text = `x ${list.join("")} x`;
      assert.equal(countWords(text), text.match(word)?.length);
    }),
    { numRuns: 500 },
  );
});

test("a word of millions of letters is one word", () => {
  assert.equal(countWordsIn("a-".repeat(4_000_000)), 1);
});
