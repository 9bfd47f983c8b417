import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { TaskTree } from "../../src/core/index.js";
import type { Task, TaskResult } from "../../src/dsl/index.js";
import { thrown } from "../dsl/thrown.js";

const KINDS = ["work"];
const task = (name: string, more: Partial<Task> = {}): Task => ({ name, kind: "work", ...more });
const done = (one: Task): TaskResult => ({ task: one, status: "done", run: one.name, output: one.name });
const failedOf = (one: Task): TaskResult => ({ task: one, status: "failed", run: one.name, reason: "no" });

/** The tasks that may begin, by name. */
const ready = (tree: TaskTree) => tree.ready().map((item) => tree.task(item).name);

function end(tree: TaskTree, name: string, how: (one: Task) => TaskResult = done): readonly string[] {
  const item = tree.itemOf(name) ?? 0;
  tree.start(item);
  return tree.end(item, how(tree.task(item))).map((result) => `${result.task.name} ${result.status}`);
}

test("a task is ready once all that it needs is done", () => {
  const tree = new TaskTree([task("sum", { needs: ["a", "b"] }), task("a"), task("b")], KINDS);
  assert.deepEqual(ready(tree), ["a", "b"]);
  end(tree, "b");
  assert.deepEqual(ready(tree), ["a"]);
  end(tree, "a");
  assert.deepEqual(ready(tree), ["sum"]);
  assert.deepEqual(tree.needed(1), { a: { status: "done", output: "a" }, b: { status: "done", output: "b" } });
});

test("what needs a failed task is skipped, and what needs that too", () => {
  const tree = new TaskTree([task("a"), task("b", { needs: ["a"] }), task("c", { needs: ["b"] }), task("d")], KINDS);
  assert.deepEqual(end(tree, "a", failedOf), ["a failed", "b skipped", "c skipped"]);
  assert.deepEqual(ready(tree), ["d"]);
  assert.deepEqual(
    tree.results().map((result) => ("reason" in result ? result.reason : "")),
    ["no", 'it needs "a", which failed', 'it needs "b", which was skipped'],
  );
  assert.deepEqual(
    tree.failures().map(({ task }) => task.name),
    ["a"],
  );
});

test("a task that allows it goes on without a failed one, and is told nothing but that it failed", () => {
  const tree = new TaskTree([task("critic"), task("report", { needs: ["critic"], allowFailed: ["critic"] })], KINDS);
  end(tree, "critic", failedOf);
  assert.deepEqual(ready(tree), ["report"]);
  assert.deepEqual(tree.needed(2), { critic: { status: "failed", reason: "FAILED: no findings" } });
  assert.deepEqual(tree.failures(), []);
});

test("a proposed task is taken within the bounds, and refused beyond them with the bound", () => {
  const tree = new TaskTree([task("a")], KINDS, { max: 2, depth: 1 });
  end(tree, "a");
  assert.equal(tree.propose(1, task("b", { needs: ["a"] })), undefined);
  assert.deepEqual(ready(tree), ["b"]);
  assert.equal(tree.propose(2, task("c")), "it would be 2 steps from the plan, and 1 are allowed");
  assert.equal(tree.propose(1, task("b")), 'there are two tasks of name "b"');
  assert.equal(tree.propose(1, { name: "d", kind: "play" }), 'task "d" is of kind "play"; the kinds are "work"');
  assert.equal(tree.propose(1, task("d", { needs: ["x"] })), 'task "d" needs "x", and there is no such task');
  assert.equal(tree.propose(1, task("d")), undefined);
  assert.equal(tree.propose(1, task("e")), "2 tasks were added already, which is the bound");
});

test("a proposed task that needs a failed one is skipped", () => {
  const tree = new TaskTree([task("a"), task("b")], KINDS, { max: 1, depth: 1 });
  end(tree, "a", failedOf);
  end(tree, "b");
  assert.equal(tree.propose(2, task("c", { needs: ["a", "b"] })), undefined);
  assert.deepEqual(ready(tree), []);
  assert.equal(tree.results().at(-1)?.status, "skipped");
});

test("once the added tasks have cost what they may, none is added any more, and none begins that has not begun", () => {
  const tree = new TaskTree([task("a"), task("z", { needs: ["a"] })], KINDS, { max: 9, depth: 2, budgetUsd: 0.5 });
  tree.start(1);
  tree.end(1, done(task("a")), 7);
  for (const name of ["b", "c", "d"]) assert.equal(tree.propose(1, task(name, { needs: ["a"] })), undefined);
  assert.equal(tree.propose(1, task("e", { needs: ["d"] })), undefined);
  for (const name of ["b", "c"]) tree.start(tree.itemOf(name) ?? 0);
  const ends = tree.end(tree.itemOf("b") ?? 0, done(task("b")), 0.2);
  assert.deepEqual(ends.length, 1, "what the plan's own tasks cost counts nothing");
  const over = tree.end(tree.itemOf("c") ?? 0, done(task("c")), 0.32);
  const spent = "the tasks that were added have cost $0.52, and $0.5 are allowed";
  assert.deepEqual(
    over.map((result) => `${result.task.name} ${result.status}: ${"reason" in result ? result.reason : ""}`),
    ["c done: ", `d skipped: ${spent}`, `e skipped: ${spent}`],
  );
  assert.deepEqual(ready(tree), ["z"]);
  assert.equal(tree.propose(tree.itemOf("c") ?? 0, task("f")), spent);
  assert.deepEqual(tree.failures(), []);
});

test("a planned task waits for what its needs add, and for what that adds, and goes on without one that fails", () => {
  const tree = new TaskTree([task("read"), task("sum", { needs: ["read"], withAdded: ["read"] })], KINDS, { max: 9, depth: 2 });
  end(tree, "read");
  assert.deepEqual(ready(tree), ["sum"]);
  assert.equal(tree.propose(1, task("lead", { needs: ["read"] })), undefined);
  assert.equal(tree.propose(1, task("other", { needs: ["read"] })), undefined);
  assert.deepEqual(ready(tree), ["lead", "other"]);
  assert.deepEqual(tree.waitsFor(2), ["lead", "other"]);
  end(tree, "lead");
  assert.equal(tree.propose(tree.itemOf("lead") ?? 0, task("trace", { needs: ["lead"] })), undefined);
  assert.deepEqual(end(tree, "other", failedOf), ["other failed"]);
  assert.deepEqual(ready(tree), ["trace"]);
  end(tree, "trace");
  assert.deepEqual(ready(tree), ["sum"]);
  assert.deepEqual(tree.needed(2), {
    read: { status: "done", output: "read" },
    lead: { status: "done", output: "lead" },
    other: { status: "failed", reason: "FAILED: no findings" },
    trace: { status: "done", output: "trace" },
  });
  assert.deepEqual(tree.failures(), []);
});

test("a task that waits for what is added begins where the money for that has run out", () => {
  const plan = [task("read"), task("sum", { needs: ["read"], withAdded: ["read"] })];
  const tree = new TaskTree(plan, KINDS, { max: 9, depth: 1, budgetUsd: 1 });
  end(tree, "read");
  for (const name of ["lead", "other"]) tree.propose(1, task(name, { needs: ["read"] }));
  const lead = tree.itemOf("lead") ?? 0;
  tree.start(lead);
  tree.end(lead, done(task("lead")), 1);
  assert.deepEqual(ready(tree), ["sum"]);
  assert.deepEqual(tree.needed(2).other, { status: "failed", reason: "FAILED: no findings" });
});

test("what would have to wait for itself is not added", () => {
  const plan = [task("read"), task("sum", { needs: ["read"], withAdded: ["read"] }), task("print", { needs: ["sum"] })];
  const tree = new TaskTree(plan, KINDS, { max: 9, depth: 1 });
  end(tree, "read");
  assert.equal(tree.propose(1, task("lead", { needs: ["print"] })), 'it needs "sum", which waits for what is added here');
  assert.deepEqual(ready(tree), ["sum"]);
});

test("a plan that cannot be carried out is refused, with what is wrong with it", () => {
  const refused = (...plan: readonly Task[]) => thrown(() => new TaskTree(plan, KINDS)).message;
  assert.equal(refused(task("a"), task("a")), 'there are two tasks of name "a"');
  assert.equal(refused(task("a", { needs: ["b"] })), 'task "a" needs "b", and there is no such task');
  assert.equal(refused(task("a b")), '"a b" cannot name a task: use letters, digits and dashes, a letter first');
  assert.equal(refused(task("a", { allowFailed: ["b"] })), 'task "a" allows "b" to fail, and does not need it');
  assert.equal(refused(task("a", { withAdded: ["b"] })), 'task "a" waits for what "b" adds, and does not need it');
  assert.equal(
    refused(task("a", { needs: ["b"] }), task("b", { needs: ["c"] }), task("c", { needs: ["b"] })),
    "the tasks need each other in a circle: b needs c needs b",
  );
});

test("whatever ends in whatever order, no task begins before its needs, and each begins once or is skipped once", () => {
  const trees = fc.integer({ min: 1, max: 25 }).chain((size) =>
    fc.record({
      needs: fc.tuple(...Array.from({ length: size }, (_, index) => fc.subarray(Array.from({ length: index }, (_, n) => `t${n}`)))),
      isAllowed: fc.boolean(),
      fails: fc.array(fc.boolean(), { minLength: size, maxLength: size }),
      luck: fc.infiniteStream(fc.nat()),
    }),
  );
  fc.assert(
    fc.property(trees, ({ needs, fails, isAllowed, luck }) => {
      const plan = needs.map((names, index) => task(`t${index}`, { needs: names, ...(isAllowed && { allowFailed: names }) }));
      const tree = new TaskTree(plan, KINDS);
      const running: number[] = [];
      const settled = new Map<string, string>();
      for (;;) {
        for (const item of tree.ready()) {
          for (const need of tree.task(item).needs ?? []) assert.ok(settled.has(need));
          assert.equal(settled.has(tree.task(item).name), false);
          tree.start(item);
          running.push(item);
        }
        if (running.length === 0) break;
        const [item = 0] = running.splice(luck.next().value % running.length, 1);
        const one = tree.task(item);
        for (const result of tree.end(item, fails[item - 1] ? failedOf(one) : done(one))) {
          assert.equal(settled.has(result.task.name), false);
          settled.set(result.task.name, result.status);
        }
      }
      assert.equal(settled.size, plan.length);
      if (isAllowed) assert.equal([...settled.values()].includes("skipped"), false);
    }),
    { seed: 20261202 },
  );
});

test("however a tree grows, a task begins after its needs and what they added, and all come to an end", () => {
  const grown = fc.record({
    size: fc.integer({ min: 1, max: 8 }),
    budgetUsd: fc.integer({ min: 1, max: 12 }),
    luck: fc.infiniteStream(fc.nat()),
  });
  fc.assert(
    fc.property(grown, ({ size, budgetUsd, luck }) => {
      const next = (below: number) => luck.next().value % below;
      const names = (upTo: number) => Array.from({ length: upTo }, (_, n) => `t${n}`).filter(() => next(3) === 0);
      const plan = Array.from({ length: size }, (_, index) => {
        const needs = names(index);
        return task(`t${index}`, { needs, withAdded: needs.filter(() => next(2) === 0), allowFailed: needs });
      });
      const tree = new TaskTree(plan, KINDS, { max: 20, depth: 3, budgetUsd });
      const settled = new Set<string>();
      const addedBy = new Map<string, string[]>();
      const allAdded = (name: string): string[] => (addedBy.get(name) ?? []).flatMap((one) => [one, ...allAdded(one)]);
      const running: number[] = [];
      for (let added = 0; ; ) {
        for (const item of tree.ready()) {
          const { name, needs = [], withAdded = [] } = tree.task(item);
          for (const need of [...needs, ...withAdded.flatMap(allAdded)]) assert.ok(settled.has(need), `${name} began before ${need}`);
          assert.deepEqual(tree.waitsFor(item), []);
          tree.start(item);
          running.push(item);
        }
        if (running.length === 0) break;
        const [item = 0] = running.splice(next(running.length), 1);
        const one = tree.task(item);
        const isDone = next(4) > 0;
        for (const result of tree.end(item, isDone ? done(one) : failedOf(one), next(3))) {
          assert.equal(settled.has(result.task.name), false, `${result.task.name} ended twice`);
          settled.add(result.task.name);
        }
        for (let count = isDone ? next(3) : 0; count > 0; count -= 1) {
          const proposed = task(`a${added}`, { needs: next(2) === 0 ? [one.name] : [`t${next(size)}`] });
          if (tree.propose(item, proposed) !== undefined) continue;
          added += 1;
          addedBy.set(one.name, [...(addedBy.get(one.name) ?? []), proposed.name]);
          const status = tree.statuses().find(({ task }) => task.name === proposed.name)?.status;
          if (status === "skipped") settled.add(proposed.name);
        }
      }
      assert.equal(settled.size, tree.statuses().length);
    }),
    { seed: 20261202, numRuns: 300 },
  );
});
