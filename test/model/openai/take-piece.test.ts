import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isPlain, takePiece } from "../../../src/model/openai/take-piece.js";
import { noAnswerYet } from "../../../src/model/server/answer.js";

/** What a field may hold that should be a text, and what servers put there by mistake. */
const field = fc.oneof(
  { weight: 4, arbitrary: fc.string() },
  fc.constantFrom(null, undefined),
  fc.constantFrom(1, true, [], {}, [{ type: "text", text: "x" }]),
);
const number = fc.oneof({ weight: 4, arbitrary: fc.nat() }, fc.constantFrom(null, undefined, 1.5, "3", 2 ** 60));
const part = fc.oneof(
  { weight: 6, arbitrary: fc.record({ content: field, reasoning_content: field, reasoning: field }, { requiredKeys: [] }) },
  fc.record({
    content: field,
    tool_calls: fc.constantFrom(null, [], [{ index: 0, id: "c", function: { name: "read", arguments: "{}" } }], 7),
  }),
  fc.constantFrom(null, undefined, "text", []),
);
const choice = fc.oneof(
  { weight: 6, arbitrary: fc.record({ delta: part, finish_reason: field }, { requiredKeys: ["delta"] }) },
  fc.record({ message: part, finish_reason: field }),
  fc.constantFrom(null, 3),
);
const usage = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      prompt_tokens: number,
      completion_tokens: number,
      prompt_tokens_details: fc.constantFrom(null, undefined, { cached_tokens: 2 }),
    }),
  },
  fc.constantFrom(null, undefined, "many"),
);
const piece = fc.record(
  { model: field, choices: fc.oneof({ weight: 6, arbitrary: fc.array(choice, { maxLength: 2 }) }, fc.constantFrom(null, {})), usage },
  { requiredKeys: ["choices"] },
);

function taken(value: unknown) {
  const answer = noAnswerYet();
  const isTaken = takePiece(answer, value, { isWhole: false });
  return { isTaken, answer };
}

test("what is taken for plain is what the schema makes of it", () => {
  let plain = 0;
  fc.assert(
    fc.property(piece, (value) => {
      if (!isPlain(value)) return;
      plain += 1;
      // One more choice, which counts for nothing, sends the same piece through the schema.
      const same = { ...value, choices: [...(value.choices ?? []), {}] };
      assert.equal(isPlain(same), false);
      assert.deepEqual(taken(value), taken(same));
      assert.equal(taken(value).isTaken, true);
    }),
    { numRuns: 2_000 },
  );
  assert.ok(plain > 100, `only ${plain} pieces were plain`);
});

test("a text and a count are plain; a call, a list of parts, a whole answer and a field of another type are not", () => {
  const plain = [
    { model: "m", choices: [{ index: 0, delta: { role: "assistant", content: "Hello" }, finish_reason: null }] },
    { choices: [{ delta: {}, finish_reason: "stop" }] },
    { choices: [], usage: { prompt_tokens: 9, completion_tokens: 2 } },
  ];
  const others = [
    "text",
    {},
    { choices: [{ delta: { tool_calls: [{ index: 0 }] } }] },
    { choices: [{ delta: { content: [{ type: "text", text: "Hello" }] } }] },
    { choices: [{ message: { content: "Hello" } }] },
    { choices: [{ delta: { content: 3 } }] },
    { choices: [{ delta: { content: "Hello" }, finish_reason: 3 }] },
    { model: 3, choices: [] },
    { choices: [], usage: { prompt_tokens: 1.5, completion_tokens: 2 } },
    { choices: [], usage: { prompt_tokens: 9, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 4 } } },
  ];
  assert.deepEqual(
    plain.map(isPlain),
    plain.map(() => true),
  );
  assert.deepEqual(
    others.map(isPlain),
    others.map(() => false),
  );
});

test("a piece whose fields have other types is none, however much it looks like one", () => {
  assert.equal(taken({ choices: [{ delta: { content: 3 } }] }).isTaken, false);
  assert.equal(taken({ choices: [{ delta: { content: "Hello" }, finish_reason: 3 }] }).isTaken, false);
  assert.equal(taken({ model: 3, choices: [] }).isTaken, false);
  assert.equal(taken("Hello").isTaken, false);
});
