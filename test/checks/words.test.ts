import assert from "node:assert/strict";
import { test } from "node:test";
import { words } from "../../src/checks/index.js";

test("a text over the limit gets one error at the first word past it", () => {
  assert.deepEqual(words({ max: 3 }).run("# One two\n\nthree **four** five\n", {}), [
    {
      rule: "words",
      severity: "error",
      message: "the text has 5 words of prose, expected at most 3: take out 2",
      at: { line: 3, column: 9, offset: 19 },
    },
  ]);
});

test("a text under the least number gets one error at its last word, or without a place where it has none", () => {
  const check = words({ max: 2_000, min: 1_000 });
  assert.deepEqual(check.run("only this", {}), [
    {
      rule: "words",
      severity: "error",
      message: "the text has 2 words of prose, expected at least 1,000: add 998",
      at: { line: 1, column: 6, offset: 5 },
    },
  ]);
  assert.deepEqual(check.run("`code`", {}), [
    { rule: "words", severity: "error", message: "the text has 0 words of prose, expected at least 1,000: add 1,000" },
  ]);
});

test("a text of exactly the least or the greatest number is fine", () => {
  assert.deepEqual(words({ max: 2, min: 2 }).run("one two", {}), []);
});

test("the severity can be lowered, and one word is said as one", () => {
  const [finding] = words({ max: 9, min: 2, severity: "warning" }).run({ markdown: "one" }, {});
  assert.equal(finding?.severity, "warning");
  assert.equal(finding?.message, "the text has 1 word of prose, expected at least 2: add 1");
});

test("limits stand in the options in full, so that a fingerprint sees them", () => {
  assert.deepEqual(words({ max: 5 }).options, { max: 5, min: 0, severity: "error" });
});

test("limits that are no whole numbers or cross are refused", () => {
  const refused = (message: string) => ({ code: "check/options", message });
  assert.throws(() => words({ max: 0 }), refused('check "words": "max" is 0, expected a whole number of at least 1'));
  assert.throws(() => words({ max: 9, min: 1.5 }), refused('check "words": "min" is 1.5, expected a whole number of at least 0'));
  assert.throws(
    () => words({ max: 1, min: 2 }),
    refused('check "words": "min" is 2 and "max" is 1, expected "min" to be no more than "max"'),
  );
});
