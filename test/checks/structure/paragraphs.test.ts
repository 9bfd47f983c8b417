import assert from "node:assert/strict";
import { test } from "node:test";
import { paragraphs } from "../../../src/checks/structure/index.js";

/** The findings as `line:column message`. */
function found(limits: Parameters<typeof paragraphs>[0], markdown: string): string[] {
  return paragraphs(limits)
    .run(markdown, {})
    .map(({ message, at }) => `${at?.line}:${at?.column} ${message}`);
}

test("a paragraph over its words or sentences is an error at its first word", () => {
  assert.deepEqual(paragraphs({ maxWords: 3, maxSentences: 1 }).run("Fine.\n\n**One** two. Three four.\n", {}), [
    {
      rule: "structure/paragraphs",
      severity: "error",
      message: '"One two. Three four." opens a paragraph of 4 words, expected at most 3: split it',
      at: { line: 3, column: 3, offset: 9 },
    },
    {
      rule: "structure/paragraphs",
      severity: "error",
      message: '"One two. Three four." opens a paragraph of 2 sentences, expected at most 1: split it',
      at: { line: 3, column: 3, offset: 9 },
    },
  ]);
});

test("too many paragraphs are one error at the first past the limit; lists, tables and images are none", () => {
  const markdown = "One.\n\n![a](b.png)\n\n- item\n\n| a |\n|---|\n| b |\n\nTwo.\n\nThree.\n";
  assert.deepEqual(found({ max: 1, severity: "warning" }, markdown), [
    "11:1 the text has 3 paragraphs, expected at most 1: merge or take out 2",
  ]);
  assert.deepEqual(found({ max: 3 }, markdown), []);
});

test("limits that are missing or no whole numbers are refused", () => {
  const refused = (fault: string) => ({ code: "check/options", message: `check "structure/paragraphs": ${fault}` });
  assert.throws(() => paragraphs({}), refused('none of "maxWords", "maxSentences" and "max" is given, expected at least one of them'));
  assert.throws(() => paragraphs({ maxSentences: 0 }), refused('"maxSentences" is 0, expected a whole number of at least 1'));
});
