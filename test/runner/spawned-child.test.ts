import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { atLeast, decide, each, gather, input, pipeline, run } from "../../src/dsl/index.js";
import {
  cancelRun,
  openBlockers,
  openQuestions,
  openRefusals,
  type RunnerOptions,
  readRun,
  replayRun,
  resumeRun,
  rootRun,
  type SpawnChild,
  spentByRun,
  startRun,
  type ToSpawn,
} from "../../src/runner/index.js";
import { memoryStore } from "../../src/store/index.js";
import { assertReplays, options, told } from "./rig.js";

const request = input(z.object({ topics: z.array(z.string()) }));
const topic = input(z.object({ topic: z.string() }));
const found = gather("found", {
  needs: { topic },
  output: z.string(),
  run: ({ topic }) => {
    if (topic.topic === "nothing") throw new Error("no sources");
    return `about ${topic.topic}`;
  },
});
const dossier = pipeline("dossier", { input: topic, stages: [found] });
const over = ({ request }: { request: { topics: readonly string[] } }) => request.topics.map((topic) => ({ topic }));

function dossiers(concurrency: number) {
  const each_ = each("dossiers", { needs: { request }, pipeline: dossier, over, agent: "researcher", concurrency, succeeds: atLeast(1) });
  return pipeline("dossiers-of", { input: request, stages: [each_] });
}

/** Those who carry out what agents do: they note what they are handed, and do it when they are told to. */
function agents(store = memoryStore()) {
  const handed: ToSpawn[] = [];
  const refused = new Map<string, string>();
  const spawn: SpawnChild = async (child) => {
    const because = refused.get(child.run);
    if (because !== undefined) return { failed: because };
    if (!handed.some(({ run }) => run === child.run)) handed.push(child);
    return "under way";
  };
  const on = options({ store });
  const with_: RunnerOptions = { ...on, spawn };
  const carryOut = async (name: string) => {
    const child = handed.find(({ run }) => run === name);
    assert.ok(child, `${name} was handed over`);
    return startRun(dossier, { ...on, input: child.input, run: name });
  };
  return { store, on, handed, refused, with: with_, carryOut };
}

const given = (...topics: string[]) => ({ input: { topics }, run: "r" });

test("what an agent is to do is handed over, the run rests meanwhile, and goes on with what the agent brought", async () => {
  const { store, handed, with: on, carryOut } = agents();
  const site = dossiers(2);
  const first = await startRun(site, { ...on, ...given("tides", "moons") });
  assert.equal(first.status, "blocked");
  assert.deepEqual(handed, [
    { run: "r.dossiers.v1.1", agent: "researcher", pipeline: "dossier", input: { topic: "tides" }, parent: "r" },
    { run: "r.dossiers.v1.2", agent: "researcher", pipeline: "dossier", input: { topic: "moons" }, parent: "r" },
  ]);
  await carryOut("r.dossiers.v1.2");
  assert.equal((await resumeRun(site, "r", on)).status, "blocked");
  await carryOut("r.dossiers.v1.1");
  const last = await resumeRun(site, "r", on);
  assert.deepEqual(last.output, [
    { status: "done", run: "r.dossiers.v1.1", output: "about tides" },
    { status: "done", run: "r.dossiers.v1.2", output: "about moons" },
  ]);
  assert.deepEqual(await told(store, "r"), [
    "run-started",
    "stage-started dossiers v1.1",
    "child-started dossiers v1.1: 1 r.dossiers.v1.1",
    "child-started dossiers v1.1: 2 r.dossiers.v1.2",
    "children-waiting dossiers v1.1: r.dossiers.v1.1, r.dossiers.v1.2",
    "run-resumed",
    "child-ended dossiers v1.1: 2 r.dossiers.v1.2 done",
    "children-waiting dossiers v1.1: r.dossiers.v1.1",
    "run-resumed",
    "child-ended dossiers v1.1: 1 r.dossiers.v1.1 done",
    "stage-done dossiers v1.1",
    "run-done",
  ]);
  await assertReplays(site, "r", store);
});

test("no more are under way than may run at once; the others have their turn when one has ended", async () => {
  const { store, handed, with: on, carryOut } = agents();
  const site = dossiers(1);
  await startRun(site, { ...on, ...given("tides", "moons") });
  assert.equal(handed.length, 1);
  await carryOut("r.dossiers.v1.1");
  assert.equal((await resumeRun(site, "r", on)).status, "blocked");
  assert.deepEqual(
    handed.map(({ run }) => run),
    ["r.dossiers.v1.1", "r.dossiers.v1.2"],
  );
  await carryOut("r.dossiers.v1.2");
  assert.equal((await resumeRun(site, "r", on)).status, "done");
  await assertReplays(site, "r", store);
});

test("what could not be handed over, failed or was cancelled is a failure of its item, with the reason", async () => {
  const { on: plain, refused, with: on, carryOut } = agents();
  const site = dossiers(4);
  refused.set("r.dossiers.v1.1", 'there is no agent "researcher"');
  await startRun(site, { ...on, ...given("tides", "nothing", "moons", "winds") });
  await carryOut("r.dossiers.v1.2");
  await startRun(pipeline("dossier", { input: topic, stages: [waitsFor] }), {
    ...plain,
    input: { topic: "moons" },
    run: "r.dossiers.v1.3",
    spawn: async () => "under way",
  });
  await cancelRun("r.dossiers.v1.3", { ...plain, reason: "no longer wanted" });
  await carryOut("r.dossiers.v1.4");
  const { output } = await resumeRun(site, "r", on);
  assert.deepEqual(output, [
    { status: "failed", run: "r.dossiers.v1.1", reason: 'there is no agent "researcher"' },
    { status: "failed", run: "r.dossiers.v1.2", reason: "no sources" },
    { status: "failed", run: "r.dossiers.v1.3", reason: "it was cancelled" },
    { status: "done", run: "r.dossiers.v1.4", output: "about winds" },
  ]);
  // The third had other stages, so that it rests; the first has no journal.
  assert.equal((await replayRun(site, "r", on)).identical, true);
});

/** A run that rests, since what it hands over never comes. */
const waitsFor = run("waits", { needs: { topic }, pipeline: dossier, input: ({ topic }) => topic, agent: "nobody" });

test("a single run is handed over likewise; one that stopped early says so", async () => {
  const { store, with: on, handed } = agents();
  const one = run("one", { needs: { topic }, pipeline: dossier, input: ({ topic }) => topic, agent: "researcher" });
  const asking = pipeline("asking", { input: topic, stages: [one] });
  await startRun(asking, { ...on, input: { topic: "tides" }, run: "r" });
  assert.deepEqual(
    handed.map(({ run, agent }) => [run, agent]),
    [["r.one.v1.1", "researcher"]],
  );
  const enough = decide("enough", { needs: { topic }, ways: { no: "stop" }, choose: () => "no", because: () => "nothing is new" });
  await startRun(pipeline("dossier", { input: topic, stages: [enough] }), { ...on, input: { topic: "tides" }, run: "r.one.v1.1" });
  const { state } = await resumeRun(asking, "r", on);
  assert.equal(state.failure?.message, 'run "r.one.v1.1" stopped early: nothing is new');
  assert.equal((await readRun(store, "r")).state.stages.get("one")?.children.get(1)?.ended?.status, "skipped");
});

test("where nobody takes anything over, an agent's runs are runs as any others", async () => {
  const on = options();
  const { status } = await startRun(dossiers(1), { ...on, ...given("tides") });
  assert.equal(status, "done");
  assert.equal(await rootRun(on.store, "r.dossiers.v1.1"), "r");
});

test("what an agent carries out asks for itself, not for the run that waits for it", async () => {
  const { store, with: on } = agents();
  const site = dossiers(2);
  await startRun(site, { ...on, ...given("tides", "moons") });
  // The first has not begun; the second rests, and asks by its own name.
  const resting = pipeline("dossier", { input: topic, stages: [waitsFor] });
  await startRun(resting, { ...on, input: { topic: "moons" }, run: "r.dossiers.v1.2" });
  assert.deepEqual(await openQuestions(store, site, "r"), []);
  assert.deepEqual(await openBlockers(store, "r"), []);
  assert.deepEqual(await openRefusals(store, "r"), []);
  assert.deepEqual(await spentByRun(store, "r"), { usd: 0, tokens: 0 });
  assert.equal(await rootRun(store, "r.dossiers.v1.2"), "r.dossiers.v1.2");
  assert.equal((await readRun(store, "r")).state.status, "blocked");
  // Whoever carries it out takes it down.
  await cancelRun("r", on);
  assert.equal((await readRun(store, "r.dossiers.v1.2")).state.status, "blocked");
});
