import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Facts } from "../../../pipelines/publisher/facts.js";
import { promptFor } from "../../../pipelines/publisher/prompt.js";
import { grounded } from "../../../src/checks/grounding/index.js";
import { composeAnswer } from "../../../src/model/embedded/compose-answer.js";
import { anyFacts } from "../../model/embedded/any-facts.js";
import { workingDay } from "../../model/embedded/sample-facts.js";

function postOf(day: Facts): string {
  return composeAnswer([{ role: "user", content: promptFor(day) }]).text;
}

test("the embedded writer's post on a working day is grounded in the day's facts", () => {
  assert.deepEqual(grounded(workingDay).run(postOf(workingDay), {}), []);
});

test("whatever the day, the embedded writer says nothing that its facts do not carry", () => {
  fc.assert(
    fc.property(anyFacts, (day) => {
      assert.deepEqual(
        grounded(day)
          .run(postOf(day), {})
          .map(({ message }) => message),
        [],
      );
    }),
    { numRuns: 20, includeErrorInReport: true },
  );
});

test("facts of any shape are told by the embedded writer without a word that they do not carry", () => {
  const json = fc.dictionary(fc.string({ maxLength: 12 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 8 });
  fc.assert(
    fc.property(json, (facts) => {
      const text = composeAnswer([{ role: "user", content: `${"`".repeat(30)}json\n${JSON.stringify(facts)}\n${"`".repeat(30)}` }]).text;
      assert.deepEqual(
        grounded(facts)
          .run(text, {})
          .map(({ message }) => message),
        [],
      );
    }),
    { numRuns: 60, includeErrorInReport: true },
  );
});
