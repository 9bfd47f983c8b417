import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { isStagewrightError } from "../../../src/dsl/index.js";
import { askModels, keyFrom, keyIn } from "../../../src/model/index.js";
import { withoutKey } from "../../../src/model/server/key.js";
import { PROVIDERS } from "./frames.js";
import { modelServer } from "./model-server.js";

const REQUEST = { messages: [{ role: "user" as const, content: "Say hello." }] };
const CONTEXT = { key: "", signal: new AbortController().signal };

for (const provider of PROVIDERS) {
  test(`${provider}: a key that comes with the call is shown in place of the environment's`, async (t) => {
    const server = await modelServer(t, provider, [{}, { refuses: { status: 401, body: '{"error":"bad sk-live-of-the-call"}' } }]);
    const env = { STAGEWRIGHT_API_KEY: "sk-env", ANTHROPIC_API_KEY: "sk-env", OLLAMA_API_KEY: "sk-env" };
    const complete = askModels({ env });
    const apiKey = { variable: "KEY_B", value: "sk-live-of-the-call" };
    await complete({ model: server.model, ...REQUEST }, { ...CONTEXT, apiKey });
    await assert.rejects(complete({ model: server.model, ...REQUEST }, { ...CONTEXT, apiKey }), {
      message: `the server at ${server.base} does not take the key in KEY_B (401): bad [key]`,
      hint: "put a valid key into the environment variable KEY_B",
    });
    const shown = server.received.map(({ headers }) => headers.authorization ?? `Bearer ${String(headers["x-api-key"])}`);
    assert.deepEqual(shown, ["Bearer sk-live-of-the-call", "Bearer sk-live-of-the-call"]);
  });
}

test("a key that comes with the call and that no header can hold is refused before anything is sent", async (t) => {
  const server = await modelServer(t, "openai", [{}]);
  const apiKey = { variable: "KEY_B", value: "sk-live\nabcdef" };
  const error: unknown = await askModels({ env: {} })({ model: server.model, ...REQUEST }, { ...CONTEXT, apiKey }).catch(
    (thrown: unknown) => thrown,
  );
  assert.ok(isStagewrightError(error) && !inspect(error).includes("abcdef"));
  assert.equal(error.message, "the key in the environment variable KEY_B holds characters that no key has");
  assert.equal(server.received.length, 0);
});

test("an account that has run out is named by the variable of its key", async (t) => {
  const server = await modelServer(t, "openai", [{ refuses: { status: 402, body: '{"error":{"message":"Insufficient Balance"}}' } }]);
  const complete = askModels({ env: {} });
  await assert.rejects(complete({ model: server.model, ...REQUEST }, { ...CONTEXT, apiKey: { variable: "KEY_B", value: "sk-live-b" } }), {
    code: "model/quota",
    message: `the server at ${server.base} takes no more from the account behind the key in KEY_B (402): Insufficient Balance`,
    hint: "add credit there, or take another key",
  });
  await assert.rejects(complete({ model: server.model, ...REQUEST }, CONTEXT), {
    code: "model/quota",
    message: `the server at ${server.base} takes no more from the account (402): Insufficient Balance`,
    hint: "add credit there, or put a key into the environment variable STAGEWRIGHT_API_KEY or OPENAI_API_KEY",
  });
});

test("a key is read without the space around it, and an empty variable holds none", () => {
  const env = { A: " sk-a ", B: "  ", OPENAI_API_KEY: "sk-o" };
  assert.deepEqual([keyIn(env, "A"), keyIn(env, "B"), keyIn(env, "C")], [{ variable: "A", value: "sk-a" }, undefined, undefined]);
  assert.deepEqual(keyFrom(env, "openai"), { variable: "OPENAI_API_KEY", value: "sk-o" });
});

test("a key is taken out of a text however it is spelled there", () => {
  const key = { variable: "A", value: 'sk/1+"x' };
  assert.equal(
    withoutKey('raw sk/1+"x, JSON sk/1+\\"x and sk\\/1+\\"x, address sk%2F1%2B%22x', key),
    "raw [key], JSON [key] and [key], address [key]",
  );
  assert.equal(withoutKey("no key", undefined), "no key");
  assert.equal(withoutKey("abc", { variable: "A", value: "abc" }), "abc");
});
