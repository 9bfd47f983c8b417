import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { z } from "zod";
import { wireBody as anthropicBody, wireMessages as anthropicMessages } from "../../src/model/anthropic/wire.js";
import { Message } from "../../src/model/index.js";
import { wireMessages as ollamaMessages } from "../../src/model/ollama/wire.js";
import { wireMessages as openaiMessages } from "../../src/model/openai/wire.js";
import { anyTranscript } from "./any-transcript.js";

const Id = z.string().regex(/^[a-zA-Z0-9_-]{1,40}$/);
const Name = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/);
const Said = z.string().regex(/\S/);
const object = z.record(z.string(), z.unknown());
const jsonObject = z.string().transform((json) => object.parse(JSON.parse(json)));

/** The messages of each provider, as its reference describes them; what it does not know is refused. */
const OpenAi = z.array(
  z.discriminatedUnion("role", [
    z.strictObject({ role: z.literal("system"), content: Said }),
    z.strictObject({ role: z.literal("user"), content: Said }),
    z.strictObject({
      role: z.literal("assistant"),
      content: z.string(),
      tool_calls: z
        .array(z.strictObject({ id: Id, type: z.literal("function"), function: z.strictObject({ name: Name, arguments: jsonObject }) }))
        .min(1)
        .optional(),
    }),
    z.strictObject({ role: z.literal("tool"), tool_call_id: Id, content: z.string() }),
  ]),
);

const Ollama = z.array(
  z.discriminatedUnion("role", [
    z.strictObject({ role: z.literal("system"), content: Said }),
    z.strictObject({ role: z.literal("user"), content: Said }),
    z.strictObject({
      role: z.literal("assistant"),
      content: z.string(),
      thinking: z.string().optional(),
      tool_calls: z
        .array(z.strictObject({ id: Id, function: z.strictObject({ name: Name, arguments: object }) }))
        .min(1)
        .optional(),
    }),
    z.strictObject({ role: z.literal("tool"), tool_name: Name, tool_call_id: Id, content: z.string() }),
  ]),
);

const Text = z.strictObject({ type: z.literal("text"), text: Said });
const Anthropic = z.array(
  z.discriminatedUnion("role", [
    z.strictObject({
      role: z.literal("user"),
      content: z
        .array(
          z.discriminatedUnion("type", [
            Text,
            z.strictObject({
              type: z.literal("tool_result"),
              tool_use_id: Id,
              content: Said.optional(),
              is_error: z.literal(true).optional(),
            }),
          ]),
        )
        .min(1),
    }),
    z.strictObject({
      role: z.literal("assistant"),
      content: z
        .array(
          z.discriminatedUnion("type", [
            Text,
            z.strictObject({ type: z.literal("thinking"), thinking: z.string(), signature: z.string() }),
            z.strictObject({ type: z.literal("redacted_thinking"), data: z.string() }),
            z.strictObject({ type: z.literal("tool_use"), id: Id, name: Name, input: object }),
          ]),
        )
        .min(1),
    }),
  ]),
);

/** The calls and the results of a conversation in their order, each behind the message that holds it. */
type Step = { readonly role: string; readonly calls: readonly string[]; readonly results: readonly string[] };

/** One result for each call, directly behind it, in its order; no id twice; no result of anything else. */
function holdsTogether(steps: readonly Step[]): void {
  const seen = new Set<string>();
  let open: string[] = [];
  for (const { role, calls, results } of steps) {
    if (results.length === 0) assert.deepEqual(open, [], `"${role}" comes before the results`);
    for (const result of results) assert.equal(result, open.shift());
    for (const call of calls) {
      assert.ok(!seen.has(call), `"${call}" comes twice`);
      seen.add(call);
    }
    open = [...open, ...calls];
  }
  assert.deepEqual(open, [], "calls without a result");
}

const chatSteps = (messages: z.output<typeof OpenAi> | z.output<typeof Ollama>): Step[] =>
  messages.map((message) => ({
    role: message.role,
    calls: message.role === "assistant" ? (message.tool_calls ?? []).map(({ id }) => id) : [],
    results: message.role === "tool" ? [message.tool_call_id] : [],
  }));

function alternates(steps: readonly Step[]): void {
  const roles = steps.map(({ role }) => role).filter((role, index, all) => role !== "tool" || all[index - 1] !== "tool");
  const turns = roles[0] === "system" ? roles.slice(1) : roles;
  assert.equal(turns[0], "user");
  assert.ok(!turns.includes("system"));
  turns.forEach((role, index) => {
    assert.notEqual(role, turns[index - 1], turns.join(", "));
  });
}

for (const [name, schema, wire] of [
  ["the chat-completions format", OpenAi, openaiMessages],
  ["Ollama's format", Ollama, ollamaMessages],
] as const) {
  test(`any transcript makes a conversation in ${name}, in order and without loose ends`, () => {
    fc.assert(
      fc.property(anyTranscript, (messages) => {
        const steps = chatSteps(schema.parse(wire(messages)));
        holdsTogether(steps);
        alternates(steps);
      }),
    );
  });
}

test("any transcript makes a conversation of the Messages API, in order and without loose ends", () => {
  fc.assert(
    fc.property(anyTranscript, (transcript) => {
      const messages = Anthropic.parse(anthropicMessages(transcript).messages);
      const steps = messages.map(({ role, content }) => ({
        role,
        calls: content.flatMap((block) => (block.type === "tool_use" ? [block.id] : [])),
        results: content.flatMap((block) => (block.type === "tool_result" ? [block.tool_use_id] : [])),
      }));
      holdsTogether(steps);
      assert.deepEqual(
        messages.map(({ role }) => role),
        messages.map((_, index) => (index % 2 === 0 ? "user" : "assistant")),
      );
      for (const { role, content } of messages) {
        const kinds = content.map(({ type }) => (type === "tool_result" || type.includes("thinking") ? 0 : type === "text" ? 1 : 2));
        assert.deepEqual(kinds, [...kinds].sort(), "results and thinking come first, calls last");
        assert.ok(role === "user" || kinds.some((kind) => kind > 0), "thinking stands alone");
      }
    }),
  );
});

test("making a wire form leaves the transcript as it is, and what was said of it stays the same when it grows", () => {
  fc.assert(
    fc.property(anyTranscript, (messages) => {
      const before = structuredClone(messages);
      for (const wire of [openaiMessages, ollamaMessages, anthropicMessages]) wire(messages);
      assert.deepEqual(messages, before);
      assert.deepEqual(z.array(Message).parse(messages), before);
      const ids = (all: Message[]) => chatSteps(OpenAi.parse(openaiMessages(all))).flatMap(({ calls }) => calls);
      const less = ids(messages.slice(0, -1));
      assert.deepEqual(ids(messages).slice(0, less.length), less);
    }),
  );
});

test("ids that another provider made are mapped for Anthropic, in the call and in its result alike", () => {
  const transcript: Message[] = [
    { role: "user", content: "Which notes are there?" },
    {
      role: "assistant",
      content: "I look.",
      calls: [
        { id: "functions.Bash:0", name: "bash", arguments: { command: "ls" } },
        { id: "call_a1|fc_b2", name: "read", arguments: { path: "a.md" } },
        { id: "toolu_01", name: "read", arguments: { path: "b.md" } },
      ],
    },
    { role: "tool", call: "toolu_01", content: "No such file.", isError: true },
    { role: "tool", call: "functions.Bash:0", content: "a.md" },
    { role: "tool", call: "call_a1|fc_b2", content: "" },
  ];
  assert.deepEqual(anthropicMessages(transcript), {
    system: "",
    messages: [
      { role: "user", content: [{ type: "text", text: "Which notes are there?" }] },
      {
        role: "assistant",
        content: [
          { type: "text", text: "I look." },
          { type: "tool_use", id: "call00001", name: "bash", input: { command: "ls" } },
          { type: "tool_use", id: "call00002", name: "read", input: { path: "a.md" } },
          { type: "tool_use", id: "toolu_01", name: "read", input: { path: "b.md" } },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "call00001", content: "a.md" },
          { type: "tool_result", tool_use_id: "call00002" },
          { type: "tool_result", tool_use_id: "toolu_01", content: "No such file.", is_error: true },
        ],
      },
    ],
  });
});

test("reasoning goes back to the provider that signed it and to no other, and stays in the record", () => {
  const reasoning = [
    { text: "Hm.", by: "anthropic" as const, signature: "c2lnbmVk" },
    { text: "", by: "anthropic" as const, sealed: "c2VhbGVk" },
    { text: "Unsigned.", by: "anthropic" as const },
    { text: "Oh.", by: "openai" as const, signature: "Zm9yZWlnbg" },
    { text: "Ah.", by: "ollama" as const },
    { text: "Whose is this?" },
  ];
  const transcript: Message[] = [
    { role: "user", content: "Hello." },
    { role: "assistant", content: "Hello to you.", reasoning },
    { role: "user", content: "Bye." },
  ];
  assert.deepEqual(anthropicMessages(transcript).messages[1]?.content, [
    { type: "thinking", thinking: "Hm.", signature: "c2lnbmVk" },
    { type: "redacted_thinking", data: "c2VhbGVk" },
    { type: "text", text: "Hello to you." },
  ]);
  assert.deepEqual(openaiMessages(transcript)[1], { role: "assistant", content: "Hello to you." });
  assert.deepEqual(ollamaMessages(transcript)[1], { role: "assistant", content: "Hello to you.", thinking: "Ah." });
  assert.deepEqual(transcript[1], { role: "assistant", content: "Hello to you.", reasoning });
});

test("a call whose result never came is answered for, wherever the transcript breaks off", () => {
  const transcript: Message[] = [
    { role: "user", content: "Look." },
    { role: "assistant", content: "", calls: [{ id: "call00001", name: "list", arguments: {} }] },
  ];
  const [, , result] = openaiMessages(transcript);
  assert.deepEqual(result, { role: "tool", tool_call_id: "call00001", content: "not run: interrupted" });
  assert.deepEqual(anthropicMessages([...transcript, { role: "user", content: "Go on." }]).messages[2], {
    role: "user",
    content: [
      { type: "tool_result", tool_use_id: "call00001", content: "not run: interrupted", is_error: true },
      { type: "text", text: "Go on." },
    ],
  });
  assert.deepEqual(ollamaMessages(transcript)[2], {
    role: "tool",
    tool_name: "list",
    tool_call_id: "call00001",
    content: "not run: interrupted",
  });
});

test("a result belongs to the latest call of its id, and one of no call is left out", () => {
  const list = { id: "0", name: "list", arguments: {} };
  const wire = openaiMessages([
    { role: "tool", call: "9", content: "from nowhere" },
    { role: "user", content: "Look." },
    { role: "assistant", content: "", calls: [list] },
    { role: "assistant", content: "", calls: [list] },
    { role: "tool", call: "0", content: "a.md" },
    { role: "tool", call: "0", content: "again" },
  ]);
  assert.deepEqual(
    wire.map((message) => (message.role === "tool" ? [message.tool_call_id, message.content] : message.role)),
    ["user", "assistant", ["0", "not run: interrupted"], "assistant", ["call00001", "a.md"]],
  );
});

test("what one role says in a row is one turn, and system text stands first, wherever it was said", () => {
  const transcript: Message[] = [
    { role: "system", content: "You are a writer." },
    { role: "user", content: "Write." },
    { role: "user", content: "In English." },
    { role: "assistant", content: "A start." },
    { role: "system", content: "Be short." },
    { role: "assistant", content: "An end. \n" },
  ];
  const chat = [
    { role: "system", content: "You are a writer.\n\nBe short." },
    { role: "user", content: "Write.\n\nIn English." },
    { role: "assistant", content: "A start.\n\nAn end. \n" },
  ];
  assert.deepEqual(openaiMessages(transcript), chat);
  assert.deepEqual(ollamaMessages(transcript), chat);
  assert.deepEqual(anthropicMessages(transcript), {
    system: "You are a writer.\n\nBe short.",
    messages: [
      { role: "user", content: [{ type: "text", text: "Write.\n\nIn English." }] },
      { role: "assistant", content: [{ type: "text", text: "A start.\n\nAn end." }] },
    ],
  });
});

test("a conversation in which nobody asked begins with a person all the same", () => {
  assert.deepEqual(
    openaiMessages([
      { role: "system", content: "You are a writer." },
      { role: "user", content: " " },
    ]),
    [
      { role: "system", content: "You are a writer." },
      { role: "user", content: "Begin." },
    ],
  );
});

test("arguments that were no JSON are sent as none, since servers read them again", () => {
  const transcript: Message[] = [
    { role: "user", content: "Look." },
    { role: "assistant", content: "", calls: [{ id: "call00001", name: "functions.read file", arguments: {}, unreadable: '{"path":' }] },
  ];
  assert.deepEqual(openaiMessages(transcript)[1], {
    role: "assistant",
    content: "",
    tool_calls: [{ id: "call00001", type: "function", function: { name: "functions_read_file", arguments: "{}" } }],
  });
});

test("for Anthropic the tools that were called are named when none may be called any more", () => {
  const body = anthropicBody("m", {
    messages: [
      { role: "user", content: "Look." },
      { role: "assistant", content: "", calls: [{ id: "call00001", name: "list", arguments: {} }] },
      { role: "tool", call: "call00001", content: "a.md" },
      { role: "user", content: "Sum up what you have." },
    ],
  });
  assert.deepEqual(
    { ...body, messages: [] },
    {
      model: "m",
      max_tokens: 8_192,
      messages: [],
      stream: true,
      tools: [{ name: "list", input_schema: { type: "object" } }],
      tool_choice: { type: "none" },
    },
  );
});
