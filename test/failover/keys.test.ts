import assert from "node:assert/strict";
import { test } from "node:test";
import { coolDownMemory } from "../../src/failover/index.js";
import { type Answering, modelServer, type Received } from "../model/server/model-server.js";
import { refuses, rig } from "./rig.js";

const ENV = { KEY_A: "sk-live-aaaa1111bbbb", KEY_B: "sk-live-bbbb2222cccc" };
const QUOTA = '{"error":{"message":"You exceeded your current quota.","code":"insufficient_quota"}}';

/** Answers by the key that is shown; one that is not named is good. */
const byKey = (answers: Readonly<Record<string, Answering>>) => (request: Received) => answers[shownIn(request)] ?? {};
const shownIn = ({ headers }: Received) => headers.authorization?.replace("Bearer ", "") ?? String(headers["x-api-key"] ?? "none");

test("a key that is refused is followed by the next, and rests for ten minutes", async (t) => {
  const server = await modelServer(t, "openai", byKey({ [ENV.KEY_A]: refuses(401) }));
  const { ask, clock } = rig({ env: ENV, catalog: { big: { model: server.model, keys: ["KEY_A", "KEY_B"] } } });
  const { tried } = await ask({ model: "big" });
  assert.deepEqual(tried, [
    {
      model: "big",
      key: "KEY_A",
      code: "model/key",
      message: `the server at ${server.base} does not take the key in KEY_A (401)`,
      next: "next key",
    },
  ]);
  clock.now += 599_999;
  assert.equal((await ask({ model: "big" })).tried, undefined);
  clock.now += 1;
  await ask({ model: "big" });
  const { KEY_A, KEY_B } = ENV;
  assert.deepEqual(server.received.map(shownIn), [KEY_A, KEY_B, KEY_B, KEY_A, KEY_B]);
});

test("a key whose account has run out is followed by the next, whatever status says so, and rests as long as the server says", async (t) => {
  const ways: readonly Answering[] = [
    refuses(429, { body: QUOTA, headers: { "retry-after": "7200" } }),
    refuses(402, { body: '{"error":{"message":"Insufficient Balance"}}', headers: { "retry-after": "7200" } }),
    refuses(400, {
      body: '{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low."}}',
      headers: { "retry-after": "7200" },
    }),
  ];
  for (const way of ways) {
    const server = await modelServer(t, "anthropic", byKey({ [ENV.KEY_A]: way }));
    const coolDowns = coolDownMemory();
    const { ask } = rig({ env: ENV, coolDowns, catalog: { big: { model: server.model, keys: ["KEY_A", "KEY_B"] } } });
    const { tried = [] } = await ask({ model: "big" });
    assert.deepEqual(
      tried.map(({ key, code, next }) => [key, code, next]),
      [["KEY_A", "model/quota", "next key"]],
    );
    const key = { variable: "KEY_A", server: `anthropic ${server.base}`, value: ENV.KEY_A };
    assert.equal((await coolDowns.of(key))?.until.toISOString(), "2026-03-19T12:00:00.000Z");
  }
});

test("a server that is only busy is asked again with the same key, then with the next", async (t) => {
  const server = await modelServer(t, "openai", byKey({ [ENV.KEY_A]: refuses(429, { headers: { "retry-after": "30" } }) }));
  const { ask, waits } = rig({ env: ENV, catalog: { big: { model: server.model, keys: ["KEY_A", "KEY_B"] } } });
  const { tried = [] } = await ask({ model: "big" });
  assert.deepEqual(
    tried.map(({ key, next }) => [key, next]),
    [
      ["KEY_A", "again"],
      ["KEY_A", "again"],
      ["KEY_A", "next key"],
    ],
  );
  assert.deepEqual(waits, [30_000, 30_000]);
  // For as long as the server said, other calls leave that key alone too.
  await ask({ model: "big" });
  assert.equal(shownIn(server.received.at(-1) ?? assert.fail()), ENV.KEY_B);
  assert.equal(server.received.length, 5);
});

test("with every key at rest the next model is asked; alone, a short rest is waited for and a long one is told", async (t) => {
  const server = await modelServer(t, "openai", [refuses(401), {}]);
  const other = await modelServer(t, "ollama", [{}]);
  const { ask, failure, waits, clock } = rig({
    env: ENV,
    catalog: { big: { model: server.model, keys: ["KEY_A"] }, small: { model: other.model } },
  });
  await failure({ model: "big" });
  const { tried } = await ask({ model: "big", fallbacks: ["small"] });
  const message = 'the key of "big" rests: KEY_A until 2026-03-19T10:10:00.000Z (model/key, status 401)';
  assert.deepEqual(tried, [{ model: "big", code: "model/keys-rest", message, next: "next model" }]);
  const long = await failure({ model: "big" });
  assert.deepEqual(
    { code: long.code, message: long.message, hint: long.hint, retryAt: "retryAt" in long && long.retryAt },
    {
      code: "model/keys-rest",
      message,
      hint: "wait until then, or put another key into KEY_A: that is tried at once",
      retryAt: "2026-03-19T10:10:00.000Z",
    },
  );
  clock.now = Date.parse("2026-03-19T10:09:15Z");
  const short = await ask({ model: "big" });
  assert.deepEqual([short.text, short.tried?.[0]?.waitedMs, waits], ["Hello.", 45_000, [45_000]]);
  assert.equal(server.received.length, 2);
});

test("of several keys at rest the one that is free first counts", async (t) => {
  const server = await modelServer(
    t,
    "openai",
    byKey({ [ENV.KEY_A]: refuses(401), [ENV.KEY_B]: refuses(429, { body: QUOTA, headers: { "retry-after": "300" } }) }),
  );
  const { failure } = rig({ env: ENV, catalog: { big: { model: server.model, keys: ["KEY_A", "KEY_B"] } } });
  const first = await failure({ model: "big" });
  assert.equal(
    first.message,
    [
      "no model gave an answer, after 2 tries:",
      `  "big" with KEY_A: the server at ${server.base} does not take the key in KEY_A (401)`,
      `  "big" with KEY_B: the server at ${server.base} takes no more from the account behind the key in KEY_B (429): You exceeded your current quota`,
    ].join("\n"),
  );
  const second = await failure({ model: "big" });
  assert.equal(
    second.message,
    'every key of "big" rests: KEY_A until 2026-03-19T10:10:00.000Z (model/key, status 401), KEY_B until 2026-03-19T10:05:00.000Z (model/quota, status 429)',
  );
  assert.equal("retryAt" in second && second.retryAt, "2026-03-19T10:05:00.000Z");
});

test("another key in the same variable is tried at once, and a key that rests on one server is good on another", async (t) => {
  const server = await modelServer(t, "openai", byKey({ [ENV.KEY_A]: refuses(401) }));
  const other = await modelServer(t, "openai", [{}]);
  const coolDowns = coolDownMemory();
  const catalog = { big: { model: server.model, keys: ["KEY_A"] }, small: { model: other.model, keys: ["KEY_A"] } };
  await rig({ env: ENV, coolDowns, catalog }).failure({ model: "big" });
  assert.equal((await rig({ env: ENV, coolDowns, catalog }).ask({ model: "small" })).tried, undefined);
  assert.equal((await rig({ env: { KEY_A: ENV.KEY_B }, coolDowns, catalog }).ask({ model: "big" })).tried, undefined);
});

test("a variable that is not set is passed over; with none set the model is not asked", async (t) => {
  const server = await modelServer(t, "openai", [{}]);
  const catalog = { big: { model: server.model, keys: ["KEY_A", "KEY_B"] }, one: { model: server.model, keys: ["KEY_A"] } };
  const { KEY_B } = ENV;
  assert.equal((await rig({ env: { KEY_B }, catalog }).ask({ model: "big" })).tried, undefined);
  assert.deepEqual(server.received.map(shownIn), [KEY_B]);
  const none = await rig({ catalog }).failure({ model: "big" });
  assert.deepEqual(
    [none.code, none.message, none.hint],
    ["model/key", 'there is no key for "big": KEY_A and KEY_B are not set', "put the key into the environment variable KEY_A or KEY_B"],
  );
  assert.equal((await rig({ catalog }).failure({ model: "one" })).message, 'there is no key for "one": KEY_A is not set');
  const { tried = [] } = await rig({ catalog }).ask({ model: "big", fallbacks: [server.model] });
  assert.deepEqual(
    tried.map(({ key, code, next }) => [key, code, next]),
    [[undefined, "model/key", "next model"]],
  );
});

test("a variable that holds what cannot be a key is passed over and named", async (t) => {
  const server = await modelServer(t, "openai", [{}]);
  const env = { ...ENV, KEY_A: "sk-live aaaa" };
  const { tried } = await rig({ env, catalog: { big: { model: server.model, keys: ["KEY_A", "KEY_B"] } } }).ask({ model: "big" });
  assert.deepEqual(tried, [
    {
      model: "big",
      key: "KEY_A",
      code: "model/key",
      message: "the key in the environment variable KEY_A holds characters that no key has",
      next: "next key",
    },
  ]);
});

test("a model whose entry names no keys is shown its provider's own, and no second one", async (t) => {
  const server = await modelServer(t, "openai", [refuses(401)]);
  const env = { STAGEWRIGHT_API_KEY: ENV.KEY_A, OPENAI_API_KEY: ENV.KEY_B };
  const { failure } = rig({ env, catalog: { big: { model: server.model } } });
  const first = await failure({ model: "big" });
  assert.equal(first.message, `the server at ${server.base} does not take the key in STAGEWRIGHT_API_KEY (401)`);
  assert.equal((await failure({ model: "big" })).code, "model/keys-rest");
  assert.deepEqual(server.received.map(shownIn), [ENV.KEY_A]);
});

test("a server without a key is asked without one", async (t) => {
  const server = await modelServer(t, "ollama", [{}]);
  assert.equal((await rig({ env: ENV }).ask({ model: server.model })).tried, undefined);
  assert.deepEqual(server.received.map(shownIn), ["none"]);
});
