import assert from "node:assert/strict";
import { test } from "node:test";
import { messageOf } from "../../../src/model/index.js";
import { isStrict } from "../../../src/model/openai/strict-schema.js";
import { ask, failure } from "../server/asking.js";
import { modelServer } from "../server/model-server.js";

const stream = (...pieces: readonly object[]) => ({
  refuses: {
    status: 200,
    headers: { "content-type": "text/event-stream" },
    body: `${pieces.map((piece) => `data: ${JSON.stringify(piece)}\n\n`).join("")}data: [DONE]`,
  },
});
const delta = (part: object, finish_reason: string | null = null) => ({ choices: [{ index: 0, delta: part, finish_reason }] });
const calls = (...tool_calls: readonly object[]) => delta({ tool_calls });

test("tools, the schema and the reasoning switch are sent in the chat-completions format", async (t) => {
  const server = await modelServer(t, "openai", [{}]);
  const tools = [{ name: "list", parameters: { type: "object" } }];
  const open = { type: "object", properties: { title: { type: "string" } } };
  const closed = { ...open, required: ["title"], additionalProperties: false };
  await ask(server.model, { request: { tools, schema: open, reasoning: "off" } });
  await ask(server.model, { request: { tools: [], schema: closed, reasoning: "on" } });
  assert.deepEqual(
    server.received.map(({ body: { tools, response_format, chat_template_kwargs } }) => [tools, response_format, chat_template_kwargs]),
    [
      [
        [{ type: "function", function: { name: "list", parameters: { type: "object" } } }],
        { type: "json_schema", json_schema: { name: "answer", schema: open } },
        { enable_thinking: false },
      ],
      [undefined, { type: "json_schema", json_schema: { name: "answer", schema: closed, strict: true } }, { enable_thinking: true }],
    ],
  );
});

test("OpenAI's own service is sent only what it knows", async () => {
  const bodies: unknown[] = [];
  const caught: typeof fetch = async (_, init) => {
    bodies.push(JSON.parse(String(init?.body)));
    return Response.json({ choices: [{ message: { content: "Hello." }, finish_reason: "stop" }] });
  };
  const base = { model: "m", messages: [{ role: "user", content: "Say hello." }], stream: true, stream_options: { include_usage: true } };
  await ask("openai:https://api.openai.com#m", { fetch: caught, request: { maxTokens: 100, reasoning: "off" } });
  await ask("openai:https://api.openai.com#m", { fetch: caught, request: { reasoning: "on" } });
  assert.deepEqual(bodies, [{ ...base, max_completion_tokens: 100, reasoning_effort: "none" }, base]);
});

test("a schema is strict where each of its objects names all it has and takes nothing else", () => {
  const closed = (properties: object) => ({ type: "object", properties, required: Object.keys(properties), additionalProperties: false });
  assert.ok(
    isStrict(closed({ a: { type: "string" }, b: { type: "array", items: closed({}) }, c: { anyOf: [closed({}), { type: "null" }] } })),
  );
  assert.ok(isStrict({ ...closed({ a: { $ref: "#/$defs/a" } }), $defs: { a: closed({}) } }));
  assert.ok(!isStrict({ type: "array", items: closed({}) }));
  assert.ok(!isStrict({ ...closed({ a: {} }), required: [] }));
  assert.ok(!isStrict(closed({ a: { type: "object" } })));
  assert.ok(!isStrict(closed({ a: { type: "array", items: { type: "object", properties: {} } } })));
  assert.ok(!isStrict(closed({ a: { anyOf: [{ type: "object" }] } })));
  assert.ok(!isStrict({ ...closed({}), $defs: { a: { type: "object" } } }));
  assert.ok(!isStrict(closed({ a: true })));
});

test("calls are told apart by number, by id where all have one number, and by their names where there is neither", async (t) => {
  const server = await modelServer(t, "openai", [
    stream(
      calls(
        { index: 0, id: "a", function: { name: "read", arguments: '{"n":' } },
        { index: 1, id: "b", function: { name: "list", arguments: "" } },
      ),
      calls({ index: 1, function: { arguments: "{}" } }),
      calls({ index: 0, function: { arguments: "1}" } }),
      delta({}, "tool_calls"),
    ),
    stream(
      calls({ index: 0, id: "a", function: { name: "read", arguments: '{"n":1}' } }),
      calls({ index: 0, id: "b", function: { name: "list", arguments: "{}" } }),
      delta({}, "tool_calls"),
    ),
    stream(
      calls({ function: { name: "read", arguments: '{"n"' } }),
      calls({ function: { arguments: ":1}" } }),
      calls({ function: { name: "list", arguments: {} } }),
      calls({}),
      delta({}, "tool_calls"),
    ),
  ]);
  for (let time = 0; time < 3; time += 1) {
    assert.deepEqual((await ask(server.model)).calls, [
      { id: "call00001", name: "read", arguments: { n: 1 } },
      { id: "call00002", name: "list", arguments: {} },
    ]);
  }
});

test("arguments that are no JSON object are kept as they came, and said to be unreadable", async (t) => {
  const server = await modelServer(t, "openai", [
    stream(calls({ index: 0, id: "a", function: { name: "read", arguments: '{"path": a.md}' } }), delta({}, "tool_calls")),
    stream(calls({ index: 0, id: "a", function: { name: "read", arguments: '["a.md"]' } }), delta({}, "tool_calls")),
  ]);
  for (const unreadable of ['{"path": a.md}', '["a.md"]']) {
    const completion = await ask(server.model);
    assert.deepEqual(completion.calls, [{ id: "call00001", name: "read", arguments: {}, unreadable }]);
    assert.deepEqual(messageOf(completion), { role: "assistant", content: "", calls: completion.calls });
  }
});

test("what came from the cache is told, and a half-filled count says nothing", async (t) => {
  const usage = { prompt_tokens: 300, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 256 } };
  const server = await modelServer(t, "openai", [
    stream(delta({ content: "Hello." }, "stop"), { choices: [], usage: { prompt_tokens: 3 } }, { choices: [], usage }),
  ]);
  assert.deepEqual((await ask(server.model)).usage, { inputTokens: 300, outputTokens: 5, estimated: false, cacheReadTokens: 256 });
});

test("an empty list of choices is an answer without text", async (t) => {
  const body = JSON.stringify({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 0 } });
  const server = await modelServer(t, "openai", [
    { refuses: { status: 200, headers: { "content-type": "application/json" }, body } },
    stream({ choices: [] }),
  ]);
  for (let time = 0; time < 2; time += 1) {
    const { text, finish } = await ask(server.model);
    assert.deepEqual([text, finish], ["", "other"]);
  }
});

test("an error that comes as an event after 200 is a failure, with the key taken out", async (t) => {
  const frame = 'data: {"error":{"code":500,"message":"lost sk-live-abcdef123456"}}\n\n';
  const server = await modelServer(t, "openai", [{ fails: { after: 2, frame } }]);
  const { code, message } = await failure(server.model, { env: { OPENAI_API_KEY: "sk-live-abcdef123456" } });
  assert.deepEqual([code, message], ["model/server", `the server at ${server.base} failed while it answered: lost [key]`]);
});

test("an answer is the message that stands for it, with its reasoning apart", async (t) => {
  const server = await modelServer(t, "openai", [{ says: { parts: [{ reasoning: "Hm." }, { text: "Hello." }] } }]);
  assert.deepEqual(messageOf(await ask(server.model)), { role: "assistant", content: "Hello.", reasoning: [{ text: "Hm." }] });
});
