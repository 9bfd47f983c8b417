import assert from "node:assert/strict";
import { test } from "node:test";
import { type StructureOptions, structure } from "../../../src/checks/structure/index.js";

/** The rules that find something in a text, each once. */
function rulesFound(markdown: string, options?: StructureOptions): string[] {
  return [...new Set(structure.checks(options).flatMap((check) => check.run(markdown, {}).map(({ rule }) => rule)))];
}

for (const { id, examples } of structure.rules) {
  test(`${id} finds each of its bad examples, and the pack nothing in the good ones`, () => {
    for (const bad of examples.bad) assert.deepEqual(rulesFound(bad, examples.given), [id], bad);
    for (const good of examples.good) assert.deepEqual(rulesFound(good, examples.given), [], good);
    assert.equal(examples.bad.length > 0 && examples.good.length > 0, true);
  });
}

test("headings, links and fences are on by themselves, and each rule can be turned off", () => {
  assert.deepEqual(
    structure.checks().map(({ rule }) => rule),
    ["structure/headings", "structure/links", "structure/fences"],
  );
  assert.deepEqual(structure.checks({ headings: false, links: false, fences: false, words: false }), []);
});

test("every rule with options given makes one check of its own id, in the order of the pages", () => {
  const all: StructureOptions = Object.assign({}, ...structure.rules.map(({ examples }) => examples.given));
  assert.deepEqual(
    structure.checks(all).map(({ rule }) => rule),
    structure.rules.map(({ id }) => id),
  );
});

test("a rule made from another check keeps its message and place and carries the pack's id", () => {
  const [check] = structure.checks({ words: { max: 1 }, headings: false, links: false, fences: false });
  assert.deepEqual(check?.run("one two", {}), [
    {
      rule: "structure/words",
      severity: "error",
      message: "the text has 2 words of prose, expected at most 1: take out 1",
      at: { line: 1, column: 5, offset: 4 },
    },
  ]);
  assert.deepEqual(check?.options, { max: 1, min: 0, severity: "error" });
});
