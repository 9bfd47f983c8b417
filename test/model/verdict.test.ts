import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Completion, verdictOf } from "../../src/model/index.js";

function completion(parts: Partial<Completion>): Completion {
  return { text: "", finish: "stop", usage: { inputTokens: 10, outputTokens: 8_192, estimated: false }, model: "small-7b", ...parts };
}

test("a text with a regular end is an answer, to the last character", () => {
  assert.deepEqual(verdictOf(completion({ text: " # A day\n" })), { verdict: "answer", text: " # A day\n" });
});

test("an unknown finish reason does not make a text less of an answer", () => {
  assert.deepEqual(verdictOf(completion({ text: "Yes.", finish: "other" })), { verdict: "answer", text: "Yes." });
});

test("reasoning without a text is a failure by that name, and is not handed on", () => {
  assert.deepEqual(verdictOf(completion({ reasoning: "The user wants a post." })), {
    verdict: "failed",
    reason: "reasoning-only",
    message: 'model "small-7b" reasoned and stopped without an answer',
  });
});

test("a limit that was used up by reasoning is reasoning only", () => {
  assert.deepEqual(verdictOf(completion({ reasoning: "Let me think", finish: "length" })), {
    verdict: "failed",
    reason: "reasoning-only",
    message: 'model "small-7b" reached its limit after 8192 tokens, all of them reasoning, and gave no answer',
  });
});

test("a limit without text and without reasoning is a truncated answer", () => {
  assert.deepEqual(verdictOf(completion({ finish: "length" })), {
    verdict: "failed",
    reason: "truncated",
    message: 'model "small-7b" reached its limit after 8192 tokens and gave no answer',
  });
});

test("half an answer is truncated, however good its first half is", () => {
  const usage = { inputTokens: 10, outputTokens: 7, estimated: true };
  assert.deepEqual(verdictOf(completion({ text: "The three causes are: 1.", finish: "length", usage })), {
    verdict: "failed",
    reason: "truncated",
    message: 'model "small-7b" reached its limit after about 7 tokens, in the middle of the answer',
  });
});

test("white space and zero-width characters are no text", () => {
  for (const text of ["", " \n\t", "\u200b\ufeff", "\u00a0"]) {
    assert.deepEqual(verdictOf(completion({ text })), {
      verdict: "failed",
      reason: "empty",
      message: 'model "small-7b" answered with no text',
    });
  }
});

test("only a text that came to its end is ever an answer, and the reasoning never is", () => {
  const some = fc.record({
    text: fc.string(),
    reasoning: fc.string(),
    finish: fc.constantFrom("stop" as const, "length" as const, "other" as const),
  });
  fc.assert(
    fc.property(some, (parts) => {
      const verdict = verdictOf(completion(parts));
      if (verdict.verdict === "answer") {
        assert.equal(verdict.text, parts.text);
        assert.notEqual(parts.finish, "length");
        assert.notEqual(parts.text.trim(), "");
      } else assert.ok(parts.finish === "length" || !/[!-~]/.test(parts.text));
    }),
  );
});
