import assert from "node:assert/strict";
import { test } from "node:test";
import { noLists } from "../../src/checks/index.js";

const MARKDOWN = "Intro.\n\n1. one\n   - inner\n2. two\n\n* a\n  - b\n* c\n\n- [x] done\n\n> - quoted\n";

test("each bullet list is one error at its first mark, also inside a numbered one", () => {
  assert.deepEqual(noLists().run(MARKDOWN, {}), [
    {
      rule: "no-lists",
      severity: "error",
      message: "a bullet list of 1 item, expected none: write it as sentences",
      at: { line: 4, column: 4, offset: 18 },
    },
    {
      rule: "no-lists",
      severity: "error",
      message: "a bullet list of 2 items, expected none: write it as sentences",
      at: { line: 7, column: 1, offset: 34 },
    },
    {
      rule: "no-lists",
      severity: "error",
      message: "a bullet list of 1 item, expected none: write it as sentences",
      at: { line: 11, column: 1, offset: 49 },
    },
  ]);
});

test("numbered lists are refused on demand, each with the lists inside it", () => {
  assert.deepEqual(
    noLists({ numbered: true, severity: "warning" })
      .run(MARKDOWN, {})
      .map(({ severity, message, at }) => [severity, message, at?.line]),
    [
      ["warning", "a numbered list of 2 items, expected none: write it as sentences", 3],
      ["warning", "a bullet list of 2 items, expected none: write it as sentences", 7],
      ["warning", "a bullet list of 1 item, expected none: write it as sentences", 11],
    ],
  );
});

test("a list in a fence of four ticks around a fence of three is no list", () => {
  assert.deepEqual(noLists({ numbered: true }).run("````\n```\nx\n```\n# heading\n- bullet\n````\n", {}), []);
});

test("the options are filled in", () => {
  assert.deepEqual(noLists().options, { numbered: false, severity: "error" });
});
