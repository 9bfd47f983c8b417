import assert from "node:assert/strict";
import { test } from "node:test";
import { messageOf } from "../../../src/model/index.js";
import { ask, failure } from "../server/asking.js";
import { modelServer } from "../server/model-server.js";

test("a request to Ollama sets the window, the limit, the thinking switch, tools and the schema in its own way", async (t) => {
  const server = await modelServer(t, "ollama", [{}]);
  const tools = [{ name: "list", description: "Lists.", parameters: { type: "object" } }];
  const schema = { type: "object", properties: {} };
  await ask(server.model, { request: { contextTokens: 16_384, maxTokens: 100, reasoning: "off", tools, schema } });
  await ask(server.model, { request: { reasoning: "on" } });
  await ask(server.model);
  const base = { model: "m", messages: [{ role: "user", content: "Say hello." }], stream: true, truncate: false, shift: false };
  assert.deepEqual(
    server.received.map(({ path, body }) => [path, body]),
    [
      [
        "/api/chat",
        {
          ...base,
          tools: [{ type: "function", function: { name: "list", description: "Lists.", parameters: { type: "object" } } }],
          format: schema,
          think: false,
          options: { num_ctx: 16_384, num_predict: 100 },
        },
      ],
      ["/api/chat", { ...base, think: true }],
      ["/api/chat", base],
    ],
  );
});

test("a task with calls goes on with the reasoning that led to them", async (t) => {
  const server = await modelServer(t, "ollama", [
    { says: { parts: [{ reasoning: "I look." }, { call: "read", pieces: ['{"path":"a.md"}'] }], finish: "calls" } },
    {},
  ]);
  const first = await ask(server.model);
  const messages = [{ role: "user", content: "Say hello." }, messageOf(first), { role: "tool", call: "call00001", content: "Hello." }];
  await ask(server.model, { request: { messages } });
  assert.deepEqual(server.received[1]?.body.messages, [
    { role: "user", content: "Say hello." },
    {
      role: "assistant",
      content: "",
      thinking: "I look.",
      tool_calls: [{ id: "call00001", function: { name: "read", arguments: { path: "a.md" } } }],
    },
    { role: "tool", tool_name: "read", tool_call_id: "call00001", content: "Hello." },
  ]);
});

test("a line with an error in the middle of an answer is a failure", async (t) => {
  const server = await modelServer(t, "ollama", [
    { says: { parts: [{ text: "Once" }, { text: "upon" }] }, fails: { after: 1, frame: '{"error":"model runner has stopped"}\n' } },
  ]);
  const { code, message } = await failure(server.model);
  assert.deepEqual([code, message], ["model/server", `the server at ${server.base} failed while it answered: model runner has stopped`]);
});

test("an answer that comes whole, in one line without an end, is taken too", async (t) => {
  const body = JSON.stringify({
    model: "m-1",
    message: {
      role: "assistant",
      content: "Hello.",
      tool_calls: [{ function: { name: "list", arguments: '{"a":1}' } }, { function: { name: "end" } }],
    },
    done: true,
    eval_count: 2,
  });
  const server = await modelServer(t, "ollama", [{ refuses: { status: 200, headers: { "content-type": "application/json" }, body } }]);
  assert.deepEqual(await ask(server.model), {
    text: "Hello.",
    finish: "stop",
    // The prompt was in its cache and was not counted: 10 bytes, at 3.6 to a token.
    usage: { inputTokens: 3, outputTokens: 2, estimated: true },
    model: "m-1",
    calls: [
      { id: "call00001", name: "list", arguments: { a: 1 } },
      { id: "call00002", name: "end", arguments: {} },
    ],
  });
});

test("a reason to be done that is neither the end nor the limit is told by its own word", async (t) => {
  const body = '{"model":"m-1","message":{"content":""},"done":true,"done_reason":"load"}\n';
  const server = await modelServer(t, "ollama", [{ refuses: { status: 200, body } }]);
  const { finish, stopReason } = await ask(server.model);
  assert.deepEqual([finish, stopReason], ["other", "load"]);
});

test("where no Ollama is running, the way to start one is given", async () => {
  const refused: typeof fetch = () =>
    Promise.reject(new TypeError("fetch failed", { cause: Object.assign(new Error("x"), { code: "ECONNREFUSED" }) }));
  const { message, hint } = await failure("ollama:#m", { fetch: refused });
  assert.equal(message, "no server is running at http://127.0.0.1:11434");
  assert.equal(hint, "start one there, for example `OLLAMA_HOST=127.0.0.1:11434 ollama serve`, or name another address");
});

test("a prompt that an older version cut off without a word is no prompt to answer", async (t) => {
  const reads = (input: number) => ({ says: { parts: [{ text: "Hello." }], usage: { input, output: 2 } } });
  // About 1,000 tokens, and in no language fewer than 600.
  const messages = [{ role: "user", content: "x".repeat(3_600) }];
  const server = await modelServer(t, "ollama", [reads(512), reads(300), reads(300), reads(900)]);
  const cut = async () => {
    const { code, message } = await failure(server.model, { request: { messages, contextTokens: 512 } });
    return [code, message];
  };
  const words = (read: number) =>
    `the request is too long for the window of 512 tokens of "m" at ${server.base} (it read ${read} tokens, and cut off the rest without a word)`;
  assert.deepEqual(await cut(), ["model/context", words(512)]);
  assert.deepEqual(await cut(), ["model/context", words(300)]);
  // What was in its cache is not counted again by some versions: where the prompt can fit, little read means nothing.
  assert.equal((await ask(server.model, { request: { messages, contextTokens: 2_048 } })).text, "Hello.");
  assert.equal((await ask(server.model, { request: { messages } })).text, "Hello.");
});
