import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { type CallPlace, implement, input, pipeline, run, write } from "../../src/dsl/index.js";
import { model } from "../../src/model/index.js";
import { startRun } from "../../src/runner/index.js";
import { options } from "./rig.js";

test("a call is told for which try of which stage it is made, and on whose behalf, in child runs too", async () => {
  const places: (CallPlace | undefined)[] = [];
  const implementation = implement(model, "fake", {
    complete: {
      perform: async ({ model: name }, { at }) => {
        places.push(at);
        const text = places.length === 1 ? "" : "The post.";
        return { finish: "stop", usage: { inputTokens: 7, outputTokens: 3, estimated: false }, model: name, text };
      },
    },
  });
  const request = input(z.object({}));
  const draft = write("draft", { output: z.string(), prompt: () => "Write.", retries: 1, backoffMs: 1 });
  const inner = pipeline("inner", { input: request, stages: [draft] });
  const outer = pipeline("outer", { input: request, stages: [draft, run("nested", { pipeline: inner, input: () => ({}) })] });
  const on = options({ adapters: [implementation] });
  await startRun(outer, { ...on, run: "r", input: {}, launch: { agent: "nightly" } });
  const agent = "nightly";
  assert.deepEqual(places, [
    { run: "r", pipeline: "outer", stage: "draft", version: 1, attempt: 1, agent },
    { run: "r", pipeline: "outer", stage: "draft", version: 1, attempt: 2, agent },
    { run: "r.nested.v1.1", pipeline: "inner", stage: "draft", version: 1, attempt: 1, agent },
  ]);
});
