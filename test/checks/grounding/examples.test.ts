import assert from "node:assert/strict";
import { test } from "node:test";
import { grounding } from "../../../src/checks/grounding/index.js";

for (const { id, examples } of grounding.rules) {
  test(`the examples of ${id} are found and let pass as its page says`, () => {
    const [check] = grounding.checks({ facts: examples.facts });
    for (const bad of examples.bad) {
      assert.deepEqual([...new Set(check?.run(bad, {}).map(({ rule }) => rule))], [id], bad);
    }
    for (const good of examples.good) assert.deepEqual(check?.run(good, {}), [], good);
  });
}
