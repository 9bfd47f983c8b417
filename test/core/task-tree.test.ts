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

test("a plan that cannot be carried out is refused, with what is wrong with it", () => {
  const refused = (...plan: readonly Task[]) => thrown(() => new TaskTree(plan, KINDS)).message;
  assert.equal(refused(task("a"), task("a")), 'there are two tasks of name "a"');
  assert.equal(refused(task("a", { needs: ["b"] })), 'task "a" needs "b", and there is no such task');
  assert.equal(refused(task("a b")), '"a b" cannot name a task: use letters, digits and dashes, a letter first');
  assert.equal(refused(task("a", { allowFailed: ["b"] })), 'task "a" allows "b" to fail, and does not need it');
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
