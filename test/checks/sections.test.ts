import assert from "node:assert/strict";
import { test } from "node:test";
import { type SectionsOptions, sections } from "../../src/checks/index.js";

/** The findings as `line: message`. */
function found(spec: number | readonly string[] | SectionsOptions, markdown: string): string[] {
  return sections(spec)
    .run(markdown, {})
    .map(({ message, at }) => `${at?.line ?? "-"}: ${message}`);
}

test("too many sections are one error at the first that is too much", () => {
  assert.deepEqual(sections(1).run("# Title\n\n## A\n\n### Detail\n\n## B\n\n## C\n", {}), [
    {
      rule: "sections",
      severity: "error",
      message: "the text has 3 sections (headings of level 2), expected 1: take out or merge 2",
      at: { line: 7, column: 1, offset: 27 },
    },
  ]);
});

test("too few sections are one error at the last, or without a place where there is none", () => {
  assert.deepEqual(found(6, "# Title\n\n## A\n\nSetext\n---\n"), ["5: the text has 2 sections (headings of level 2), expected 6: add 4"]);
  assert.deepEqual(found(6, "Just prose."), ["-: the text has 0 sections (headings of level 2), expected 6: add 6"]);
});

test("headings in fences, quotations and lists open no section", () => {
  assert.deepEqual(found(1, "## A\n\n````\n```\n```\n## B\n````\n\n> ## C\n\n- ## D\n"), []);
});

test("the level can be another, and a wish can be a warning", () => {
  assert.deepEqual(found({ count: 2, level: 1 }, "# A\n\n## B\n\n# C\n"), []);
  assert.equal(sections({ count: 1, severity: "warning" }).run("", {})[0]?.severity, "warning");
});

test("each section must hold prose of its own where that is asked for", () => {
  const markdown =
    "## A\n\nText.\n\n## B\n\n```\ncode\n```\n\n## *C*\n\n### Only a heading\n\n## D\n\n### Below\n\n- item\n\n# Next\n\nNot in D.\n\n## E\n";
  assert.deepEqual(found({ count: 5, prose: true }, markdown), [
    '5: the section "B" has no prose: write at least a sentence or take it out',
    '11: the section "C" has no prose: write at least a sentence or take it out',
    '25: the section "E" has no prose: write at least a sentence or take it out',
  ]);
  assert.deepEqual(found(5, markdown), []);
});

test("titles are the same whatever their case, emphasis, quotes, form and closing marks", () => {
  assert.deepEqual(found(['What\'s "new"', "Și café"], "## what’s  “*New*”:\n\n## Şi cafe\u0301\n"), []);
});

test("a strange title, a second one, one out of order and a missing one are each found at their place", () => {
  assert.deepEqual(found(["A", "B", "C", "D"], "## B\n\n## A\n\n## X\n\n## B\n\n## D\n"), [
    '3: the section "A" stands after "B", expected before it: move it up',
    '5: the section "X" is none of those expected ("A", "B", "C", "D"): rename it or take it out',
    '7: the section "B" stands here a second time, expected once: merge the two',
    '1: the section "C" is missing: add it after "B"',
  ]);
  assert.deepEqual(found(["A", "B"], "## B\n"), ['1: the section "A" is missing: add it as the first']);
  assert.deepEqual(found(["A"], ""), ['-: the section "A" is missing: add it as the first']);
});

test("the options are filled in, whichever way they were given", () => {
  assert.deepEqual(sections(6).options, { count: 6, titles: [], level: 2, prose: false, severity: "error" });
  assert.deepEqual(sections(["A"]).options, { count: 1, titles: ["A"], level: 2, prose: false, severity: "error" });
});

test("options that ask for nothing, contradict each other or are out of range are refused", () => {
  const refused = (fault: string) => ({ code: "check/options", message: `check "sections": ${fault}` });
  assert.throws(() => sections({}), refused('neither "count" nor "titles" is given, expected one of them'));
  assert.throws(() => sections(1.5), refused('"count" is 1.5, expected a whole number of at least 0'));
  assert.throws(() => sections({ count: 1, level: 7 }), refused('"level" is 7, expected a whole number from 1 to 6'));
  assert.throws(() => sections({ count: 1, titles: ["A", "B"] }), refused('"count" is 1 and "titles" has 2, expected the same number'));
  assert.throws(() => sections(["A", "a:"]), refused('"titles" has "a:" twice, expected each title once'));
});
