import assert from "node:assert/strict";
import { test } from "node:test";
import { countWords } from "../../../src/checks/index.js";

test("apostrophes and hyphens inside a word do not part it", () => {
  assert.equal(countWords("don't don’t state-of-the-art e-mail-ul 3 v1"), 6);
});

test("words of every script and form are words, dashes and punctuation are not", () => {
  assert.equal(countWords("Ploiești Ploieşti cafe\u0301 straße мир — - … 😀 !"), 5);
});

test("words of headings, lists and tables count, those of code and link targets do not", () => {
  assert.equal(countWords("# One two\n\n- three\n\n| four | five |\n|---|---|\n\n`not` [six](https://not.example/not)\n"), 6);
});
