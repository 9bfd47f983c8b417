import assert from "node:assert/strict";
import { test } from "node:test";
import { type HeadingsOptions, headings } from "../../../src/checks/structure/index.js";

/** The findings as `line: message`. */
function found(markdown: string, options?: HeadingsOptions): string[] {
  return headings(options)
    .run(markdown, {})
    .map(({ message, at }) => `${at?.line ?? "-"}: ${message}`);
}

test("a level left out on the way down is an error at the heading", () => {
  assert.deepEqual(headings().run("## Part\n\n#### *Detail* of it\n\n## Part\n\n### Detail\n", {}), [
    {
      rule: "structure/headings",
      severity: "error",
      message: 'the heading "Detail of it" has level 4 after level 2, expected at most 3: write it with "###"',
      at: { line: 3, column: 1, offset: 9 },
    },
  ]);
});

test("where a title is asked for there is exactly one, before all other headings", () => {
  assert.deepEqual(found("Text.\n", { title: true }), ['-: the text has no title, expected one: begin it with "# " and the title']);
  assert.deepEqual(found("# A\n\n# B\n", { title: true }), ['3: "B" is a second title after "A", expected one: write it with "##"']);
  assert.deepEqual(found("## A\n\nB\n=\n", { title: true }), [
    '3: the title "B" stands after other headings, expected before them: move it up',
  ]);
  assert.deepEqual(found("# A\n\n# B\n"), []);
});

test("a heading without words is an error, one of code is not", () => {
  assert.deepEqual(found("# `a`\n\n##\n"), ["3: a heading has no words, expected some: write them or take it out"]);
});

test("the options are filled in", () => {
  assert.deepEqual(headings({ severity: "warning" }).options, { title: false, severity: "warning" });
});
