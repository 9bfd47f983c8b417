import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { askModels, countTokens, loadTokenizer, tokenCounter } from "../../src/model/index.js";
import { ask } from "./server/asking.js";
import { modelServer } from "./server/model-server.js";

test("without a tokenizer a token is 3.6 bytes", async () => {
  assert.equal(await loadTokenizer("rule-of-thumb"), undefined);
  assert.equal(countTokens(["12345678", "1234567890"]), 5);
  assert.equal(countTokens(["ăăă"]), 2);
});

test("with a tokenizer the tokens are counted, and a model's own marks are text like any other", async () => {
  const tokenizer = await loadTokenizer("gpt-tokenizer");
  assert.equal(countTokens(["Hello there, how are you?"], { tokenizer }), 7);
  assert.equal(countTokens(["Hello there,", " how are you?"], { tokenizer }), 7);
  assert.equal(countTokens(["a<|endoftext|>b"], { tokenizer }), 9);
  assert.equal(countTokens([], { tokenizer }), 0);
});

test("a run of over 2,000 characters without a change between letters and blanks is never given to the tokenizer", () => {
  const given: string[] = [];
  const tokenizer = (text: string) => given.push(text) && 1;
  const long = "a".repeat(2_001);
  const blank = "\n".repeat(3_600);
  assert.equal(
    countTokens([`one ${long} two${blank}three`, "b".repeat(2_000), long], { tokenizer }),
    1 + 1 + 1 + 1 + Math.ceil((2 * 2_001 + 3_600) / 3.6),
  );
  assert.deepEqual(given, ["one ", " two", "three", "b".repeat(2_000)]);
});

test("what the tokenizer is given and the long runs are together the whole text", () => {
  const part = fc.oneof(fc.string(), fc.constantFrom(" ", "\n", "ab ", "a".repeat(2_500), " ".repeat(2_500), "é".repeat(2_001)));
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const text = parts.join("");
      let given = "";
      countTokens([text], {
        tokenizer: (piece) => {
          assert.ok(!/\S{2001}|\s{2001}/.test(piece));
          given += piece;
          return 0;
        },
      });
      assert.equal(given, text.replaceAll(/\S{2001,}|\s{2001,}/g, ""));
    }),
  );
});

test("a tokenizer that is not installed is an error that says how to get it", async () => {
  await assert.rejects(
    loadTokenizer("gpt-tokenizer", () => Promise.reject(new Error("not found"))),
    {
      code: "model/tokenizer",
      message: 'the tokenizer "gpt-tokenizer" is not installed',
      hint: "`npm install gpt-tokenizer@4`, or leave `tokenizer` out",
    },
  );
});

test("the rule of thumb is corrected by what the same model counted last, in a text long enough to tell", () => {
  const counter = tokenCounter();
  const text = ["x".repeat(3_600)];
  counter.learn("a", ["x".repeat(300)], 200);
  assert.deepEqual([counter.isCloseFor("a"), counter.count("a", text)], [false, 1_000]);
  counter.learn("a", text, 1_500);
  counter.learn("b", text, 800);
  assert.deepEqual(
    ["a", "b", "c"].map((model) => [model, counter.isCloseFor(model), counter.count(model, text)]),
    [
      ["a", true, 1_500],
      ["b", true, 800],
      ["c", false, 1_000],
    ],
  );
  counter.learn("a", text, 1_200);
  assert.equal(counter.count("a", ["x".repeat(360)]), 120);
});

test("with a tokenizer nothing has to be learned", () => {
  const counter = tokenCounter({ tokenizer: (text) => text.length });
  counter.learn("a", ["x".repeat(1_000)], 5);
  assert.deepEqual([counter.isCloseFor("a"), counter.count("a", ["xyz"])], [true, 3]);
});

test("a model that does not count for once is counted as it counted the last time, and that is said", async (t) => {
  const says = { parts: [{ text: "x".repeat(360) }] };
  const server = await modelServer(t, "openai", [{ says: { ...says, usage: { input: 500, output: 150 } } }, { says }]);
  const complete = askWith();
  const messages = [{ role: "user" as const, content: "x".repeat(3_600) }];
  const given = await complete(server.model, messages);
  const counted = await complete(server.model, messages);
  assert.deepEqual(
    [given, counted],
    [
      { inputTokens: 500, outputTokens: 150, estimated: false },
      { inputTokens: 500, outputTokens: 50, estimated: true },
    ],
  );
});

function askWith() {
  const complete = askModels({ env: {} });
  return async (model: string, messages: { role: "user"; content: string }[]) =>
    (await complete({ model, messages }, { key: "", signal: new AbortController().signal })).usage;
}

test("a tokenizer can be chosen for what no server counts", async (t) => {
  const server = await modelServer(t, "openai", [{}]);
  const { usage } = await ask(server.model, { tokenizer: "gpt-tokenizer" });
  assert.deepEqual(usage, { inputTokens: 3, outputTokens: 2, estimated: true });
});
