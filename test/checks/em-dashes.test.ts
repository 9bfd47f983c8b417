import assert from "node:assert/strict";
import { test } from "node:test";
import { emDashes } from "../../src/checks/index.js";

test("an em dash beside emphasis is one dash with no space around it, at its own column", () => {
  assert.deepEqual(emDashes({ max: 0 }).run("the *cache*—not the disk", {}), [
    {
      rule: "em-dashes",
      severity: "error",
      message: 'em dash 1 of 1 in "cache—not", expected none: write a comma, a colon or a full stop',
      at: { line: 1, column: 12, offset: 11 },
    },
  ]);
});

test("each em dash past the limit is a finding of its own", () => {
  assert.deepEqual(emDashes({ max: 1 }).run("a—b\n\nc — d\n\n- e&mdash;f --- g\n", {}), [
    {
      rule: "em-dashes",
      severity: "error",
      message: 'em dash 2 of 4 in "c — d", expected at most 1: write a comma, a colon or a full stop',
      at: { line: 3, column: 3, offset: 7 },
    },
    {
      rule: "em-dashes",
      severity: "error",
      message: 'em dash 3 of 4 in "e—f", expected at most 1: write a comma, a colon or a full stop',
      at: { line: 5, column: 4, offset: 15 },
    },
    {
      rule: "em-dashes",
      severity: "error",
      message: 'em dash 4 of 4 in "f --- g", expected at most 1: write a comma, a colon or a full stop',
      at: { line: 5, column: 13, offset: 24 },
    },
  ]);
});

test("as many as allowed are fine, and other dashes, hyphens and the rules of tables do not count", () => {
  assert.deepEqual(emDashes({ max: 1 }).run("a—b, c – d, --day, well-known, ----", {}), []);
  assert.deepEqual(emDashes({ max: 0 }).run("| a | b |\n|---|:---| \n| c | d |\n\na | b\n--- | --- \nc | d\n", {}), []);
});

test("two hyphens between words are an em dash, with or without spaces, whatever hides or follows them", () => {
  const found = (markdown: string) =>
    emDashes({ max: 0 })
      .run(markdown, {})
      .map(({ message, at }) => `${at?.column} ${/"(.*)"/.exec(message)?.[1]}`);
  assert.deepEqual(found("fast--small"), ["5 fast--small"]);
  assert.deepEqual(found("fast -- small"), ["6 fast -- small"]);
  assert.deepEqual(found("fast-- small"), ["5 fast-- small"]);
  assert.deepEqual(found("`a` -- *b*"), ["5 -- b"]);
  assert.deepEqual(found('done)--"so'), ["6 --"]);
  assert.deepEqual(found("a\\-\\-b c-\u200B-d"), ["3 a--b", "9 c--d"]);
  assert.deepEqual(found("a&#151;b c―d"), ["2 a—b", "11 c―d"]);
});

test("options, tables, comments and runs of hyphens are no em dashes", () => {
  const markdown =
    "run --force now -- --dry\n\n(--help)\n\na | b\n-- | --\n\n<!-- x --> a <!-- b --> c\n\n---- a----b `c--d`, i-- then C-- too, '--' and \"--\"\n";
  assert.deepEqual(emDashes({ max: 0 }).run(markdown, {}), []);
});

test("em dashes in code, quotations, front matter and link targets do not count", () => {
  const markdown = "---\ntitle: a—b\n---\n\n`a—b` [c](https://d.example/e—f)\n\n> g—h\n\n```\ni—j\n```\n";
  assert.deepEqual(emDashes({ max: 0 }).run(markdown, {}), []);
});

test("the limit stands in the options, and a limit that is no whole number is refused", () => {
  assert.deepEqual(emDashes({ max: 3, severity: "warning" }).options, { max: 3, severity: "warning" });
  assert.throws(() => emDashes({ max: -1 }), {
    code: "check/options",
    message: 'check "em-dashes": "max" is -1, expected a whole number of at least 0',
    hint: 'correct the options of "em-dashes"',
  });
});
