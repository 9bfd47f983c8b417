import assert from "node:assert/strict";
import { test } from "node:test";
import { publisher } from "../../src/checks/index.js";

test("the publisher's rules find their bad examples and nothing in the good ones", () => {
  for (const { id, examples } of publisher.rules) {
    const checks = publisher.checks(examples.given);
    const rulesIn = (text: string) => [...new Set(checks.flatMap((check) => check.run(text, {}).map(({ rule }) => rule)))];
    for (const text of examples.bad) assert.deepEqual(rulesIn(text), [id], text);
    for (const text of examples.good) assert.deepEqual(rulesIn(text), [], text);
  }
});

test("sections and banned words are looked at only where they are given", () => {
  assert.deepEqual(
    publisher.checks().map(({ rule }) => rule),
    ["words", "no-lists", "em-dashes"],
  );
});
