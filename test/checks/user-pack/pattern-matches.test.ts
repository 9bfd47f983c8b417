import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { matchesIn } from "../../../src/checks/user-pack/pattern-matches.js";

const plainly = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].filter(([part]) => part !== "").map(({ index, 0: part }) => ({ from: index, to: index + part.length }));

test("a text of several parts has the matches that it has as a whole, where each is shorter than a part", () => {
  const text = fc
    .array(fc.constantFrom("ab", " ", "abc ", "💩", "x".repeat(97), "\n", "foo bar "), { maxLength: 120 })
    .map((parts) => parts.join(""));
  const pattern = fc.constantFrom(/\bab\w*/gu, /x+/gu, /(?<=b )a/gu, /💩+/gu, /\b/gu, /a?/gu, /foo(?= bar)/gu, /./gsu, /^a/gmu);
  fc.assert(
    fc.property(text, pattern, (some, regex) => {
      const found = matchesIn(some, regex);
      const longest = Math.max(0, ...plainly(some, regex).map(({ from, to }) => to - from));
      if (longest < 500) assert.deepEqual(found, plainly(some, regex));
    }),
    { numRuns: 150 },
  );
});

test("the end of a text is its own end, and not that of a part", () => {
  assert.deepEqual(matchesIn(`${"a ".repeat(2_000)}b`, /\w$/gu), [{ from: 4_000, to: 4_001 }]);
  assert.deepEqual(matchesIn("a".repeat(1_700), /a+$/gu), [{ from: 1_000, to: 1_700 }]);
});

test("a match that is longer than two parts is cut, and what is left is found after it", () => {
  assert.deepEqual(matchesIn("a".repeat(2_500), /a{300,}/gu), [
    { from: 0, to: 1_000 },
    { from: 1_000, to: 2_000 },
    { from: 2_000, to: 2_500 },
  ]);
});
