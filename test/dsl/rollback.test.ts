import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { gather, rollbackTo } from "../../src/dsl/index.js";
import { thrown } from "./thrown.js";

const facts = gather("facts", { output: z.string(), run: () => "" });

test("a rollback knows its stage, its stage's name and its bound", () => {
  assert.deepEqual(rollbackTo(facts, { max: 3 }), { to: "facts", stage: facts, max: 3 });
});

test("a rollback's bound is a whole number of at least one: nothing goes back for ever", () => {
  for (const max of [0, -1, 1.5, Number.POSITIVE_INFINITY, Number.NaN]) {
    assert.deepEqual(
      thrown(() => rollbackTo(facts, { max })),
      {
        code: "pipeline/bound",
        message: `a rollback to "facts" needs a whole number of tries, not ${max}`,
        hint: "write rollbackTo(stage, { max: 3 })",
      },
    );
  }
});
