import assert from "node:assert/strict";
import { test } from "node:test";
import { messageOf } from "../../../src/model/index.js";
import { ask, failure } from "../server/asking.js";
import { modelServer } from "../server/model-server.js";

const JSON_TYPE = { "content-type": "application/json" };
const stream = (...events: readonly object[]) => ({
  refuses: {
    status: 200,
    headers: { "content-type": "text/event-stream" },
    body: events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""),
  },
});

test("a request of the Messages API names the version, a limit and the system text apart", async (t) => {
  const server = await modelServer(t, "anthropic", [{}]);
  await ask(server.model, {
    request: {
      messages: [
        { role: "system", content: "You are a writer." },
        { role: "user", content: "Write." },
      ],
      tools: [{ name: "read", description: "Reads a file.", parameters: { type: "object", properties: { path: { type: "string" } } } }],
      maxTokens: 100,
    },
  });
  const [request] = server.received;
  assert.deepEqual([request?.method, request?.path, request?.headers["anthropic-version"]], ["POST", "/v1/messages", "2023-06-01"]);
  assert.deepEqual(request?.body, {
    model: "m",
    max_tokens: 100,
    system: "You are a writer.",
    messages: [{ role: "user", content: [{ type: "text", text: "Write." }] }],
    stream: true,
    tools: [{ name: "read", description: "Reads a file.", input_schema: { type: "object", properties: { path: { type: "string" } } } }],
  });
});

test("reasoning is switched on with a budget or without, and off", async (t) => {
  const server = await modelServer(t, "anthropic", [{}]);
  for (const request of [
    { reasoning: "on" },
    { reasoning: "on", reasoningTokens: 4_000, maxTokens: 1_000 },
    { reasoning: "on", reasoningTokens: 10 },
    { reasoning: "off" },
    {},
  ])
    await ask(server.model, { request });
  assert.deepEqual(
    server.received.map(({ body }) => [body.thinking, body.max_tokens]),
    [
      [{ type: "adaptive" }, 8_192],
      [{ type: "enabled", budget_tokens: 4_000 }, 5_000],
      [{ type: "enabled", budget_tokens: 1_024 }, 9_216],
      [{ type: "disabled" }, 8_192],
      [undefined, 8_192],
    ],
  );
});

test("behind a call that another provider's model made there is no thinking, since the API would refuse it", async (t) => {
  const server = await modelServer(t, "anthropic", [{}]);
  const messages = (reasoning: object) => [
    { role: "user", content: "Look." },
    { role: "assistant", content: "", reasoning: [reasoning], calls: [{ id: "call00001", name: "list", arguments: {} }] },
    { role: "tool", call: "call00001", content: "a.md" },
  ];
  await ask(server.model, { request: { reasoning: "on", messages: messages({ text: "Hm.", by: "ollama" }) } });
  await ask(server.model, { request: { reasoning: "on", messages: messages({ text: "Hm.", by: "anthropic", signature: "c2ln" }) } });
  assert.deepEqual(
    server.received.map(({ body }) => body.thinking),
    [{ type: "disabled" }, { type: "adaptive" }],
  );
});

test("an answer with thinking goes back as it came with the next request", async (t) => {
  const server = await modelServer(t, "anthropic", [
    { says: { parts: [{ reasoning: "I look." }, { call: "list", pieces: ["{}"] }], finish: "calls" } },
    {},
  ]);
  const first = await ask(server.model);
  const messages = [{ role: "user", content: "Say hello." }, messageOf(first), { role: "tool", call: "call00001", content: "a.md" }];
  await ask(server.model, { request: { messages } });
  assert.deepEqual(server.received[1]?.body.messages, [
    { role: "user", content: [{ type: "text", text: "Say hello." }] },
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "I look.", signature: "c2lnbmVk" },
        { type: "tool_use", id: "call00001", name: "list", input: {} },
      ],
    },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "call00001", content: "a.md" }] },
  ]);
});

test("what came from the cache and what was put there is a part of the input", async (t) => {
  const server = await modelServer(t, "anthropic", [
    stream(
      {
        type: "message_start",
        message: {
          model: "m-1",
          usage: { input_tokens: 5, cache_creation_input_tokens: 20, cache_read_input_tokens: 300, output_tokens: 1 },
        },
      },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hello." } },
      { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 9 } },
      { type: "message_stop" },
    ),
  ]);
  assert.deepEqual((await ask(server.model)).usage, {
    inputTokens: 325,
    outputTokens: 9,
    estimated: false,
    cacheReadTokens: 300,
    cacheWriteTokens: 20,
  });
});

test("each reason to stop is told: at the end, at the limit, or by its own word", async (t) => {
  const reasons = ["end_turn", "stop_sequence", "max_tokens", "model_context_window_exceeded", "refusal", "pause_turn"];
  const server = await modelServer(
    t,
    "anthropic",
    reasons.map((stop_reason) => stream({ type: "message_start", message: {} }, { type: "message_delta", delta: { stop_reason } })),
  );
  const told = [];
  for (const _ of reasons) {
    const { finish, stopReason } = await ask(server.model);
    told.push(stopReason === undefined ? finish : `${finish}: ${stopReason}`);
  }
  assert.deepEqual(told, ["stop", "stop", "length", "length", "other: refusal", "other: pause_turn"]);
});

test("an answer that comes whole is taken too, and what this was not written for is passed over", async (t) => {
  const server = await modelServer(t, "anthropic", [
    {
      refuses: {
        status: 200,
        headers: JSON_TYPE,
        body: JSON.stringify({
          type: "message",
          model: "m-1",
          content: [
            { type: "thinking", thinking: "Hm.", signature: "c2ln" },
            { type: "redacted_thinking", data: "c2Vh" },
            { type: "text", text: "One." },
            { type: "server_tool_use", id: "srv_1", name: "web_search", input: { query: "x" } },
            { type: "text", text: "Two," },
            { type: "text", text: " with a source." },
            { type: "tool_use", id: "toolu_1", name: "read", input: { path: "a.md" } },
          ],
          stop_reason: "tool_use",
          usage: { input_tokens: 3, output_tokens: 4 },
        }),
      },
    },
    stream({ type: "message_start", message: {} }, { type: "news_of_2030" }, { type: "message_delta", delta: { stop_reason: "end_turn" } }),
  ]);
  assert.deepEqual(await ask(server.model), {
    text: "One.\n\nTwo, with a source.",
    reasoning: "Hm.",
    finish: "other",
    stopReason: "tool_use",
    usage: { inputTokens: 3, outputTokens: 4, estimated: false },
    model: "m-1",
    calls: [{ id: "call00001", name: "read", arguments: { path: "a.md" } }],
    signed: [
      { text: "Hm.", by: "anthropic", signature: "c2ln" },
      { text: "", by: "anthropic", sealed: "c2Vh" },
    ],
  });
  assert.equal((await ask(server.model)).text, "");
});

test("an error that comes as an event after 200 is a failure, and too much to do is told apart", async (t) => {
  const frame = (type: string) => `event: error\ndata: ${JSON.stringify({ type: "error", error: { type, message: "Overloaded" } })}\n\n`;
  const server = await modelServer(t, "anthropic", [
    { fails: { after: 2, frame: frame("overloaded_error") } },
    { fails: { after: 2, frame: frame("api_error") } },
    { refuses: { status: 529, headers: { "retry-after": "3" }, body: '{"type":"error","error":{"message":"Overloaded"}}' } },
  ]);
  const told = [];
  for (let time = 0; time < 3; time += 1) {
    const { code, message } = await failure(server.model);
    told.push([code, message.replace(`the server at ${server.base} `, "")]);
  }
  assert.deepEqual(told, [
    ["model/busy", "takes no more requests now: Overloaded"],
    ["model/server", "failed while it answered: Overloaded"],
    ["model/busy", "takes no more requests now (529): Overloaded"],
  ]);
});

test("an answer by a schema is had by a tool that must be called, whose arguments are the answer", async (t) => {
  const schema = { $schema: "https://json-schema.org/draft/2020-12/schema", type: "object", properties: { title: { type: "string" } } };
  const says = (...pieces: readonly string[]) => ({ says: { parts: [{ call: "answer", pieces }], finish: "calls" as const } });
  const server = await modelServer(t, "anthropic", [
    says('{"title":', '"Thaw"}'),
    { says: { ...says('{"title": "Th').says, finish: "length" } },
  ]);
  const answer = await ask(server.model, { request: { schema, reasoning: "off" } });
  assert.deepEqual([answer.text, answer.finish, answer.stopReason, answer.calls], ['{"title":"Thaw"}', "stop", undefined, undefined]);
  const { tools, tool_choice, system } = server.received[0]?.body ?? {};
  assert.deepEqual(tools, [
    {
      name: "answer",
      description: "Gives the answer. Call it once, with all of it.",
      input_schema: { type: "object", properties: { title: { type: "string" } } },
    },
  ]);
  assert.deepEqual([tool_choice, system], [{ type: "tool", name: "answer" }, undefined]);
  const cut = await ask(server.model, { request: { schema } });
  assert.deepEqual([cut.text, cut.finish], ['{"title": "Th', "length"]);
});

test("a schema of what is no object is wrapped into one, and the answer is taken out of it", async (t) => {
  const schema = { type: "array", items: { $ref: "#/$defs/line" }, $defs: { line: { type: "string" } } };
  const server = await modelServer(t, "anthropic", [
    { says: { parts: [{ call: "answer", pieces: ['{"answer":["a","b"]}'] }], finish: "calls" } },
    { says: { parts: [{ text: "No." }] } },
  ]);
  assert.equal((await ask(server.model, { request: { schema } })).text, '["a","b"]');
  assert.deepEqual((server.received[0]?.body.tools as { input_schema: unknown }[] | undefined)?.[0]?.input_schema, {
    type: "object",
    properties: { answer: { type: "array", items: { $ref: "#/$defs/line" } } },
    required: ["answer"],
    $defs: { line: { type: "string" } },
  });
  assert.equal((await ask(server.model, { request: { schema } })).text, "No.");
});

test("with thinking or with tools a schema is asked for in words", async (t) => {
  const server = await modelServer(t, "anthropic", [{}]);
  const schema = { type: "object" };
  const tools = [{ name: "list", parameters: { type: "object" } }];
  const messages = [
    { role: "system", content: "You are a writer." },
    { role: "user", content: "Write." },
  ];
  await ask(server.model, { request: { schema, messages, reasoning: "on" } });
  await ask(server.model, { request: { schema, messages, tools } });
  for (const { body } of server.received) {
    assert.equal(body.system, 'You are a writer.\n\nAnswer with JSON alone, by this JSON schema:\n{"type":"object"}');
    assert.equal(body.tool_choice, undefined);
  }
});
