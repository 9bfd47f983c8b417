import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { StagewrightError } from "../../src/dsl/index.js";
import { memorySpill, tool, toolbox, workWithTools } from "../../src/tools/index.js";
import { asks, type Said, scripted } from "./scripted.js";

const look = tool({ name: "look", description: "Looks.", takes: z.object({}), run: () => "a wall" });

async function worked(mayBlock: boolean, answers: readonly Said[], guards: { calls?: number } = {}) {
  const { complete, requests } = scripted(...answers);
  const end = await workWithTools({
    complete,
    request: { model: "small" },
    messages: [{ role: "user", content: "Go through." }],
    toolbox: toolbox({ tools: [look], allow: ["look"] }),
    spill: memorySpill(),
    guards,
    mayBlock,
    signal: new AbortController().signal,
    now: () => new Date(0),
  });
  return { end, requests };
}

test("the tool blocked ends the work; what was called before it has run, what was called behind it has not", async () => {
  const { end } = await worked(true, [asks(["look"], ["blocked", { reason: "There is a wall.", waitingOn: "a door" }], ["look"])]);
  assert.ok(end.verdict === "failed");
  assert.deepEqual(
    [end.reason, end.message, end.blocked],
    ["blocked", "There is a wall.", { reason: "There is a wall.", waitingOn: "a door" }],
  );
  assert.deepEqual(
    end.transcript.flatMap((message) => (message.role === "tool" ? [message.content] : [])),
    ["a wall", "The task rests as blocked.", "not run: the task is blocked."],
  );
});

test("it may be called when no other call is left, and is no evidence of work", async () => {
  const { end } = await worked(true, [asks(["look"], ["blocked", { reason: "There is a wall." }])], { calls: 1 });
  assert.ok(end.verdict === "failed");
  assert.deepEqual([end.reason, end.evidence.map((one) => one.tool)], ["blocked", ["look"]]);
});

test("arguments that cannot be read, or give no reason, are told to the model", async () => {
  const { end } = await worked(true, [
    asks(["blocked", { reason: " " }]),
    { calls: [{ id: "x", name: "blocked", arguments: {}, unreadable: "{" }] },
    "A wall.",
  ]);
  assert.ok(end.verdict === "answer");
  assert.deepEqual(
    end.transcript.flatMap((message) => (message.role === "tool" ? [message.content] : [])),
    [
      '"blocked" was not taken: "reason": Too small: expected string to have >=1 characters.',
      '"blocked" was not taken: its arguments are no JSON object.',
    ],
  );
});

test("without the option there is no such tool", async () => {
  const { end, requests } = await worked(false, [asks(["blocked", { reason: "There is a wall." }]), "A wall."]);
  assert.equal(end.verdict, "answer");
  assert.deepEqual(
    requests[0]?.tools?.map(({ name }) => name),
    ["look", "read_result"],
  );
});

test("no tool of one's own can have its name", () => {
  const own = tool({ name: "blocked", description: "Blocks.", takes: z.object({}), run: () => "" });
  assert.throws(
    () => toolbox({ tools: [own], allow: [] }),
    (error) => {
      assert.ok(error instanceof StagewrightError);
      assert.equal(error.message, 'no tool can be named "blocked"');
      return error.hint === "the tool that says that a task is blocked has this name in every stage: choose another";
    },
  );
});
