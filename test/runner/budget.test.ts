import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { each, gather, implement, input, pipeline, StagewrightError, write } from "../../src/dsl/index.js";
import { model } from "../../src/model/index.js";
import { openRefusals, resumeRun, startRun } from "../../src/runner/index.js";
import { assertReplays, options, told } from "./rig.js";

const request = input(z.object({}));
const given = { run: "r", input: {} };

/** A model that can be paid for from the call `from` on. */
function dear({ from }: { readonly from: number }) {
  let calls = 0;
  return implement(model, "dear", {
    complete: {
      perform: async ({ model: name }) => {
        calls += 1;
        if (calls < from)
          throw new StagewrightError("budget/exceeded", "the day's budget is spent", { hint: "there is money again tomorrow" });
        return { finish: "stop", usage: { inputTokens: 7, outputTokens: 3, estimated: false }, model: name, text: "The post." };
      },
    },
  });
}

const draft = write("draft", { output: z.string(), prompt: () => "Write." });

test("a call that the budget refuses makes the run wait, uses up no try, and is made when the run is resumed", async () => {
  const post = pipeline("post", { input: request, stages: [draft] });
  const on = options({ adapters: [dear({ from: 3 })] });
  const outcome = await startRun(post, { ...on, ...given });
  assert.equal(outcome.status, "blocked");
  assert.equal(outcome.waiting?.on === "budget" && outcome.waiting.refusal.hint, "there is money again tomorrow");
  await assertReplays(post, "r", on.store);

  assert.equal((await resumeRun(post, "r", on)).status, "blocked");
  const done = await resumeRun(post, "r", on);
  assert.equal(done.output, "The post.");
  assert.deepEqual(await told(on.store, "r"), [
    "run-started",
    "stage-started draft v1.1",
    "budget-refused draft v1.1: the day's budget is spent",
    "run-resumed",
    "budget-refused draft v1.1: the day's budget is spent",
    "run-resumed",
    "called draft v1.1: model.complete",
    "stage-done draft v1.1",
    "run-done",
  ]);
  await assertReplays(post, "r", on.store);
});

test("what a stage had called before its refusal is not called again", async () => {
  let looks = 0;
  const both = gather("both", {
    uses: { model },
    output: z.string(),
    run: async (_, { model, random }) => {
      looks += random() < 1 ? 1 : 0;
      const { text } = await model.complete({ model: "embedded", messages: [{ role: "user", content: "First." }] });
      return `${text} ${(await model.complete({ model: "embedded", messages: [{ role: "user", content: "Second." }] })).text}`;
    },
  });
  const post = pipeline("post", { input: request, stages: [both] });
  let calls = 0;
  const second = implement(model, "second", {
    complete: {
      perform: async ({ model: name }) => {
        calls += 1;
        if (calls === 2) throw new StagewrightError("budget/exceeded", "the run's budget is spent");
        return { finish: "stop", usage: { inputTokens: 7, outputTokens: 3, estimated: false }, model: name, text: `answer ${calls}` };
      },
    },
  });
  const on = options({ adapters: [second] });
  assert.equal((await startRun(post, { ...on, ...given })).status, "blocked");
  assert.equal((await resumeRun(post, "r", on)).output, "answer 1 answer 3");
  assert.deepEqual([calls, looks], [3, 2]);
  await assertReplays(post, "r", on.store);
});

test("the time from which there is room is journaled and replayed, and is told of child runs too", async () => {
  const roomAt = "2026-03-20T00:00:00.000Z";
  const refused = implement(model, "dear", {
    complete: {
      perform: async () => {
        throw Object.assign(new StagewrightError("budget/exceeded", "the day's budget is spent"), { roomAt });
      },
    },
  });
  const item = pipeline("item", { input: request, stages: [draft] });
  const post = pipeline("post", { input: request, stages: [each("all", { pipeline: item, over: () => [{}] })] });
  const on = options({ adapters: [refused] });
  await startRun(post, { ...on, ...given });
  const refusals = await openRefusals(on.store, "r");
  assert.deepEqual(
    refusals.map(({ run, stage, refusal }) => [run, stage, refusal.message, refusal.roomAt]),
    [["r.all.v1.1", "draft", "the day's budget is spent", roomAt]],
  );
  await assertReplays(post, "r", on.store);
  await assertReplays(item, "r.all.v1.1", on.store);
});

test("a child that waits for its budget makes its parent wait, and goes on with it", async () => {
  const item = pipeline("item", { input: request, stages: [draft] });
  const all = each("all", { pipeline: item, over: () => [{}, {}] });
  const post = pipeline("post", { input: request, stages: [all] });
  const on = options({ adapters: [dear({ from: 2 })] });
  const outcome = await startRun(post, { ...on, ...given });
  assert.deepEqual([outcome.status, outcome.waiting], ["blocked", { stage: "all", on: "children", children: ["r.all.v1.1"] }]);
  await assertReplays(post, "r", on.store);
  const done = await resumeRun(post, "r", on);
  assert.equal(done.status, "done");
  await assertReplays(post, "r", on.store);
});
