import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { grounded } from "../../../src/checks/grounding/index.js";

/** Written for this project: see the file's own first line. */
const set: {
  readonly facts: unknown;
  readonly grounded: readonly string[];
  readonly invented: readonly { readonly text: string; readonly rule: string }[];
} = JSON.parse(readFileSync(new URL("../../../fixtures/review/grounding/labelled.json", import.meta.url), "utf8"));
const check = grounded(set.facts);

for (const { text, rule } of set.invented) {
  test(`what is invented in "${text}" is found, and nothing else`, () => {
    assert.deepEqual(
      check.run(text, {}).map((finding) => finding.rule),
      [rule],
    );
  });
}

test("what follows from the facts is let pass", () => {
  for (const text of set.grounded) assert.deepEqual(check.run(text, {}), [], text);
});
