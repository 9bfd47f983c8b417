import assert from "node:assert/strict";
import { test } from "node:test";
import { StagewrightError } from "../../src/dsl/index.js";
import { coolDownMemory, failover } from "../../src/failover/index.js";
import type { Complete, CompleteRequest, Completion } from "../../src/model/index.js";
import { handTimer } from "../model/server/asking.js";
import { modelServer } from "../model/server/model-server.js";
import { refuses, rig } from "./rig.js";

test("an answer at once says nothing of tries", async (t) => {
  const server = await modelServer(t, "openai", [{}]);
  const { ask, told } = rig();
  const { text, tried } = await ask({ model: server.model });
  assert.deepEqual([text, tried, told], ["Hello.", undefined, []]);
});

test("a server that fails twice is asked again after one second and after two, of which chance takes up to a half", async (t) => {
  const server = await modelServer(t, "openai", [refuses(500), refuses(502), {}]);
  const { ask, waits, told } = rig({ random: () => 0.5 });
  const { text, tried } = await ask({ model: server.model });
  assert.equal(text, "Hello.");
  assert.deepEqual(waits, [750, 1_500]);
  assert.deepEqual(tried, [
    { model: server.model, code: "model/server", message: `the server at ${server.base} failed (500)`, next: "again", waitedMs: 750 },
    { model: server.model, code: "model/server", message: `the server at ${server.base} failed (502)`, next: "again", waitedMs: 1_500 },
  ]);
  assert.deepEqual(told, tried);
});

test("what a server asks to wait is waited, in seconds or until a moment", async (t) => {
  const server = await modelServer(t, "openai", [
    refuses(429, { headers: { "retry-after": "20" } }),
    refuses(503, { headers: { "retry-after": "Thu, 19 Mar 2026 10:00:50 GMT" } }),
    {},
  ]);
  const { ask, waits } = rig();
  const { tried = [] } = await ask({ model: server.model });
  assert.deepEqual(waits, [20_000, 30_000]);
  assert.deepEqual(
    tried.map(({ code, next }) => [code, next]),
    [
      ["model/busy", "again"],
      ["model/server", "again"],
    ],
  );
});

test("a server that asks for a longer wait than the most is not waited for", async (t) => {
  const busy = await modelServer(t, "openai", [refuses(429, { headers: { "retry-after": "61" } })]);
  const other = await modelServer(t, "anthropic", [{}]);
  const { ask, failure, waits } = rig();
  const { tried = [] } = await ask({ model: busy.model, fallbacks: [other.model] });
  assert.deepEqual([waits, tried.map(({ next }) => next)], [[], ["next model"]]);
  const { code, hint } = await failure({ model: busy.model });
  assert.deepEqual([code, hint], ["model/busy", "it asks to wait 61 s before the next try"]);
});

test("the most that is waited, and how often, are settings", async (t) => {
  const server = await modelServer(t, "openai", [refuses(500)]);
  const { failure, waits } = rig({ settings: { tries: 4, longestWaitMs: 1_500 } });
  const { message } = await failure({ model: server.model });
  const line = `  "${server.model}": the server at ${server.base} failed (500)`;
  assert.equal(message, `no model gave an answer, after 4 tries:\n${[line, line, line, line].join("\n")}`);
  assert.deepEqual(waits, [1_000, 1_500, 1_500]);
});

test("a model that is silent is left for the next", async (t) => {
  const silent = await modelServer(t, "openai", [{ hangsAfter: 0 }]);
  const other = await modelServer(t, "ollama", [{}]);
  const { timer, fire, heard } = handTimer();
  const { ask, waits } = rig({ timer });
  const asked = ask({ model: silent.model, fallbacks: [other.model] });
  await heard(1);
  fire();
  const { text, tried } = await asked;
  assert.deepEqual([text, waits], ["Hello.", []]);
  assert.deepEqual(tried, [
    { model: silent.model, code: "model/silent", message: `"m" at ${silent.base} said nothing for 300 seconds`, next: "next model" },
  ]);
});

test("an answer that breaks off is left for the next model, and asked for again where there is none", async (t) => {
  const cut = await modelServer(t, "openai", [{ breaksAfter: 1 }, { breaksAfter: 1 }, {}]);
  const other = await modelServer(t, "anthropic", [{}]);
  const { ask, waits } = rig();
  const first = await ask({ model: cut.model, fallbacks: [other.model] });
  const second = await ask({ model: cut.model });
  assert.deepEqual(
    [first, second].map(({ tried = [] }) => tried.map(({ code, next }) => [code, next])),
    [[["model/cut-off", "next model"]], [["model/cut-off", "again"]]],
  );
  assert.deepEqual(waits, [1_000]);
});

test("a server that refuses, lacks the model, speaks another language or is not there is left for the next", async (t) => {
  const refusing = await modelServer(t, "openai", [refuses(400, { body: '{"error":"no tools here"}' })]);
  const lacking = await modelServer(t, "ollama", [refuses(404)], ["other"]);
  const strange = await modelServer(t, "openai", [refuses(200, { body: "<html></html>" })]);
  const gone = await modelServer(t, "openai", [{ hangsUp: true }]);
  const good = await modelServer(t, "anthropic", [{}]);
  const { ask, waits } = rig();
  const { text, tried = [] } = await ask({
    model: refusing.model,
    fallbacks: [lacking.model, strange.model, gone.model, refusing.model, good.model],
  });
  assert.equal(text, "Hello.");
  assert.deepEqual(
    tried.map(({ model, code, next }) => [model, code, next]),
    [
      [refusing.model, "model/refused", "next model"],
      [lacking.model, "model/not-served", "next model"],
      [strange.model, "model/answer", "next model"],
      [gone.model, "model/unreachable", "again"],
      [gone.model, "model/unreachable", "again"],
      [gone.model, "model/unreachable", "next model"],
    ],
  );
  assert.deepEqual(waits, [1_000, 2_000]);
  assert.equal(refusing.received.length, 1, "a model that stands twice in a chain is asked once");
});

test("where all models failed, one error lists each try and gives the hint that a person can follow", async (t) => {
  const unknown = await modelServer(t, "openai", [refuses(401)]);
  const failing = await modelServer(t, "openai", [refuses(500, { body: "out of memory" })]);
  const { failure, told } = rig({
    catalog: { big: { model: unknown.model, keys: ["BIG_KEY"] }, small: { model: failing.model } },
    env: { BIG_KEY: "sk-live-abcdef123456" },
    settings: { tries: 2 },
  });
  const { code, message, hint } = await failure({ model: "big", fallbacks: ["small"] });
  assert.equal(code, "model/exhausted");
  assert.equal(
    message,
    [
      "no model gave an answer, after 3 tries:",
      `  "big" with BIG_KEY: the server at ${unknown.base} does not take the key in BIG_KEY (401)`,
      `  "small": the server at ${failing.base} failed (500): out of memory`,
      `  "small": the server at ${failing.base} failed (500): out of memory`,
    ].join("\n"),
  );
  assert.equal(hint, "put a valid key into the environment variable BIG_KEY");
  assert.deepEqual(
    told.map(({ next }) => next),
    ["next model", "again", "give up"],
  );
});

test("a single failure is thrown as it came", async (t) => {
  const server = await modelServer(t, "openai", [refuses(400, { body: '{"error":"no tools here"}' })]);
  const { failure } = rig();
  const { code, message } = await failure({ model: server.model });
  assert.deepEqual([code, message], ["model/refused", `the server at ${server.base} refused the request (400): no tools here`]);
});

test("a server that never comes back says when it is worth asking again, the earliest that is known", async (t) => {
  const one = await modelServer(t, "openai", [refuses(429, { headers: { "retry-after": "7200" } })]);
  const two = await modelServer(t, "openai", [refuses(503, { headers: { "retry-after": "3600" } })]);
  const { failure } = rig();
  const error = await failure({ model: one.model, fallbacks: [two.model] });
  assert.deepEqual(
    { code: error.code, retryAt: "retryAt" in error && error.retryAt },
    {
      code: "model/exhausted",
      retryAt: "2026-03-19T11:00:00.000Z",
    },
  );
});

test("around the providers a model goes by its short name, and they are asked by what it stands for", async (t) => {
  const server = await modelServer(t, "ollama", [{}]);
  const catalog = { small: { model: server.model, contextTokens: 8_192, maxTokens: 500, reasoningTokens: 900 } };
  const seen: unknown[] = [];
  const around = (request: CompleteRequest) => seen.push([request.model, request.maxTokens, request.reasoningTokens, request.fallbacks]);
  const { ask } = rig({ catalog, around });
  await ask({ model: "small", fallbacks: ["embedded"] });
  await ask({ model: "small", maxTokens: 20 });
  assert.deepEqual(seen, [
    ["small", 500, 900, undefined],
    ["small", 20, 900, undefined],
  ]);
  assert.deepEqual(
    server.received.map(({ body }) => [body.model, body.options]),
    [
      ["m", { num_ctx: 8_192, num_predict: 500 }],
      ["m", { num_ctx: 8_192, num_predict: 20 }],
    ],
  );
});

test("an unknown name in a chain is an error with the nearest name, before anything is asked", async (t) => {
  const server = await modelServer(t, "openai", [{}]);
  const { failure } = rig({ catalog: { small: { model: server.model }, large: { model: server.model } } });
  const { code, message, hint } = await failure({ model: "small", fallbacks: ["larg"] });
  assert.deepEqual(
    [code, message, hint],
    ["model/unknown", 'the config has no model "larg"', 'the nearest of its 2 names are "large", "small"'],
  );
  const alone = rig({ catalog: { small: { model: server.model } } });
  assert.equal((await alone.failure({ model: "smal" })).hint, 'the nearest of its one name is "small"');
  const empty = await rig().failure({ model: "small" });
  assert.deepEqual(
    [empty.message, empty.hint],
    ['the config has no model "small"', 'its `models` name none; write a provider and a model, as in "ollama:#qwen3", or add it there'],
  );
  assert.equal((await rig().failure({ model: "olama:#qwen3" })).message, 'there is no model "olama:#qwen3"');
  assert.equal(server.received.length, 0);
});

test("a refusal for want of budget ends the chain at once, as it was thrown", async () => {
  const refusal = new StagewrightError("budget/exceeded", "no room");
  const { ask, asked } = faked(() => Promise.reject(refusal));
  await assert.rejects(ask({ model: "embedded", fallbacks: ["ollama:#m"] }), refusal);
  assert.deepEqual(asked, ["embedded"]);
});

test("an error of the code itself ends the chain at once, as it was thrown", async () => {
  const bug = new TypeError("x is not a function");
  const { ask, asked } = faked(() => Promise.reject(bug));
  await assert.rejects(ask({ model: "embedded", fallbacks: ["ollama:#m"] }), bug);
  assert.deepEqual(asked, ["embedded"]);
});

test("a call that is cancelled ends at once with the reason, in the middle of an answer and in a wait", async (t) => {
  const reason = new Error("cancelled by a person");
  const controller = new AbortController();
  const hanging = await modelServer(t, "openai", [{ hangsAfter: 2 }]);
  const { timer, heard } = handTimer();
  const during = rig({ timer });
  const asked = during.ask({ model: hanging.model, fallbacks: ["embedded"] }, controller.signal);
  await heard(1);
  controller.abort(reason);
  await assert.rejects(asked, reason);
  assert.deepEqual(during.told, []);

  const failing = await modelServer(t, "openai", [refuses(500)]);
  const later = new AbortController();
  const waiting = rig({ tell: () => later.abort(reason) });
  await assert.rejects(waiting.ask({ model: failing.model, fallbacks: ["embedded"] }, later.signal), reason);
  assert.deepEqual(
    waiting.told.map(({ next }) => next),
    ["again"],
  );
});

/** A failover around a function of the test's. */
function faked(answer: () => Promise<Completion>) {
  const asked: string[] = [];
  const complete: Complete = (request) => {
    asked.push(request.model);
    return answer();
  };
  const options = {
    catalog: {},
    env: {},
    coolDowns: coolDownMemory(),
    now: () => new Date(0),
    wait: () => Promise.resolve(),
    random: () => 0,
  };
  const over = failover(complete, options);
  const ask = (request: { model: string; fallbacks?: string[] }) =>
    over({ ...request, messages: [{ role: "user", content: "Say hello." }] }, { key: "", signal: new AbortController().signal });
  return { ask, asked };
}
