import assert from "node:assert/strict";
import { test } from "node:test";
import { askAgain, type CompleteRequest, type FailureReason } from "../../../src/model/index.js";

const request: CompleteRequest = {
  model: "small",
  messages: [{ role: "user", content: "Write." }],
  tools: [{ name: "read", parameters: { type: "object" } }],
};
const none: ReadonlySet<FailureReason> = new Set();

test("after reasoning without an answer the same is asked with reasoning off", () => {
  assert.deepEqual(askAgain(request, { reason: "reasoning-only" }, none), { ...request, reasoning: "off" });
});

test("after calls written as text the tools are taken away, and said to be gone", () => {
  const again = askAgain(request, { reason: "markup-only" }, none);
  assert.equal(again?.tools, undefined);
  assert.equal(again?.messages.length, 2);
});

test("after an answer that does not fit, each complaint is a line", () => {
  const offSchema = { text: "{}", complaints: ['"title": is\nmissing', '"words": is missing'] };
  const again = askAgain(request, { reason: "off-schema", offSchema }, none);
  assert.deepEqual(again?.messages.slice(1), [
    { role: "assistant", content: "{}" },
    {
      role: "user",
      content:
        'Your answer does not fit what is asked for:\n\n- "title": is missing\n- "words": is missing\n\nGive the whole answer again, mended, and nothing else.',
    },
  ]);
});

test("no reason is asked about twice, and most not even once", () => {
  const reasons: readonly FailureReason[] = ["empty", "preamble-only", "truncated", "refused", "looping", "timed-out", "provider-error"];
  for (const reason of reasons) assert.equal(askAgain(request, { reason }, none), undefined, reason);
  for (const reason of ["reasoning-only", "markup-only"] as const)
    assert.equal(askAgain(request, { reason }, new Set([reason])), undefined);
});
