import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type KnownRun, RetentionRules, runsToPrune } from "../../src/retention/index.js";

const NOW = new Date("2026-12-01T12:00:00Z");
const DAY = 86_400_000;
const ago = (days: number) => new Date(NOW.getTime() - days * DAY).toISOString();
const ended = (run: string, days: number, more: Partial<KnownRun> = {}): KnownRun => ({
  ...{ run, pipeline: "post", endedAt: ago(days), isNeeded: false },
  ...more,
});
const pruned = (runs: readonly KnownRun[], rules: object) => runsToPrune(runs, { rules: RetentionRules.parse(rules), now: NOW });

test("without a rule all runs are kept, but those of what begins every minute go after two days", () => {
  const health = { pipeline: "health-monitor" };
  assert.deepEqual(pruned([ended("a", 9_000), ended("b", 3, health), ended("c", 1, health)], { last: 0 }), [["b"]]);
  assert.deepEqual(pruned([ended("b", 3, health)], { last: 0, pipelines: { "health-monitor": { days: 9 } } }), []);
});

test("a run goes once it ended long enough ago, and the last ones of each pipeline stay", () => {
  const runs = [ended("a", 31), ended("b", 30), ended("c", 40), ended("d", 50, { pipeline: "toString" })];
  assert.deepEqual(pruned(runs, { days: 30, last: 0 }), [["c"], ["a"], ["d"]]);
  assert.deepEqual(pruned(runs, { days: 30, last: 2 }), [["c"]]);
  assert.deepEqual(pruned(runs, { days: 30 }), []);
  assert.deepEqual(pruned(runs, { last: 0, pipelines: { post: { days: 35 } } }), [["c"]]);
});

test("a run and all that it has started go together, children first, when the last of them ended long enough ago", () => {
  const tree = [ended("a", 50), ended("a.1", 45, { parent: "a" }), ended("a.1.1", 40, { parent: "a.1", pipeline: "other" })];
  assert.deepEqual(pruned(tree, { days: 30, last: 0 }), [["a.1.1", "a.1", "a"]]);
  assert.deepEqual(pruned(tree, { days: 42, last: 0 }), []);
  assert.deepEqual(pruned([...tree, ended("a.2", 41, { parent: "a", isNeeded: true })], { days: 30, last: 0 }), []);
  assert.deepEqual(pruned([ended("b", 50, { parent: "gone" })], { days: 30, last: 0 }), [["b"]]);
});

test("what has not ended, or is needed, is kept, and counts among the last", () => {
  const open: KnownRun = { run: "open", pipeline: "post", isNeeded: false };
  assert.deepEqual(pruned([open, ended("a", 50, { isNeeded: true }), ended("b", 50)], { days: 30, last: 2 }), [["b"]]);
});

test("whatever runs there are, what goes is over, old and whole, and nothing that is kept has lost its root or a child", () => {
  const run = fc.record({
    parent: fc.option(fc.nat(30), { nil: undefined }),
    days: fc.option(fc.integer({ min: 0, max: 60 }), { nil: undefined }),
    pipeline: fc.constantFrom("post", "triage"),
    isNeeded: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(run, { maxLength: 30 }), fc.integer({ min: 1, max: 50 }), fc.nat(4), (given, days, last) => {
      // A parent is known before its child, so there is no circle.
      const runs = given.map(({ parent, days: old, ...more }, index) => ({
        ...{ ...more, run: `r${index}` },
        ...(old !== undefined && { endedAt: ago(old) }),
        ...(parent !== undefined && parent < index && { parent: `r${parent}` }),
      }));
      const gone = new Set(pruned(runs, { days, last }).flat());
      for (const one of runs) {
        if (!gone.has(one.run)) continue;
        assert.equal(one.isNeeded, false);
        assert.ok(NOW.getTime() - Date.parse(one.endedAt ?? "") > days * DAY);
      }
      for (const { run, parent } of runs) if (parent !== undefined) assert.equal(gone.has(run), gone.has(parent));
      const roots = runs.filter(({ parent }) => parent === undefined);
      for (const pipeline of ["post", "triage"]) {
        const kept = roots.filter((one) => one.pipeline === pipeline && !gone.has(one.run)).length;
        assert.ok(kept >= Math.min(last, roots.filter((one) => one.pipeline === pipeline).length));
      }
    }),
    { numRuns: 500 },
  );
});
