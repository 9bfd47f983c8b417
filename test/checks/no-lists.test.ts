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

/** The findings of a text, as `line:column message`. */
function found(markdown: string, numbered = false): string[] {
  return noLists({ numbered })
    .run(markdown, {})
    .map(({ message, at }) => `${at?.line}:${at?.column} ${message}`);
}

test("two lines in a row that begin with a bullet, a dash or an emoji are a list where Markdown sees a paragraph", () => {
  const message = "a bullet list in disguise, 2 lines that begin with a bullet, expected none: write it as sentences";
  for (const pair of [
    "• a\n• b",
    "\\- a\n\\- b",
    "– a\n– b",
    "✅ a\n🚀 b",
    "&bull; a\n&bull; b",
    "1\uFE0F\u20E3 a\n2\uFE0F\u20E3 b",
    "▪a\n▪b",
  ]) {
    assert.deepEqual(found(`Text:\n${pair}\nmore`), [`2:${pair.startsWith("\\") ? 2 : 1} ${message}`], pair);
  }
  assert.deepEqual(found("| a |\n|---|\n| • b<br>• c |\n"), [`3:3 ${message}`]);
  assert.deepEqual(found("• a\n\n• b\n"), [`1:1 ${message}`]);
});

test("numbered lines in a paragraph are a list where numbered ones are refused", () => {
  const message = "a numbered list in disguise, 2 lines that begin with a number or letter, expected none: write it as sentences";
  for (const pair of ["2) a\n3) b", "a) a\nb) b", "(i) a\n(ii) b", "2. a\n3. b"]) {
    assert.deepEqual(found(`Text:\n${pair}`, true), [`2:1 ${message}`], pair);
    assert.deepEqual(found(`Text:\n${pair}`), [], pair);
  }
});

test("three paragraphs or lines in a row that open with a bold lead-in are a list", () => {
  const message = "a list in disguise, 3 paragraphs that open with a bold lead-in, expected none: write it as sentences";
  assert.deepEqual(found("Intro.\n\n**A:** x\n\n__B.__ y\nz\n\n<b>C</b> – z\n"), [`3:1 ${message}`]);
  assert.deepEqual(found("**A** — x\n**B** — y\n**C** — z\n"), [`1:1 ${message}`]);
});

test("one bullet, two lead-ins, a dialogue, numbers below zero and items with code between are no list", () => {
  for (const markdown of [
    "• a\nb",
    "**A:** x\n\n**B:** y\n\n**bold** start",
    "– Da.\n\n– Nu.",
    "— Da.\n— Nu.",
    "-5 degrees\n-6 degrees",
    "• a\n\n```\ncode\n```\n\n• b",
    "© 2026\n® 2026",
    "**All bold:**\n\n**All bold:**\n\n**All bold:**",
    "--fast\n--slow",
  ]) {
    assert.deepEqual(found(markdown, true), [], markdown);
  }
});

test("a list in disguise inside a list is part of it", () => {
  assert.deepEqual(found("- a\n  • b\n  • c\n"), ["1:1 a bullet list of 1 item, expected none: write it as sentences"]);
});

test("a list in HTML is a list", () => {
  assert.deepEqual(found("<div>\n<ul>\n<li>a</li>\n<li class='x'>b</li>\n</ul>\n</div>\n"), [
    "2:1 a bullet list of 2 items, expected none: write it as sentences",
  ]);
  assert.deepEqual(found("<ol><li>a</li></ol>\n\n<!-- <ul><li>a</li></ul> -->\n\n<div>b</div>\n", true), [
    "1:1 a numbered list of 1 item, expected none: write it as sentences",
  ]);
});

test("the options are filled in", () => {
  assert.deepEqual(noLists().options, { numbered: false, severity: "error" });
});
