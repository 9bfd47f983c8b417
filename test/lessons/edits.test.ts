import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { editsBetween } from "../../src/lessons/index.js";

test("words that were changed, put in and taken out are one edit each, and those close together are one", () => {
  assert.deepEqual(editsBetween("one two three four five six seven", "one 2 three four five six seven eight"), [
    { path: "", before: "two", after: "2" },
    { path: "", before: "", after: "eight" },
  ]);
  assert.deepEqual(editsBetween("a b c d", "x b y d"), [{ path: "", before: "a b c", after: "x b y" }]);
});

test("parts of a value are named by their path; what is no text is compared as JSON", () => {
  assert.deepEqual(editsBetween({ a: { b: ["x", 1] }, gone: true }, { a: { b: ["y", 2] }, put: "in" }), [
    { path: "a.b.0", before: "x", after: "y" },
    { path: "a.b.1", before: "1", after: "2" },
    { path: "gone", before: "true", after: "" },
    { path: "put", before: "", after: "in" },
  ]);
});

test("texts without a word in common that are very long are one edit", () => {
  const [before, after] = ["a ".repeat(4_000), "b ".repeat(4_000)];
  assert.equal(editsBetween(before, after).length, 1);
});

test("a value has no edits against itself, and edits hold every word that only one side has", () => {
  const text = fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 12 }).map((words) => words.join(" "));
  fc.assert(
    fc.property(text, text, (before, after) => {
      assert.deepEqual(editsBetween(before, before), []);
      const edits = editsBetween(before, after);
      for (const word of new Set(after.split(" "))) {
        if (word !== "" && !before.split(" ").includes(word)) assert.ok(edits.some((edit) => edit.after.split(" ").includes(word)));
      }
      if (before !== after) assert.ok(edits.length > 0);
    }),
  );
});
