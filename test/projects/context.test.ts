import assert from "node:assert/strict";
import { test } from "node:test";
import type { TaskAt } from "../../src/dsl/index.js";
import { contextFor } from "../../src/projects/context.js";
import { project } from "../../src/projects/index.js";
import { FIRST_NOTE, type Note } from "../../src/projects/note.js";
import { Template } from "../../src/projects/template.js";
import { readRun, resumeRun, startRun } from "../../src/runner/index.js";
import { type MemoryStore, memoryStore } from "../../src/store/index.js";
import { type Asked, agreeable, folderWith, page, plain, scriptedModel, standsOn } from "./rig.js";

/** Forty tasks in a chain, each of which needs the three before it. */
const CHAIN = Array.from({ length: 40 }, (_, index) => ({
  name: `t${index + 1}`,
  kind: "note",
  title: `Note on part ${index + 1}`,
  needs: [3, 2, 1]
    .map((back) => index + 1 - back)
    .filter((number) => number > 0)
    .map((number) => `t${number}`),
}));

/** Says much, and in every task something else. */
const talkative = (asked: Asked) =>
  asked.kind === "report"
    ? agreeable(asked)
    : page(["Summary", "Notes"], `${asked.who} says ${"that the river ran low in the summer ".repeat(12)}`);

test("the context of task 40 is as large as that of task 4, whatever was said on the way", async (t) => {
  const { implementation, asked } = scriptedModel(talkative);
  const on = standsOn(folderWith(t), implementation);
  assert.equal((await startRun(project(plain(CHAIN)), { ...on, run: "r", input: { goal: "Find out." } })).status, "done");
  const promptOf = (who: string) => asked.find((one) => one.who === who)?.prompt ?? "";
  const sizes = CHAIN.map(({ name }) => promptOf(name).length);
  const [fourth = 0, fortieth = 0] = [sizes[3], sizes[39]];
  assert.ok(fourth > 4_000, `${fourth}`);
  assert.ok(fortieth <= fourth * 1.15, `task 4 is told ${fourth} characters, task 40 ${fortieth}`);
  assert.ok(Math.max(...sizes) <= fourth * 1.15, `${Math.max(...sizes)}`);
});

test("a task is told what it needs and nothing that another one was told or said beside it", async (t) => {
  const secret = "the abbot hid the ledger";
  const { implementation, asked } = scriptedModel((one) =>
    one.who === "aside" ? page(["Summary", "Notes"], "nothing to note", secret) : agreeable(one),
  );
  const tasks = [
    { name: "aside", kind: "note", title: "Look aside" },
    { name: "first", kind: "note", title: "Look ahead" },
    { name: "second", kind: "note", title: "Go on", needs: ["first"] },
  ];
  const on = standsOn(folderWith(t), implementation);
  assert.equal(
    (await startRun(project(plain(tasks, { concurrency: 1 })), { ...on, run: "r", input: { goal: "Find out." } })).status,
    "done",
  );
  const second = asked.find(({ who }) => who === "second")?.prompt ?? "";
  assert.ok(second.includes("aside: In short, nothing to note."), "its summary is in the note");
  assert.equal(second.includes(secret), false);
  assert.equal(second.includes("Look ahead\\n"), false);
});

test("a project that was stopped, and is resumed, tells its tasks the same, byte for byte", async (t) => {
  const pipe = project(plain(CHAIN.slice(0, 8)));
  const folder = folderWith(t);
  const inputs = async (store: MemoryStore) => {
    const told: Record<string, unknown> = {};
    for (const run of await store.runs()) {
      const { state, load } = await readRun(store, run);
      if (state.started?.parent) told[run] = await load(state.started.input);
    }
    return JSON.stringify(told, undefined, 1);
  };
  const whole = scriptedModel(talkative);
  const uninterrupted = { ...standsOn(folder, whole.implementation), store: memoryStore() };
  await startRun(pipe, { ...uninterrupted, run: "r", input: { goal: "Find out." } });

  const stop = new AbortController();
  const { implementation, asked } = scriptedModel((one) => {
    if (one.who === "t5" && one.time === 1) stop.abort(new Error("the power fails"));
    return talkative(one);
  });
  const on = { ...standsOn(folder, implementation), store: memoryStore() };
  const stopped = await startRun(pipe, { ...on, run: "r", input: { goal: "Find out." }, signal: stop.signal });
  assert.equal(stopped.status, "interrupted");
  assert.equal((await resumeRun(pipe, "r", on)).status, "done");
  assert.equal(await inputs(on.store), await inputs(uninterrupted.store));
  const prompts = (all: readonly Asked[]) => new Map(all.map(({ who, prompt }) => [who, prompt]));
  assert.deepEqual(prompts(asked), prompts(whole.asked));
});

test("a task of a tree of any size is told the counts and its neighbours; many needs share the room of a few", () => {
  const template = Template.parse(plain([{ name: "a", kind: "note", title: "A" }]));
  const sized = (size: number): TaskAt<string, Note> => {
    const tasks = Array.from({ length: size }, (_, index) => ({ name: `t${index}`, kind: "note", title: `Note ${index}` }));
    const needed = Object.fromEntries(
      tasks
        .slice(1)
        .map(({ name }) => [
          name,
          { status: "done" as const, output: { summary: `${name} is dry.`, markdown: "dry ".repeat(900), proposes: [] } },
        ]),
    );
    return {
      task: { name: "t0", kind: "note" },
      note: FIRST_NOTE,
      needed,
      tasks: tasks.map((task, index) => ({ task, status: index === 0 ? "running" : "done" })),
    };
  };
  const few = contextFor(template, "Find out.", sized(5));
  assert.deepEqual(few.tree, [
    "5 tasks: 4 done, 1 running",
    "gather: 0 of 0 done",
    "work: 4 of 5 done",
    "verify: 0 of 0 done",
    "t0 (note), this task: Note 0",
    ...[1, 2, 3, 4].map((number) => `t${number} (note), done: Note ${number}`),
  ]);
  const many = contextFor(template, "Find out.", sized(90));
  assert.equal(many.tree.length, 13);
  assert.deepEqual(many.needed.t7, { status: "done", text: "t7 is dry." });
  const chars = (of: typeof few) => JSON.stringify(of).length;
  assert.ok(chars(many) <= chars(few) * 1.2, `${chars(many)} against ${chars(few)}`);
});
