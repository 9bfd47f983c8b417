import assert from "node:assert/strict";
import { test } from "node:test";
import { codeClaims } from "../../../src/checks/code-claims/index.js";

for (const { id, examples } of codeClaims.rules) {
  test(`the examples of ${id} are found and let pass as its page says`, () => {
    const [check] = codeClaims.checks(examples.given);
    for (const bad of examples.bad) {
      assert.deepEqual([...new Set(check?.run(bad, {}).map(({ rule }) => rule))], [id], bad);
    }
    for (const good of examples.good) assert.deepEqual(check?.run(good, {}), [], good);
  });
}
