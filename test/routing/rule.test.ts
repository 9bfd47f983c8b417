import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { fits, misfit, ruleText } from "../../src/routing/rule.js";

const question = { pipeline: "publisher", stage: "draft", trigger: "cron", signals: { inputTokens: 0, sources: 0 } };

describe("a rule", () => {
  test("fits where all that it asks for is so, and says what is not", () => {
    assert.equal(misfit({}, question), undefined);
    assert.equal(misfit({ pipeline: "publisher", stage: ["edit", "draft"], trigger: "cron" }, question), undefined);
    assert.equal(misfit({ pipeline: "digest" }, question), 'pipeline is "publisher", not "digest"');
    assert.equal(misfit({ pipeline: "*", stage: ["edit", "fix-*"] }, question), 'stage is "draft", not "edit" or "fix-*"');
    assert.equal(misfit({ channel: "*" }, question), "no channel is known");
  });

  test("is told by what it asks for", () => {
    assert.equal(ruleText({ pipeline: "publisher" }), "pipeline publisher");
    assert.equal(ruleText({ session: "chat", stage: ["draft", "edit"] }), "stage draft or edit, session chat");
    assert.equal(ruleText({}), "everything");
  });
});

describe("a pattern", () => {
  for (const [pattern, name, does] of [
    ["draft", "draft", true],
    ["draft", "draft-2", false],
    ["dra*", "draft", true],
    ["*aft", "draft", true],
    ["*", "", true],
    ["d*t", "draft", true],
    ["ab*ba", "aba", false],
    ["*a*a*", "a", false],
    ["a.c", "abc", false],
    ["Draft", "draft", false],
  ] as const) {
    test(`"${pattern}" ${does ? "fits" : "does not fit"} "${name}"`, () => assert.equal(fits(pattern, name), does));
  }

  test("fits what an expression of the same meaning fits", () => {
    const letters = (set: string) => fc.string({ unit: fc.constantFrom(...set), maxLength: 8 });
    fc.assert(
      fc.property(letters("ab*"), letters("ab"), (pattern, name) => {
        assert.equal(fits(pattern, name), new RegExp(`^${pattern.replaceAll("*", ".*")}$`).test(name));
      }),
      { numRuns: 500 },
    );
  });
});
