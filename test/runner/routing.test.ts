import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { implement, input, pipeline, run, write } from "../../src/dsl/index.js";
import { model } from "../../src/model/index.js";
import type { RouteQuestion } from "../../src/routing/index.js";
import { startRun } from "../../src/runner/index.js";
import { assertReplays, eventsOfType, options } from "./rig.js";

const request = input(z.object({}));
const draft = write("draft", {
  needs: { request },
  output: z.string(),
  prompt: () => "Write it.",
  routing: { userFacing: true, tools: "reliable" },
});
const own = write("own", { output: z.string(), prompt: () => "Write.", model: "embedded" });
const post = pipeline("post", { input: request, stages: [draft, own] });

function rig() {
  const requests: { model: string; fallbacks?: string[] | undefined }[] = [];
  const questions: RouteQuestion[] = [];
  const implementation = implement(model, "fake", {
    complete: {
      perform: async ({ model: name, fallbacks }) => {
        requests.push({ model: name, ...(fallbacks && { fallbacks }) });
        return { finish: "stop", usage: { inputTokens: 7, outputTokens: 3, estimated: false }, model: name, text: "The post." };
      },
    },
  });
  const router = {
    choose: async (question: RouteQuestion) => {
      questions.push(question);
      return { models: ["small", "large"], because: "rule 1: pipeline post", rule: 1, excluded: [] };
    },
  };
  return { requests, questions, on: options({ adapters: [implementation], router }) };
}

test("a run whose model is the route asks the router for each stage that names none, and the journal keeps the choice", async () => {
  const { requests, questions, on } = rig();
  const launch = { trigger: "cron", channel: "mail", other: 3 };
  const outcome = await startRun(post, { ...on, run: "r", input: {}, model: "route", launch });
  assert.equal(outcome.status, "done");
  assert.deepEqual(questions, [
    {
      pipeline: "post",
      stage: "draft",
      trigger: "cron",
      channel: "mail",
      demands: { tools: "reliable" },
      signals: { inputTokens: 3, sources: 1, userFacing: true },
    },
  ]);
  assert.deepEqual(requests, [{ model: "small", fallbacks: ["large"] }, { model: "embedded" }]);
  const calls = await eventsOfType(on.store, "r", "called");
  assert.deepEqual(
    calls.map(({ adapter, name }) => `${adapter}.${name}`),
    ["routing.choose", "model.complete", "model.complete"],
  );
  await assertReplays(post, "r", on.store);
});

test("a child run is routed by what gave rise to its parent", async () => {
  const { questions, on } = rig();
  const outer = pipeline("outer", { input: request, stages: [run("inner", { pipeline: post, input: () => ({}) })] });
  await startRun(outer, { ...on, run: "r", input: {}, model: "route", launch: { trigger: "cron" } });
  assert.deepEqual(
    questions.map(({ pipeline, trigger }) => [pipeline, trigger]),
    [["post", "cron"]],
  );
});

test("a route without routes fails the stage, with what to write", async () => {
  const { router: _none, ...on } = rig().on;
  const { state } = await startRun(post, { ...on, run: "r", input: {}, model: "route" });
  const { message, hint } = state.stages.get("draft")?.failure ?? {};
  assert.equal(message, 'stage "draft" is to have its model by route, and there are no routes');
  assert.equal(hint, "write `routes` into stagewright.config.ts, or name a model with --model");
});
