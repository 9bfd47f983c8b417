import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { z } from "zod";
import {
  type AnyPipeline,
  atLeast,
  gate,
  gather,
  input,
  pipeline,
  StagewrightError,
  type Success,
  type Task,
  tasks,
} from "../../src/dsl/index.js";
import { decideGate, holdTask, openQuestions, releaseTask, replayRun, resumeRun, startRun, unblock } from "../../src/runner/index.js";
import { rejected } from "../dsl/thrown.js";
import { assertReplays, deferred, eventsOfType, options, told, untilAborted, watchedStore } from "./rig.js";

const request = input(z.object({ goal: z.string() }));
const given = { input: { goal: "g" }, run: "r" };

const Given = z.object({ name: z.string(), needed: z.record(z.string(), z.unknown()), note: z.unknown(), statuses: z.string() });
type Given = z.output<typeof Given>;

/** A kind of task that one function carries out. */
function kind(name: string, run: (given: Given, signal: AbortSignal) => unknown): AnyPipeline {
  const task = input(Given);
  const act = gather("act", { needs: { task }, output: z.unknown(), run: ({ task }, { signal }) => run(task, signal) });
  return pipeline(name, { input: task, stages: [act] });
}

const Note = z.array(z.string());

interface Tree {
  readonly plan: readonly Task[];
  readonly kinds: Readonly<Record<string, AnyPipeline>>;
  readonly concurrency?: number;
  readonly more?: {
    readonly succeeds?: Success;
    readonly grow?: { max: number; depth: number; propose: (result: { task: Task; output: unknown }) => readonly Task[] };
    readonly note?: { schema: typeof Note; first: string[]; maxChars: number; next: () => string[] };
    readonly input?: () => unknown;
  };
}

function tree({ plan, kinds, concurrency = 4, more }: Tree) {
  const work = tasks("work", {
    needs: { request },
    kinds,
    concurrency,
    plan: () => plan,
    input: (_, { task, needed, note, tasks }) => ({
      name: task.name,
      needed,
      note,
      statuses: tasks.map(({ task, status }) => `${task.name} ${status}`).join(", "),
    }),
    note: { schema: Note, first: [], next: (note, { task, status }) => [...note, `${task.name} ${status}`] },
    ...more,
  });
  return pipeline("tree", { input: request, stages: [work] });
}

const Output = z.object({
  tasks: z.array(
    z.object({ task: z.object({ name: z.string() }), status: z.string(), output: z.unknown().optional(), reason: z.string().optional() }),
  ),
  note: z.unknown(),
  refused: z.array(z.object({ task: z.object({ name: z.string() }), reason: z.string() })),
});

/** `a done, b skipped`. */
const ends = (output: unknown) =>
  Output.parse(output)
    .tasks.map(({ task, status }) => `${task.name} ${status}`)
    .join(", ");

test("a tree of tasks is carried out by its needs; each task is given what it needs and the note as it stood", async () => {
  const seen: Given[] = [];
  const kinds = {
    read: kind("read", (task) => {
      seen.push(task);
      return `notes of ${task.name}`;
    }),
  };
  const pipe = tree({
    plan: [
      { name: "sum", kind: "read", needs: ["b", "a"] },
      { name: "a", kind: "read" },
      { name: "b", kind: "read", needs: ["a"] },
    ],
    kinds,
  });
  const on = options();
  const outcome = await startRun(pipe, { ...on, ...given });
  assert.equal(ends(outcome.output), "sum done, a done, b done");
  assert.deepEqual(seen, [
    { name: "a", needed: {}, note: [], statuses: "sum open, a open, b open" },
    { name: "b", needed: { a: { status: "done", output: "notes of a" } }, note: ["a done"], statuses: "sum open, a done, b open" },
    {
      name: "sum",
      needed: { b: { status: "done", output: "notes of b" }, a: { status: "done", output: "notes of a" } },
      note: ["a done", "b done"],
      statuses: "sum open, a done, b done",
    },
  ]);
  assert.deepEqual(await told(on.store, "r"), [
    "run-started",
    "stage-started work v1.1",
    "child-started work v1.1: 2 r.work.v1.a",
    "child-ended work v1.1: 2 r.work.v1.a done",
    "child-started work v1.1: 3 r.work.v1.b",
    "child-ended work v1.1: 3 r.work.v1.b done",
    "child-started work v1.1: 1 r.work.v1.sum",
    "child-ended work v1.1: 1 r.work.v1.sum done",
    "stage-done work v1.1",
    "run-done",
  ]);
  await assertReplays(pipe, "r", on.store);
});

test("independent tasks run side by side, as many as there is room for", async () => {
  let now = 0;
  let most = 0;
  const gates = new Map(["a", "b", "c"].map((name) => [name, deferred<void>()]));
  const kinds = {
    read: kind("read", async ({ name }) => {
      now += 1;
      most = Math.max(most, now);
      if (now === 2) gates.get("b")?.resolve();
      if (name === "c") gates.get("a")?.resolve();
      if (name !== "c") await gates.get(name)?.promise;
      now -= 1;
      return name;
    }),
  };
  const plan = ["a", "b", "c"].map((name) => ({ name, kind: "read" }));
  const on = options();
  const pipe = tree({ plan, kinds, concurrency: 2 });
  assert.equal((await startRun(pipe, { ...on, ...given })).status, "done");
  assert.equal(most, 2);
  const order = (await eventsOfType(on.store, "r", "child-ended")).map(({ item }) => item);
  assert.deepEqual([...order].sort(), [1, 2, 3]);
  assert.equal(order[0], 2);
  await assertReplays(pipe, "r", on.store);
});

test("a failed task fails the tree at its end; a retry takes over what is done, and does only the rest", async () => {
  const asked: string[] = [];
  let isDown = true;
  const kinds = {
    read: kind("read", ({ name }) => {
      asked.push(name);
      if (name === "b" && isDown) throw new Error("the server is down");
      return name;
    }),
  };
  const plan = [
    { name: "a", kind: "read" },
    { name: "b", kind: "read" },
    { name: "sum", kind: "read", needs: ["a", "b"] },
    { name: "other", kind: "read", needs: ["a"] },
  ];
  const on = options();
  const pipe = tree({ plan, kinds, concurrency: 1 });
  const outcome = await startRun(pipe, { ...on, ...given });
  assert.deepEqual([outcome.status, outcome.state.failure?.message], ["failed", '2 of 4 tasks are done; failed: "b"']);
  assert.deepEqual(asked, ["a", "b", "other"]);
  isDown = false;
  const again = await resumeRun(pipe, "r", on);
  assert.equal(ends(again.output), "a done, b done, sum done, other done");
  assert.deepEqual(asked.slice(3), ["b", "sum"]);
  assert.equal((await replayRun(pipe, "r", on)).identical, true);
});

test("a tree may succeed with a part of its tasks, or without those that all who need them do without", async () => {
  const kinds = {
    read: kind("read", ({ name, needed }) => {
      if (name === "critic") throw new Error("I could not find anything.");
      return needed;
    }),
  };
  const plan = [
    { name: "critic", kind: "read" },
    { name: "a", kind: "read" },
  ];
  const some = await startRun(tree({ plan, kinds, more: { succeeds: atLeast(1) } }), { ...options(), ...given });
  assert.equal(ends(some.output), "critic failed, a done");
  const allowing = [...plan, { name: "report", kind: "read", needs: ["critic"], allowFailed: ["critic"] }];
  const on = options();
  const pipe = tree({ plan: allowing, kinds });
  const { output } = await startRun(pipe, { ...on, ...given });
  assert.deepEqual(Output.parse(output).tasks.at(-1)?.output, { critic: { status: "failed", reason: "FAILED: no findings" } });
  await assertReplays(pipe, "r", on.store);
});

test("a task that waits at a gate holds up those that need it, and lets the others go on", async () => {
  const task = input(Given);
  const draft = gather("draft", { needs: { task }, output: z.string(), run: ({ task }) => `draft of ${task.name}` });
  const ask = gate("ask", { tier: 3, shows: draft });
  const kinds = { asked: pipeline("asked", { input: task, stages: [draft, ask] }), read: kind("read", ({ name }) => name) };
  const plan = [
    { name: "letter", kind: "asked" },
    { name: "send", kind: "read", needs: ["letter"] },
    { name: "other", kind: "read" },
  ];
  const on = options();
  const pipe = tree({ plan, kinds, concurrency: 1 });
  const outcome = await startRun(pipe, { ...on, ...given });
  assert.equal(outcome.status, "blocked");
  assert.deepEqual((await told(on.store, "r")).slice(2), [
    "child-started work v1.1: 1 r.work.v1.letter",
    "child-waiting work v1.1",
    "child-started work v1.1: 3 r.work.v1.other",
    "child-ended work v1.1: 3 r.work.v1.other done",
    "children-waiting work v1.1: r.work.v1.letter",
  ]);
  assert.equal((await eventsOfType(on.store, "r", "child-waiting"))[0]?.on, 'a decision at gate "ask"');
  const [question] = await openQuestions(on.store, pipe, "r");
  assert.deepEqual([question?.run, question?.pipeline.name], ["r.work.v1.letter", "asked"]);
  await decideGate(kinds.asked, "r.work.v1.letter", { decision: "approve" }, on);
  assert.equal(ends((await resumeRun(pipe, "r", on)).output), "letter done, send done, other done");
  await assertReplays(pipe, "r", on.store);
});

test("a tree grows by what its tasks propose, within its bounds; what is refused is in the output", async () => {
  const kinds = { read: kind("read", ({ name }) => ({ more: name.length < 4 ? [`${name}x`, `${name}y`] : [] })) };
  const pipe = tree({
    plan: [{ name: "a", kind: "read" }],
    kinds,
    concurrency: 1,
    more: {
      grow: {
        max: 3,
        depth: 2,
        propose: ({ task, output }) =>
          z
            .object({ more: z.array(z.string()) })
            .parse(output)
            .more.map((name) => ({ name, kind: "read", needs: [task.name] })),
      },
    },
  });
  const on = options();
  const { output } = await startRun(pipe, { ...on, ...given });
  assert.equal(ends(output), "a done, ax done, ay done, axx done");
  assert.deepEqual(
    Output.parse(output).refused.map(({ task, reason }) => `${task.name}: ${reason}`),
    [
      "axy: 3 tasks were added already, which is the bound",
      "ayx: 3 tasks were added already, which is the bound",
      "ayy: 3 tasks were added already, which is the bound",
      "axxx: it would be 3 steps from the plan, and 2 are allowed",
      "axxy: it would be 3 steps from the plan, and 2 are allowed",
    ],
  );
  await assertReplays(pipe, "r", on.store);
});

test("a task that a person holds back is not begun until it is released", async () => {
  const asked: string[] = [];
  const task = input(Given);
  const draft = gather("draft", { needs: { task }, output: z.string(), run: ({ task }) => task.name });
  const ask = gate("ask", { tier: 3, shows: draft });
  const kinds = {
    asked: pipeline("asked", { input: task, stages: [draft, ask] }),
    read: kind("read", ({ name }) => {
      asked.push(name);
      return name;
    }),
  };
  const plan = [
    { name: "first", kind: "asked" },
    { name: "second", kind: "read", needs: ["first"] },
  ];
  const on = options();
  const pipe = tree({ plan, kinds });
  await startRun(pipe, { ...on, ...given });
  await holdTask(pipe, "r", { task: "second", reason: "not before Monday" }, on);
  await decideGate(kinds.asked, "r.work.v1.first", { decision: "approve" }, on);
  assert.equal((await resumeRun(pipe, "r", on)).status, "blocked");
  assert.deepEqual(asked, []);
  assert.equal((await rejected(releaseTask(pipe, "r", { task: "secnd" }, on))).message, 'run "r" does not hold task "secnd" back');
  assert.equal((await rejected(releaseTask(pipe, "r", { task: "second" }, { ...on, by: "agent:tool" }))).code, "gate/may-not");
  await releaseTask(pipe, "r", { task: "second" }, on);
  assert.equal(ends((await resumeRun(pipe, "r", on)).output), "first done, second done");
  await assertReplays(pipe, "r", on.store);
});

test("a plan that cannot be carried out, a note that is too long and an input that is none fail the stage in plain words", async () => {
  const kinds = { read: kind("read", ({ name }) => name) };
  const plan = [{ name: "a", kind: "read" }];
  const failure = async (of: Partial<Tree>) => {
    const on = options();
    const pipe = tree({ plan, kinds, ...of });
    const { state } = await startRun(pipe, { ...on, ...given });
    await assertReplays(pipe, "r", on.store);
    return state.failure?.message;
  };
  assert.equal(await failure({ plan: [{ name: "a", kind: "write" }] }), 'task "a" is of kind "write"; the kinds are "read"');
  const long = { schema: Note, first: [], maxChars: 10, next: () => ["more than ten"] };
  assert.equal(await failure({ more: { note: long } }), 'the note after task "a" has 17 characters, and 10 are allowed');
  assert.equal(
    await failure({ more: { input: () => ({ name: 1, needed: {}, note: [], statuses: "" }) } }),
    'task "a" does not take what it is given: "name": Invalid input: expected string, received number',
  );
});

/** Eight tasks, three side by side, that end the same however often they are stopped. */
function wide(stop?: { readonly at: number; readonly now: () => void }) {
  let asked = 0;
  const done: string[] = [];
  const kinds = {
    read: kind("read", async ({ name, note }, signal) => {
      asked += 1;
      if (asked === stop?.at) {
        stop.now();
        return untilAborted(signal);
      }
      done.push(name);
      return { name, knew: Note.parse(note).length };
    }),
  };
  const plan = [
    { name: "a", kind: "read" },
    { name: "b", kind: "read" },
    { name: "c", kind: "read", needs: ["a"] },
    { name: "d", kind: "read", needs: ["a", "b"] },
    { name: "e", kind: "read", needs: ["c"] },
    { name: "f", kind: "read" },
    { name: "g", kind: "read", needs: ["d", "f"] },
    { name: "h", kind: "read", needs: ["e", "g"] },
  ];
  return { done, pipe: tree({ plan, kinds, concurrency: 3 }) };
}

test("interrupted in any task, a tree goes on to its end, does nothing twice that was done, and replays", async () => {
  for (let at = 1; at <= 8; at += 1) {
    const stop = new AbortController();
    const { pipe, done } = wide({ at, now: () => stop.abort() });
    const on = options();
    assert.equal((await startRun(pipe, { ...on, ...given, signal: stop.signal })).status, "interrupted");
    const { status, output } = await resumeRun(pipe, "r", on);
    assert.equal(status, "done");
    assert.equal(ends(output), "a done, b done, c done, d done, e done, f done, g done, h done");
    assert.deepEqual([...done].sort(), ["a", "b", "c", "d", "e", "f", "g", "h"]);
    await assertReplays(pipe, "r", on.store);
  }
});

test("a store that breaks before any append leaves a tree that goes on to its end and replays", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 2, max: 40 }), async (at) => {
      const { pipe } = wide();
      const on = options();
      let appends = 0;
      const broken = watchedStore(on.store, () => {
        appends += 1;
        if (appends === at) throw new StagewrightError("store/full", "the disk is full");
      });
      await startRun(pipe, { ...on, store: broken, ...given }).catch(() => {});
      if (appends < at) return;
      assert.equal((await resumeRun(pipe, "r", on)).status, "done");
      await assertReplays(pipe, "r", on.store);
    }),
    { seed: 20261202, numRuns: 40 },
  );
});

test("nobody unblocks a run that is not blocked", async () => {
  const on = options();
  await startRun(wide().pipe, { ...on, ...given });
  assert.deepEqual(
    [
      (await rejected(unblock("r", {}, on))).code,
      (
        await rejected(
          holdTask(
            kind("x", () => null),
            "r",
            { task: "a", reason: "" },
            on,
          ),
        )
      ).message,
    ],
    ["task/not-blocked", 'pipeline "x" has no stage with tasks'],
  );
});
