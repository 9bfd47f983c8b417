import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { implement, input, pipeline, write } from "../../src/dsl/index.js";
import { type CompleteRequest, type Completion, ModelError, model } from "../../src/model/index.js";
import { startRun } from "../../src/runner/index.js";
import { assertReplays, eventsOfType, options } from "./rig.js";

const request = input(z.object({}));
const given = { run: "r", input: {} };

/** A model that answers in turn, or fails, and keeps the requests as it was sent them. */
function asked(...answers: readonly (string | Partial<Completion> | Error)[]) {
  const requests: CompleteRequest[] = [];
  const implementation = implement(model, "fake", {
    complete: {
      perform: async (taken) => {
        requests.push(taken);
        const answer = answers[requests.length - 1] ?? new Error(`the model is asked ${requests.length} times`);
        if (answer instanceof Error) throw answer;
        const usage = { inputTokens: 7, outputTokens: 3, estimated: false };
        return { finish: "stop" as const, usage, model: "small", text: "", ...(typeof answer === "string" ? { text: answer } : answer) };
      },
    },
  });
  return { requests, adapters: [implementation] };
}

const text = pipeline("post", { input: request, stages: [write("draft", { output: z.string(), prompt: () => "Write." })] });
const Named = z.object({ title: z.string(), words: z.int() });
const object = pipeline("post", { input: request, stages: [write("draft", { output: Named, prompt: () => "Write." })] });

test("an answer that reasoning ate is asked for once more with reasoning off, within the same try", async () => {
  const { requests, adapters } = asked({ reasoning: "The user wants a post." }, "The post.");
  const on = options({ adapters });
  const outcome = await startRun(text, { ...on, ...given });
  assert.equal(outcome.output, "The post.");
  const first = { model: "embedded", messages: [{ role: "user", content: "Write." }] };
  assert.deepEqual(requests, [first, { ...first, reasoning: "off" }]);
  assert.deepEqual(await eventsOfType(on.store, "r", "attempt-failed"), []);
  await assertReplays(text, "r", on.store);
});

test("reasoning that eats the second answer too is a failed verdict", async () => {
  const { requests, adapters } = asked({ reasoning: "Hm." }, { reasoning: "Hm, hm." });
  const { state } = await startRun(text, { ...options({ adapters }), ...given });
  assert.equal(requests.length, 2);
  assert.equal(state.failure?.message, 'FAILED: no findings (reasoning-only: model "small" reasoned and stopped without an answer)');
});

test("calls written as text are answered with the words that there are no tools", async () => {
  const { requests, adapters } = asked('<tool_call>{"name": "read", "arguments": {}}</tool_call>', "The post.");
  const outcome = await startRun(text, { ...options({ adapters }), ...given });
  assert.equal(outcome.output, "The post.");
  assert.deepEqual(requests[1]?.messages, [
    { role: "user", content: "Write." },
    {
      role: "user",
      content: "You have no tools here, and nobody runs what you write as a call. Write the answer itself, from what you were given.",
    },
  ]);
});

test("a stage that wants data sends its schema, and quotes the schema's complaints in one round of repair", async () => {
  const { requests, adapters } = asked('{"title": "Thaw", "words": "many"}', '{"title": "Thaw", "words": 12}');
  const on = options({ adapters });
  const outcome = await startRun(object, { ...on, ...given });
  assert.deepEqual(outcome.output, { title: "Thaw", words: 12 });
  assert.deepEqual(requests[0]?.schema, {
    type: "object",
    properties: { title: { type: "string" }, words: { type: "integer" } },
    required: ["title", "words"],
  });
  assert.deepEqual(requests[1]?.messages.slice(1), [
    { role: "assistant", content: '{"title": "Thaw", "words": "many"}' },
    {
      role: "user",
      content: [
        "Your answer does not fit what is asked for:",
        "",
        '- "words": Invalid input: expected number, received string',
        "",
        "Give the whole answer again, mended, and nothing else.",
      ].join("\n"),
    },
  ]);
  await assertReplays(object, "r", on.store);
});

test("an answer that does not fit after its repair is off-schema, and says what was wrong last", async () => {
  const { requests, adapters } = asked('{"title": 3, "words": 12}', '{"title": "Thaw"}');
  const { state } = await startRun(object, { ...options({ adapters }), ...given });
  assert.equal(requests.length, 2);
  assert.equal(
    state.failure?.message,
    'off-schema: the output of stage "draft" does not fit its schema: "words": Invalid input: expected number, received undefined',
  );
  assert.deepEqual(
    state.stages.get("draft")?.failure?.findings.map(({ rule }) => rule),
    ["verdict/off-schema"],
  );
});

test("each reason is asked about once, one after the other", async () => {
  const { requests, adapters } = asked({ reasoning: "Hm." }, "<tool_call>", '{"title": 3}', '{"title": "Thaw", "words": 1}');
  const outcome = await startRun(object, { ...options({ adapters }), ...given });
  assert.deepEqual(outcome.output, { title: "Thaw", words: 1 });
  assert.deepEqual(
    requests.map(({ reasoning, messages }) => [reasoning, messages.length]),
    [
      [undefined, 1],
      ["off", 1],
      ["off", 2],
      ["off", 4],
    ],
  );
});

test("a server that fails is a verdict with its reason, and with what to do about it", async () => {
  const failures = [
    { error: new ModelError("model/silent", "the model was silent", { hint: "wait longer" }), reason: "timed-out" },
    { error: new ModelError("model/unreachable", "no server is running", { hint: "start one" }), reason: "provider-error" },
  ];
  for (const { error, reason } of failures) {
    const { adapters } = asked(error);
    const { state } = await startRun(text, { ...options({ adapters }), ...given });
    const { cause, message, hint, findings } = state.stages.get("draft")?.failure ?? {};
    assert.deepEqual([cause, message, hint], ["verdict", `${reason}: ${error.message}`, error.hint]);
    assert.deepEqual(findings, [{ rule: `verdict/${reason}`, severity: "error", message: `${reason}: ${error.message}` }]);
  }
});
