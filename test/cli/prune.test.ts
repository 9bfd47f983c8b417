import assert from "node:assert/strict";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { runPruner } from "../../src/cli/prune-runs.js";
import { LaneSettings, openLanes } from "../../src/lanes/index.js";
import { RetentionRules } from "../../src/retention/index.js";
import { memoryStore } from "../../src/store/index.js";
import { emptyFolder } from "../store/files/folder.js";
import { fixture, shell } from "./shell.js";

const ON = (day: string) => `2026-${day}T12:00:00.000Z`;

/** Three runs that are done, each a month after the other, and one that waits. */
async function room(t: TestContext) {
  const { call, cwd } = shell(t);
  for (const [run, day] of [
    ["a", "03-01"],
    ["b", "04-01"],
    ["c", "05-01"],
  ] as const) {
    await call(["run", fixture("reported"), "--name", "Ana", "--run", run], { now: ON(day) });
  }
  await call(["run", fixture("post"), "--title", "Ice", "--run", "waits"], { now: ON("03-01") });
  return {
    cwd,
    call: (args: readonly string[], day = "05-02") => call(args, { now: ON(day) }),
    runs: () => readdirSync(join(cwd, ".stagewright/runs")),
  };
}

test("runs that ended long ago go, the last ones and those that wait stay; a dry run takes nothing away", async (t) => {
  const { call, runs } = await room(t);
  assert.equal((await call(["prune", "--days", "30", "--last", "1", "--dry-run"])).out, "a\nb\n2 runs would go\n");
  assert.deepEqual(runs(), ["a", "b", "c", "waits"]);
  assert.equal((await call(["prune", "--days", "40", "--last", "0"])).out, "a\n1 run removed\n");
  assert.deepEqual(runs(), ["b", "c", "waits"]);
  const said = await call(["prune", "--days", "0", "--last", "0", "--pipeline", "post", "--json"]);
  assert.deepEqual(JSON.parse(said.out).runs, []);
  const { out } = await call(["prune", "--days", "0", "--last", "0", "--pipeline", "greet", "--json"]);
  const { dryRun, runs: gone } = JSON.parse(out);
  assert.deepEqual({ dryRun, gone }, { dryRun: false, gone: ["b", "c"] });
  assert.deepEqual(runs(), ["waits"]);
  assert.match((await call(["show", "a"])).err, /there is no run "a"/);
});

test("without a word in the config all runs stay, and it says how long they are kept", async (t) => {
  const { cwd, call, runs } = await room(t);
  assert.match((await call(["prune"], "12-31")).out, /^no run in \S+ is to go: `retention` of the config and --days say/);
  writeFileSync(join(cwd, "stagewright.config.json"), JSON.stringify({ retention: { last: 1, pipelines: { greet: { days: 31.5 } } } }));
  assert.equal((await call(["prune"])).out, "a\n1 run removed\n");
  const { code, err } = await call(["prune", "--days", "soon"]);
  assert.equal(code, 2);
  assert.match(err, /it is a whole number of at least 0/);
  assert.deepEqual(runs(), ["b", "c", "waits"]);
});

test("`up` removes them by itself, and says so", async (t) => {
  const { cwd, runs, call } = await room(t);
  writeFileSync(join(cwd, "stagewright.config.json"), JSON.stringify({ retention: { days: 30, last: 1 } }));
  const { code, err } = await call(["up", "--once"]);
  assert.equal(code, 0, err);
  assert.match(err, /2 runs that ended long ago removed/);
  assert.deepEqual(runs(), ["c", "waits"]);
});

test("what lies in a lane, is being written to or cannot be read is left alone", async (t) => {
  const { cwd, call, runs } = await room(t);
  const root = join(cwd, ".stagewright");
  const lanes = openLanes(root, { settings: () => LaneSettings.parse({}), now: () => new Date(ON("05-02")) });
  await lanes.enqueue({ id: "a+again", lane: "main", owner: "a", work: { kind: "resumption", run: "a", source: "me" } });
  writeFileSync(join(root, "runs/b/journal.jsonl"), "no journal\nat all\n");
  assert.equal((await call(["prune", "--days", "0", "--last", "0"])).out, "c\n1 run removed\n");
  assert.deepEqual(runs(), ["a", "b", "waits"]);
});

test("a tree that somebody goes on with meanwhile stays, and the others go", async () => {
  const store = memoryStore();
  for (const run of ["one", "two"]) await (await store.lease(run)).release();
  const pruner = runPruner({ root: emptyFolder(), store }, () => new Date(ON("05-02")));
  assert.deepEqual(await pruner.due(RetentionRules.parse({ days: 1, last: 0 })), []);
  const lease = await store.lease("one");
  assert.deepEqual(await pruner.remove([["one"], ["gone"], ["two"]]), ["two"]);
  await lease.release();
  assert.deepEqual(await store.runs(), ["one"]);
});
