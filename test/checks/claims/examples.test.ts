import assert from "node:assert/strict";
import { test } from "node:test";
import { claims } from "../../../src/checks/claims/index.js";

for (const { id, examples } of claims.rules) {
  test(`the examples of ${id} are found and let pass as its page says`, () => {
    const [check] = claims.checks({ facts: examples.facts });
    for (const bad of examples.bad) {
      assert.deepEqual([...new Set(check?.run(bad, {}).map(({ rule }) => rule))], [id], bad);
    }
    for (const good of examples.good) assert.deepEqual(check?.run(good, {}), [], good);
  });
}
