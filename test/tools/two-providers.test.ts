import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { Completion, model, models, type Timer } from "../../src/model/index.js";
import { memorySpill, type WorkOptions, workWithTools } from "../../src/tools/index.js";
import { handTimer } from "../model/server/asking.js";
import { modelServer } from "../model/server/model-server.js";
import { assertOneResultEach, notes, QUESTION, verdict } from "./scripted.js";

/** The real adapter, asked by names that change from request to request, the last one for ever. */
function asking(names: readonly string[], timer?: Timer): WorkOptions["complete"] {
  const { complete } = models({ env: { ANTHROPIC_API_KEY: "sk-ant-123456" }, ...(timer && { timer }) }).calls;
  assert.ok(complete);
  let asked = 0;
  return async (request, { signal }) => {
    const name = names[Math.min(asked, names.length - 1)] ?? "";
    asked += 1;
    const given = model.calls.complete.takes.parse({ ...request, model: name });
    return Completion.parse(await complete.perform(given, { key: "", signal }));
  };
}

const Offered = z.object({ tools: z.array(z.object({ function: z.object({ name: z.string() }) })) });

/** The messages of a request, without the marks for the provider's cache. */
function messagesOf(body: Record<string, unknown> | undefined) {
  const json = JSON.stringify(body?.messages, (key, item: unknown) => (key === "cache_control" ? undefined : item));
  return z.array(z.looseObject({ role: z.string() })).parse(JSON.parse(json));
}

const tokens = { input: 20, output: 5 };

test("work that begins with one provider goes on with another, calls and results included", async (t) => {
  const openai = await modelServer(t, "openai", [
    {
      says: {
        parts: [
          { text: "<tool_call>" },
          { call: "read_file", pieces: ['{"pa', 'th":"a.', 'md"}'] },
          { call: "write_file", pieces: ['{"path":"c.md","text":"Bună ⚓', ' ziua."}'] },
        ],
        finish: "calls",
        usage: tokens,
      },
    },
  ]);
  const anthropic = await modelServer(t, "anthropic", [
    {
      says: {
        parts: [{ reasoning: "One is missing." }, { text: "Now the other." }, { call: "raed_file", pieces: ['{"path":', '"c.md"}'] }],
        finish: "calls",
        usage: tokens,
      },
    },
    { says: { parts: [{ reasoning: "So." }, { call: "read_file", pieces: ['{"path":"c.md"}'] }], finish: "calls", usage: tokens } },
    { says: { parts: [{ text: "They say Alpha and Bună ⚓ ziua." }], usage: tokens } },
  ]);
  const { box, ran } = notes();
  const end = await workWithTools({
    complete: asking([openai.model, anthropic.model]),
    request: { model: "small" },
    messages: [{ role: "system", content: "You read notes." }, QUESTION],
    toolbox: box,
    spill: memorySpill(),
    signal: new AbortController().signal,
    now: () => new Date("2026-03-19T10:00:00Z"),
  });
  assert.equal(verdict(end), "answer: They say Alpha and Bună ⚓ ziua.");
  assert.deepEqual(ran, ['read_file {"path":"a.md"}', 'write_file {"path":"c.md","text":"Bună ⚓ ziua."}', 'read_file {"path":"c.md"}']);
  assertOneResultEach(end.transcript);
  assert.deepEqual([end.counts.inputTokens, end.counts.outputTokens, end.counts.unknown], [80, 20, 1]);

  assert.deepEqual(
    Offered.parse(openai.received[0]?.body).tools.map((each) => each.function.name),
    ["read_file", "write_file", "search_log", "service_status", "read_result"],
  );
  const [first, second, third] = anthropic.received.map(({ body }) => body);
  const use = (id: string, name: string, input: object) => ({ type: "tool_use", id, name, input });
  const begun = [
    { role: "user", content: [{ type: "text", text: "What do the notes say?" }] },
    {
      role: "assistant",
      content: [use("call00001", "read_file", { path: "a.md" }), use("call00002", "write_file", { path: "c.md", text: "Bună ⚓ ziua." })],
    },
    {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "call00001", content: "Alpha." },
        { type: "tool_result", tool_use_id: "call00002", content: "written" },
      ],
    },
  ];
  assert.deepEqual(messagesOf(first), begun);
  const thinking = (text: string) => ({ type: "thinking", thinking: text, signature: "c2lnbmVk" });
  assert.deepEqual(messagesOf(second).slice(begun.length), [
    {
      role: "assistant",
      content: [thinking("One is missing."), { type: "text", text: "Now the other." }, use("call00003", "raed_file", { path: "c.md" })],
    },
    {
      role: "user",
      content: [
        {
          type: "tool_result",
          tool_use_id: "call00003",
          content: 'There is no tool "raed_file"; the nearest is "read_file".',
          is_error: true,
        },
      ],
    },
  ]);
  assert.equal(messagesOf(third).length, 7);
});

test("the other way round, and when all rounds are used, it sums up without tools", async (t) => {
  const anthropic = await modelServer(t, "anthropic", [
    { says: { parts: [{ call: "read_file", pieces: ['{"path":"a.md"}'] }], finish: "calls", usage: tokens } },
  ]);
  const openai = await modelServer(t, "openai", [
    { says: { parts: [{ call: "read_file", pieces: ['{"path":"', 'b.md"}'] }], finish: "calls", usage: tokens } },
    { says: { parts: [{ text: "They say Alpha and Beta." }], usage: tokens } },
  ]);
  const { box } = notes();
  const end = await workWithTools({
    complete: asking([anthropic.model, openai.model]),
    request: { model: "small" },
    messages: [QUESTION],
    toolbox: box,
    spill: memorySpill(),
    guards: { rounds: 2 },
    signal: new AbortController().signal,
    now: () => new Date("2026-03-19T10:00:00Z"),
  });
  assert.equal(verdict(end), "answer: They say Alpha and Beta.");
  const [begun, summing] = openai.received.map(({ body }) => body);
  const call = (id: string, path: string) => ({
    id,
    type: "function",
    function: { name: "read_file", arguments: JSON.stringify({ path }) },
  });
  assert.deepEqual(messagesOf(begun), [
    { role: "user", content: "What do the notes say?" },
    { role: "assistant", content: "", tool_calls: [call("call00001", "a.md")] },
    { role: "tool", tool_call_id: "call00001", content: "Alpha." },
  ]);
  assert.equal(summing?.tools, undefined);
  assert.deepEqual(
    messagesOf(summing).map(({ role }) => role),
    ["user", "assistant", "tool", "assistant", "tool", "user"],
  );
});

test("a limit of time closes the connection to a model that hangs", async (t) => {
  const server = await modelServer(t, "openai", [{ says: { parts: [{ text: "Hello" }] }, hangsAfter: 2 }]);
  const { box } = notes();
  const stage = handTimer();
  const silence = handTimer();
  const worked = workWithTools({
    complete: asking([server.model], silence.timer),
    request: { model: "small" },
    messages: [QUESTION],
    toolbox: box,
    spill: memorySpill(),
    guards: { seconds: 60 },
    signal: new AbortController().signal,
    now: () => new Date("2026-03-19T10:00:00Z"),
    timer: stage.timer,
  });
  await silence.heard(2);
  stage.fire();
  assert.equal(verdict(await worked), "guard/seconds: the stage has taken the 60 seconds that it may take");
  await server.closed[0];
});
