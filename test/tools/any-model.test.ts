import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { z } from "zod";
import type { Completion, ToolCall } from "../../src/model/index.js";
import { memorySpill, tool, toolbox, workWithTools } from "../../src/tools/index.js";
import { assertOneResultEach, QUESTION } from "./scripted.js";

const SECRET = "what a denied tool gives";
const names = fc.constantFrom(
  "read",
  "write",
  "log",
  "status",
  "breaks",
  "long",
  "denied",
  "read_result",
  "raed",
  "",
  "__proto__",
  "constructor",
  "x".repeat(300),
);
const args = fc.oneof(
  fc.record({ path: fc.constantFrom("a", "./a", "b"), text: fc.constantFrom("1", "2") }, { requiredKeys: [] }),
  fc.record({ path: fc.constantFrom("a", "b") }),
  fc.constant({}),
  fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
);
const call: fc.Arbitrary<ToolCall> = fc.record(
  {
    id: fc.constantFrom("c1", "c2", "functions.read:0", "work00002"),
    name: names.map((name) => name || "?"),
    arguments: args,
    unreadable: fc.constant('{"path": "a'),
  },
  { requiredKeys: ["id", "name", "arguments"] },
);
const text = fc.constantFrom(
  "",
  "The note says Alpha.",
  "I'll read the note first.",
  '{"name": "read", "arguments": {"path": "a"}}',
  '{"name": "denied", "arguments": {}}',
  "<tool_call>",
  "I'm sorry, but I can't help with that.",
  "The tests pass. ".repeat(40),
);
const completion: fc.Arbitrary<Completion> = fc.record(
  {
    text,
    reasoning: fc.constantFrom("", "Let me think."),
    finish: fc.constantFrom("stop" as const, "length" as const, "other" as const),
    stopReason: fc.constantFrom("tool_calls", "refusal"),
    usage: fc.record({ inputTokens: fc.nat(400), outputTokens: fc.nat(50), estimated: fc.boolean() }),
    model: fc.constant("any"),
    calls: fc.array(call, { maxLength: 4 }),
    cost: fc.record({ usd: fc.double({ min: 0, max: 0.2, noNaN: true }), estimated: fc.boolean() }),
  },
  { requiredKeys: ["text", "finish", "usage", "model"] },
);
/** Most of the answers ask for tools, so that the work goes on for a while. */
const asking = fc
  .tuple(completion, fc.array(call, { minLength: 1, maxLength: 3 }))
  .map(([parts, calls]) => ({ ...parts, finish: "other" as const, stopReason: "tool_calls", calls }));
const answers = fc.array(fc.oneof({ weight: 3, arbitrary: asking }, { weight: 1, arbitrary: completion }), { minLength: 1, maxLength: 12 });

const limits = fc.record({
  rounds: fc.integer({ min: 1, max: 8 }),
  calls: fc.integer({ min: 1, max: 12 }),
  tokens: fc.integer({ min: 1, max: 4_000 }),
  usd: fc.double({ min: 0.01, max: 1, noNaN: true }),
  seconds: fc.integer({ min: 1, max: 20 }),
  sameCall: fc.integer({ min: 2, max: 4 }),
  noProgress: fc.integer({ min: 2, max: 6 }),
  resultChars: fc.constant(1_000),
  windowChars: fc.constant(500),
});

function box(ran: string[]) {
  const noted = (name: string, gives: () => unknown) => () => {
    ran.push(name);
    return gives();
  };
  const anything = z.looseObject({});
  const path = z.object({ path: z.string(), text: z.string().optional() });
  const breaks = () => {
    throw new Error("broken");
  };
  const tools = [
    tool({ name: "read", description: "", takes: path, reads: ({ path }) => ({ path }), run: noted("read", () => "It says Alpha.") }),
    tool({
      name: "write",
      description: "",
      takes: path,
      writes: ({ path, text }) => ({ path, content: text }),
      run: noted("write", () => "written"),
    }),
    tool({ name: "log", description: "", kind: "history", takes: anything, run: noted("log", () => "") }),
    tool({ name: "status", description: "", kind: "live", takes: z.object({}), run: noted("status", () => ({ count: ran.length })) }),
    tool({ name: "breaks", description: "", takes: anything, run: noted("breaks", breaks) }),
    tool({ name: "long", description: "", takes: anything, run: noted("long", () => "long\n".repeat(400)) }),
    tool({ name: "denied", description: "", takes: anything, run: noted("denied", () => SECRET) }),
  ];
  return toolbox({ tools, allow: ["read", "write", "log", "status", "breaks", "long"] });
}

test("whatever a model does, the work ends within its limits, each call has one result, and what is not allowed never runs", async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(answers, limits, fc.boolean(), async (said, guards, takeTextCalls) => {
      const ran: string[] = [];
      let requests = 0;
      let ms = 0;
      const end = await workWithTools({
        complete: async () => {
          ms += 700;
          requests += 1;
          return structuredClone(said[(requests - 1) % said.length] as Completion);
        },
        request: { model: "any" },
        messages: [QUESTION],
        toolbox: box(ran),
        spill: memorySpill(),
        signal: new AbortController().signal,
        now: () => new Date(ms),
        guards,
        takeTextCalls,
      });
      assert.ok(requests <= guards.rounds + 2, `${requests} requests in ${guards.rounds} rounds`);
      assert.ok(ran.length <= guards.calls, `${ran.length} calls of ${guards.calls}`);
      assert.ok(end.counts.inputTokens + end.counts.outputTokens < guards.tokens + 450);
      assert.ok(ms < (guards.seconds + 1) * 1_000);
      assertOneResultEach(end.transcript);
      const { calls, succeeded, failed, unknown, denied, badArguments, notRun } = end.counts;
      assert.equal(calls, end.transcript.filter(({ role }) => role === "tool").length);
      assert.equal(calls, succeeded + failed + unknown + denied + badArguments + notRun);
      assert.equal(end.evidence.length, succeeded);
      assert.ok(!ran.includes("denied"));
      assert.ok(!JSON.stringify(end).includes(SECRET));
      if (end.verdict === "answer") assert.equal(end.text, "The note says Alpha.");
      else assert.match(`${end.reason}: ${end.message}`, /^(?:[a-z-]+|guard\/[a-z-]+): \S/);
      seen.add(end.verdict === "answer" ? "answer" : end.reason);
    }),
    { numRuns: 200, seed: 20_260_319 },
  );
  // Or the property would say little.
  const wanted = [
    "answer",
    "guard/rounds",
    "guard/calls",
    "guard/tokens",
    "guard/usd",
    "guard/seconds",
    "guard/same-call",
    "guard/no-progress",
    "looping",
    "refused",
  ];
  assert.deepEqual(
    wanted.filter((name) => !seen.has(name)),
    [],
  );
});
