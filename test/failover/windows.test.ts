import assert from "node:assert/strict";
import { test } from "node:test";
import { StagewrightError } from "../../src/dsl/index.js";
import { modelServer } from "../model/server/model-server.js";
import { refuses, rig } from "./rig.js";

const TOO_LONG = refuses(400, {
  body: '{"error":{"code":400,"message":"too long","type":"exceed_context_size_error","n_prompt_tokens":5000,"n_ctx":4096}}',
});

/** So many bytes that the rule of thumb makes this many tokens of them. */
const words = (tokens: number) => [{ role: "user", content: "x".repeat(Math.floor(tokens * 3.6)) }];

test("a request that a server finds too long goes to the first window that is large enough, past all others", async (t) => {
  const small = await modelServer(t, "openai", [TOO_LONG]);
  const others = await modelServer(t, "openai", [{}]);
  const catalog = {
    small: { model: small.model, contextTokens: 8_192 },
    same: { model: others.model, contextTokens: 4_096 },
    larger: { model: others.model, contextTokens: 4_999 },
    unknown: { model: others.model },
    large: { model: others.model, contextTokens: 5_000 },
  };
  const seen: string[] = [];
  const { ask } = rig({ catalog, around: ({ model }) => seen.push(model) });
  const { tried } = await ask({ model: "small", fallbacks: ["same", "larger", "unknown", "large"] });
  assert.deepEqual(seen, ["small", "large"]);
  assert.deepEqual(tried, [
    {
      model: "small",
      code: "model/context",
      message: `the request is, with 5000 tokens, too long for the window of 4096 tokens of "m" at ${small.base} (400): too long`,
      next: "larger window",
    },
  ]);
});

test("a request that is too long for all is asked once, and fails by that name", async (t) => {
  const small = await modelServer(t, "openai", [TOO_LONG]);
  const other = await modelServer(t, "openai", [{}]);
  const { failure, waits } = rig();
  const { code, message, hint } = await failure({ model: small.model, fallbacks: [other.model] });
  assert.deepEqual(
    [code, message, hint],
    [
      "model/context",
      `the request is, with 5000 tokens, too long for the window of 4096 tokens of "m" at ${small.base} (400): too long`,
      "send less, ask for a shorter answer, or take a model with a larger window",
    ],
  );
  assert.deepEqual([small.received.length, other.received.length, waits], [1, 0, []]);
});

test("where the larger window is too small as well, the error lists both and keeps the name", async (t) => {
  const small = await modelServer(t, "openai", [TOO_LONG]);
  const large = await modelServer(t, "openai", [refuses(400, { body: '{"error":"prompt is too long: 9000 tokens > 8192 maximum"}' })]);
  const catalog = { small: { model: small.model }, large: { model: large.model, contextTokens: 8_192 } };
  const { failure } = rig({ catalog });
  const { code, message } = await failure({ model: "small", fallbacks: ["large"] });
  assert.equal(code, "model/context");
  assert.equal(
    message,
    [
      "the request fits into no model that may answer it, after 2 tries:",
      `  "small": the request is, with 5000 tokens, too long for the window of 4096 tokens of "m" at ${small.base} (400): too long`,
      `  "large": the request is, with 9000 tokens, too long for the window of 8192 tokens of "m" at ${large.base} (400): prompt is too long: 9000 tokens > 8192 maximum`,
    ].join("\n"),
  );
});

test("a request that clearly does not fit is not sent", async (t) => {
  const server = await modelServer(t, "openai", [{}]);
  const catalog = {
    small: { model: server.model, contextTokens: 4_096, maxTokens: 1_000 },
    large: { model: server.model, contextTokens: 32_768 },
  };
  const seen: string[] = [];
  const { ask, failure } = rig({ catalog, around: ({ model }) => seen.push(model) });
  const { tried } = await ask({ model: "small", fallbacks: ["large"], messages: words(5_000) });
  const message = 'the request takes about 6000 tokens with its answer, and the window of "small" is 4096: it was not sent';
  assert.deepEqual(tried, [{ model: "small", code: "model/context", message, next: "larger window" }]);
  const error = await failure({ model: "small", messages: words(5_000) });
  assert.deepEqual(
    [error.code, error.message, error.hint],
    ["model/context", message, "send less, ask for a shorter answer, or name a model with a larger window as a fallback"],
  );
  assert.deepEqual(seen, ["large"]);
});

test("by the rule of thumb alone a request that may fit is sent; by a model's own counts it is known", async (t) => {
  // The server counts one token for each 1.8 bytes: twice as many as the rule of thumb.
  const usage = { input: 2_000, output: 5 };
  const server = await modelServer(t, "openai", [{ says: { parts: [{ text: "Hello." }], usage } }]);
  const catalog = { small: { model: server.model, contextTokens: 4_096 } };
  const { ask, failure } = rig({ catalog });
  await ask({ model: "small", messages: words(1_000) });
  const { message } = await failure({ model: "small", messages: words(2_500) });
  assert.equal(message, 'the request takes about 5000 tokens with its answer, and the window of "small" is 4096: it was not sent');
  const fresh = rig({ catalog });
  await fresh.ask({ model: "small", messages: words(4_500) });
  assert.equal(server.received.length, 2);
});

test("where a request says how large Ollama's window is to be, that window counts", async (t) => {
  const server = await modelServer(t, "ollama", [{}]);
  const catalog = { small: { model: server.model, contextTokens: 32_768 } };
  const { failure, ask } = rig({ catalog });
  const { message } = await failure({ model: "small", messages: words(6_000), contextTokens: 4_096 });
  assert.equal(message, 'the request takes about 6000 tokens with its answer, and the window of "small" is 4096: it was not sent');
  await ask({ model: "small", messages: words(6_000) });
});

test("a place in a pool that is too small leads to a larger window", async (t) => {
  const server = await modelServer(t, "openai", [{}]);
  const catalog = { small: { model: server.model }, large: { model: server.model, contextTokens: 32_768 } };
  const around = ({ model }: { model: string }) => {
    if (model === "small") throw new StagewrightError("permit/too-large", "a call of this size has no place");
  };
  const { tried } = await rig({ catalog, around }).ask({ model: "small", fallbacks: ["large"] });
  assert.deepEqual(tried, [
    { model: "small", code: "permit/too-large", message: "a call of this size has no place", next: "larger window" },
  ]);
});
