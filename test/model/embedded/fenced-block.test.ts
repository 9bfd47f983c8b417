import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { lastFencedBlock } from "../../../src/model/embedded/fenced-block.js";

test("the last block with the label is read", () => {
  assert.equal(lastFencedBlock("```json\n1\n```\ntext\n```json\n2\n```\n```outline\nA\n```", "json"), "2");
});

test("a fence inside a longer fence is content", () => {
  assert.equal(lastFencedBlock("````json\n```\n{}\n```json\n````\n", "json"), "```\n{}\n```json");
  assert.equal(lastFencedBlock("````text\n```json\n1\n```\n````\n", "json"), undefined);
});

test("a block that is not closed goes to the end, and one that is not there is nothing", () => {
  assert.equal(lastFencedBlock("```json\r\n{\r\n}", "json"), "{\n}");
  assert.equal(lastFencedBlock("no `json` here", "json"), undefined);
});

test("whatever JSON is put into a block comes out of it, with any text around it that opens no block", () => {
  fc.assert(
    fc.property(fc.json(), fc.stringMatching(/^[a-z #`-]*$/), (json, around) => {
      fc.pre(!/^ {0,3}```/m.test(around));
      assert.equal(lastFencedBlock(`${around}\n\`\`\`json\n${json}\n\`\`\`\n${around}`, "json"), json);
    }),
  );
});
