import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { type Check, check, gather, rollbackTo, write } from "../../src/dsl/index.js";
import { thrown } from "./thrown.js";

const facts = gather("facts", { output: z.string(), run: () => "" });
const draft = write("draft", { output: z.string(), prompt: () => "" });
const back = rollbackTo(facts, { max: 1 });
const checks: readonly Check<string>[] = [
  { rule: "grounding", run: () => [] },
  { rule: "tropes/cliche", run: () => [] },
];

test("each kind of fault is a way back of its own, and `otherwise` the way of all others", () => {
  const stage = gather("log", {
    output: z.string(),
    run: () => "",
    onFail: { "git/none": back, otherwise: rollbackTo(draft, { max: 2 }) },
  });
  assert.deepEqual(stage.rollbacks, { "failed: git/none": back, failed: { to: "draft", stage: draft, max: 2 } });
});

test("a review goes back for a rule, for all rules before a slash, for a rule within a check, and for a check that throws", () => {
  for (const kind of ["tropes/cliche", "tropes", "grounding", "grounding/number", "error"]) {
    const { rollbacks } = check("review", { of: draft, checks, onFail: { [kind]: back } });
    assert.deepEqual(rollbacks, { [`failed: ${kind}`]: back });
  }
});

test("a review refuses a kind of fault that none of its checks finds", () => {
  assert.deepEqual(
    thrown(() => check("review", { of: draft, checks, onFail: { gronding: back } })),
    {
      code: "stage/on-fail",
      message: 'stage "review" goes back for "gronding", which none of its checks finds',
      hint: 'its checks find grounding, tropes/cliche; "otherwise" stands for all of them',
    },
  );
});

test("a severity that is none, and a number of tokens that is none, are refused with the stage's name", () => {
  const failOn = "fatal" as "error";
  assert.deepEqual(
    thrown(() => check("review", { of: draft, checks, failOn })),
    { code: "stage/contract", message: 'stage "review" has failOn: fatal', hint: "failOn is info, warning, error" },
  );
  for (const maxFeedbackTokens of [-1, 0.5, Number.NaN]) {
    assert.deepEqual(
      thrown(() => write("draft", { output: z.string(), prompt: () => "", maxFeedbackTokens })),
      {
        code: "stage/contract",
        message: `stage "draft" has maxFeedbackTokens: ${maxFeedbackTokens}`,
        hint: "maxFeedbackTokens is a whole number of at least 0",
      },
    );
  }
});
