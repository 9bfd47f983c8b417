import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { type Check, check, decide, each, gather, input, pipeline, rollbackTo, write } from "../../src/dsl/index.js";
import { failureRate, newestRuns, startRun } from "../../src/runner/index.js";
import { memoryStore, type Store } from "../../src/store/index.js";
import { fakeModel, options } from "./rig.js";

function refuses(rule: string, isBad: (text: string) => boolean): Check<string> {
  return { rule, run: (text) => (isBad(text) ? [{ rule, severity: "error", message: "refused" }] : []) };
}

const draft = write("draft", {
  output: z.string(),
  prompt: () => "Write.",
  dod: [refuses("short", (text) => text.length < 4)],
  retries: 2,
  backoffMs: 0,
});
const review = check("review", { of: draft, checks: [refuses("long", (text) => text.length > 8)], onFail: rollbackTo(draft, { max: 2 }) });
const post = pipeline("post", { input: input(z.object({})), stages: [draft, review] });

/** Runs the pipeline with these answers of its model. */
async function ran(store: Store, run: string, ...answers: readonly string[]) {
  await startRun(post, { ...options({ store, adapters: [fakeModel(...answers).implementation] }), run, input: {} });
}

test("without a history a stage has failed one time in ten", async () => {
  assert.deepEqual(await failureRate(memoryStore(), { pipeline: "post", stage: "draft" }), { rate: 0.1, failed: 0, attempts: 0, runs: 0 });
});

test("an attempt that failed counts, and so does one that a review refused later", async () => {
  const store = memoryStore();
  // Refused as too short, then by the review, then right.
  await ran(store, "post-20260319-aaaaaa", "no", "much too long a text", "right");
  await ran(store, "post-20260318-aaaaaa", "right");
  const found = await failureRate(store, { pipeline: "post", stage: "draft" });
  assert.deepEqual(found, { rate: (2 + 0.5) / (4 + 5), failed: 2, attempts: 4, runs: 2 });
  // The review failed once, and nobody came back to it because of another.
  assert.deepEqual(await failureRate(store, { pipeline: "post", stage: "review" }), {
    rate: (1 + 0.5) / (3 + 5),
    failed: 1,
    attempts: 3,
    runs: 2,
  });
});

test("a decision that goes back is no failure of the stage that it goes back to", async () => {
  let turn = 0;
  const facts = gather("facts", { output: z.number(), run: () => ++turn });
  const course = decide("course", {
    needs: { facts },
    ways: { on: "go on", again: rollbackTo(facts, { max: 1 }) },
    choose: ({ facts }) => (facts === 1 ? "again" : "on"),
  });
  const store = memoryStore();
  const decided = pipeline("decided", { input: input(z.object({})), stages: [facts, course] });
  const { status } = await startRun(decided, { ...options({ store }), run: "decided-20260319-aaaaaa", input: {} });
  assert.equal(status, "done");
  const { failed, attempts } = await failureRate(store, { pipeline: "decided", stage: "facts" });
  assert.deepEqual([failed, attempts], [0, 2]);
});

test("only the newest runs count, however many there are", async () => {
  const store = memoryStore();
  const days = Array.from({ length: 9 }, (_, index) => `post-2026031${index + 1}-aaaaaa`);
  for (const run of days) await ran(store, run, "right");
  const read: string[] = [];
  const watched: Store = {
    ...store,
    read: (run) => {
      read.push(run);
      return store.read(run);
    },
  };
  const { attempts, runs } = await failureRate(watched, { pipeline: "post", stage: "draft", runs: 3 });
  assert.deepEqual([attempts, runs], [3, 3]);
  assert.deepEqual(read, ["post-20260319-aaaaaa", "post-20260318-aaaaaa", "post-20260317-aaaaaa"]);
});

test("runs of other pipelines, damaged ones and those with names of their own are passed over", async () => {
  const store = memoryStore();
  for (const run of ["post-20260319-aaaaaa", "post-20260318-aaaaaa", "mine"]) await ran(store, run, "right");
  await startRun(pipeline("post-office", { input: input(z.object({})), stages: [draft] }), {
    ...options({ store, adapters: [fakeModel("right").implementation] }),
    run: "post-office-20260319-aaaaaa",
    input: {},
  });
  const damaged: Store = {
    ...store,
    read: async (run) => (run === "post-20260319-aaaaaa" ? { lines: ["{}"], torn: undefined } : store.read(run)),
  };
  const found: string[] = [];
  for await (const { state } of newestRuns(damaged, "post", 20)) found.push(state.run);
  assert.deepEqual(found, ["post-20260318-aaaaaa"]);
});

test("runs that another run started are found, within a bound", async () => {
  const store = memoryStore();
  const item = input(z.object({ item: z.number() }));
  const inner = pipeline("inner", { input: item, stages: [draft] });
  const all = each("all", { over: () => [1, 2].map((number) => ({ item: number })), pipeline: inner });
  const outer = pipeline("outer", { input: input(z.object({})), stages: [all] });
  const on = options({ store, adapters: [fakeModel("no", "right", "right").implementation] });
  await startRun(outer, { ...on, run: "outer-20260319-aaaaaa", input: {} });
  const { attempts, runs } = await failureRate(store, { pipeline: "inner", stage: "draft" });
  assert.deepEqual([attempts, runs], [3, 2]);
});
