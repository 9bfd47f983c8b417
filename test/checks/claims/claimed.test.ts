import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { z } from "zod";
import { promptFor } from "../../../pipelines/publisher/prompt.js";
import { claimed, claimedIn, claims } from "../../../src/checks/claims/index.js";
import { check, gather, input, pipeline, write } from "../../../src/dsl/index.js";
import { composeAnswer } from "../../../src/model/embedded/compose-answer.js";
import { anyFacts } from "../../model/embedded/any-facts.js";

const FACTS = { log: "compared the gauge with the port's own clock", commits: [{ subject: "Split the berth planner" }] };

test("a claim without a fact gets one error at its verb, with the best support and the fact that gives it", () => {
  assert.deepEqual(claimed(FACTS).run("We split the planner. Then we compared the memory of the two planners.", {}), [
    {
      rule: "claims/measured",
      severity: "error",
      message:
        '"we compared the memory of the two planners." says that something was measured or tried, and no fact carries it: the best support is 0.17 of 1, "Split the berth planner" (commits[0].subject); take it out, or say what the facts say',
      at: { line: 1, column: 28, offset: 27 },
    },
  ]);
});

test("a claim that shares no word with the facts is told so", () => {
  const [finding] = claimed(FACTS, { severity: "warning" }).run("The cause was found after hours.\n\nI restarted every server.", {});
  assert.deepEqual(claimed(FACTS, { severity: "warning" }).run("I restarted every server.", {}), [
    {
      rule: "claims/done",
      severity: "warning",
      message:
        '"I restarted every server." says that something was done, and no fact carries it: no fact speaks of it; take it out, or say what the facts say',
      at: { line: 1, column: 1, offset: 0 },
    },
  ]);
  assert.equal(finding?.rule, "claims/seen");
});

test("memory comparisons and batch-size experiments that no fact speaks of are found in the middle of plain narration", () => {
  const text =
    "The day brought one commit.\n\nThe berth planner is now in two parts. Memory comparisons of both came first. After several batch-size experiments the numbers held. The planner is smaller now.";
  assert.deepEqual(
    claimed(FACTS)
      .run(text, {})
      .map(({ rule, at }) => [rule, text.slice(at?.offset).split(".")[0]]),
    [
      ["claims/measured", "Memory comparisons of both came first"],
      ["claims/measured", "After several batch-size experiments the numbers held"],
    ],
  );
});

test("a lower limit lets a weaker support carry a claim", () => {
  const text = "We compared the gauge with a sundial.";
  assert.equal(claimed(FACTS).run(text, {}).length, 1);
  assert.deepEqual(claimed(FACTS, { least: 0.4 }).run(text, {}), []);
});

test("plans, questions, conditions, denials, quotations and code are no claims", () => {
  const text =
    "We will benchmark the parser. Did we test it? If the cache was tested, say so. No experiments were run. We found nothing. `we tested the cache`\n\n> We tested the cache on a phone.\n\n```\nWe measured the heap.\n```\n";
  assert.deepEqual(claimed(FACTS).run(text, {}), []);
});

test("without facts there is no check", () => {
  assert.deepEqual(claims.checks(), []);
});

test("the facts may be the output of a stage", () => {
  const request = input(z.object({}));
  const facts = gather("facts", { needs: { request }, output: z.object({ log: z.string() }), run: async () => ({ log: FACTS.log }) });
  const draft = write("draft", { needs: { facts }, output: z.string(), prompt: () => "Write." });
  const review = check("review", { of: draft, checks: [claimedIn(facts)] });
  assert.deepEqual(
    pipeline("notes", { input: request, stages: [facts, draft, review] }).stages[2]?.reads.map(({ name }) => name),
    ["draft", "facts"],
  );
  const given = { facts: { log: FACTS.log } };
  assert.deepEqual(claimedIn(facts).run("We compared the gauge with the clock of the port.", given), []);
  assert.equal(claimedIn(facts).run("We compared two databases.", given).length, 1);
});

test("the embedded writer claims nothing that its facts do not carry, whatever they are", () => {
  fc.assert(
    fc.property(anyFacts, (day) => {
      const { text } = composeAnswer([{ role: "user", content: promptFor(day) }]);
      assert.deepEqual(
        claimed(day)
          .run(text, {})
          .map(({ message }) => message),
        [],
      );
    }),
    { numRuns: 12 },
  );
});

test("any text and any facts are checked without throwing, and a finding points at its sentence", () => {
  const words = fc.constantFrom(
    "We ",
    "tested ",
    "memory ",
    "experiments ",
    "after ",
    "was ",
    "compared ",
    ". ",
    "? ",
    "\n\n",
    "`x`",
    "> ",
    "e\u0301",
    "\uD800",
    "\r\n",
  );
  const anyText = fc.array(fc.oneof(words, fc.string({ unit: "binary", maxLength: 6 })), { maxLength: 40 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(anyText, fc.jsonValue({ maxDepth: 3 }), (text, facts) => {
      for (const { at } of claimed(facts).run(text, {})) assert.match(text.slice(at?.offset, (at?.offset ?? 0) + 4), /\S/);
    }),
    { numRuns: 150 },
  );
});
