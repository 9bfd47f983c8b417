import assert from "node:assert/strict";
import { test } from "node:test";
import { sentences } from "../../../src/checks/structure/index.js";

test("each sentence over the limit of words is an error at its first word", () => {
  assert.deepEqual(
    sentences({ maxWords: 4 }).run("# A heading of many more words\n\nShort one. *This* one has `code` and five words.\n", {}),
    [
      {
        rule: "structure/sentences",
        severity: "error",
        message: '"This one has … and five words." is a sentence of 6 words, expected at most 4: split it',
        at: { line: 3, column: 13, offset: 44 },
      },
    ],
  );
});

test("a long sentence is quoted by its first words", () => {
  const [finding] = sentences({ maxWords: 2, severity: "warning" }).run("Every morning the same train leaves the same station.", {});
  assert.equal(finding?.message, '"Every morning the same train leaves the …" is a sentence of 9 words, expected at most 2: split it');
  assert.equal(finding?.severity, "warning");
});

test("too many sentences are one error at the first past the limit, items of lists counted", () => {
  assert.deepEqual(sentences({ max: 2 }).run("One. Two!\n\n- Three.\n- Four, e.g. v1.2.\n- ...\n", {}), [
    {
      rule: "structure/sentences",
      severity: "error",
      message: "the text has 4 sentences, expected at most 2: take out 2",
      at: { line: 3, column: 3, offset: 13 },
    },
  ]);
});

test("limits that are missing or no whole numbers are refused", () => {
  const refused = (fault: string) => ({ code: "check/options", message: `check "structure/sentences": ${fault}` });
  assert.throws(() => sentences({}), refused('neither "maxWords" nor "max" is given, expected one of them'));
  assert.throws(() => sentences({ maxWords: 0 }), refused('"maxWords" is 0, expected a whole number of at least 1'));
  assert.throws(() => sentences({ max: 1.5 }), refused('"max" is 1.5, expected a whole number of at least 0'));
});
