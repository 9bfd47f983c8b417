import assert from "node:assert/strict";
import { test } from "node:test";
import { typeCost } from "../../scripts/type-cost.js";

test("a pipeline of 100 stages costs the compiler fewer than 300,000 instantiations over one of a single stage", () => {
  const one = typeCost(1);
  const hundred = typeCost(100);
  const added = hundred.instantiations - one.instantiations;
  assert.ok(added > 1_000, `${added}: nothing was checked`);
  assert.ok(added < 300_000, `${added} instantiations`);
});
