import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { atLeast, decide, each, gate, gather, input, pipeline, run, type Success } from "../../src/dsl/index.js";
import { cancelRun, decideGate, openQuestions, readRun, resumeRun, rootRun, startRun } from "../../src/runner/index.js";
import { rejected } from "../dsl/thrown.js";
import { assertReplays, blog, type Deferred, deferred, eventsOfType, fakeBlog, options, told } from "./rig.js";

const request = input(z.object({ items: z.array(z.string()) }));
const item = input(z.object({ name: z.string().min(1) }));
const given = (...items: string[]) => ({ input: { items }, run: "r" });

/** A child that asks the blog for its item. */
const read = gather("read", {
  needs: { item },
  uses: { blog },
  output: z.string(),
  run: ({ item }, { blog }) => blog.read({ path: item.name }),
});
const reading = pipeline("reading", { input: item, stages: [read] });

function pagesOf(succeeds: Success = "all", concurrency = 1) {
  const pages = each("pages", {
    needs: { request },
    pipeline: reading,
    over: ({ request }) => request.items.map((name) => ({ name })),
    succeeds,
    concurrency,
  });
  return pipeline("site", { input: request, stages: [pages] });
}

test("each item is a run of its own, linked both ways, and its output is in the items' order", async () => {
  const on = options({ adapters: [fakeBlog().implementation], model: "embedded" });
  const site = pagesOf();
  const outcome = await startRun(site, { ...on, ...given("a", "b") });
  assert.deepEqual(outcome.output, [
    { status: "done", run: "r.pages.v1.1", output: "what stands at a" },
    { status: "done", run: "r.pages.v1.2", output: "what stands at b" },
  ]);
  assert.deepEqual(await told(on.store, "r"), [
    "run-started",
    "stage-started pages v1.1",
    "child-started pages v1.1: 1 r.pages.v1.1",
    "child-started pages v1.1: 2 r.pages.v1.2",
    "child-ended pages v1.1: 1 r.pages.v1.1 done",
    "child-ended pages v1.1: 2 r.pages.v1.2 done",
    "stage-done pages v1.1",
    "run-done",
  ]);
  const { state } = await readRun(on.store, "r.pages.v1.2");
  assert.deepEqual(state.started?.parent, { run: "r", stage: "pages", version: 1, item: 2 });
  assert.equal(await rootRun(on.store, "r.pages.v1.2"), "r");
  assert.equal(await rootRun(on.store, "r"), "r");
  await assertReplays(site, "r", on.store);
});

test("no item at all is a success of all, and none of any", async () => {
  const on = options({ adapters: [fakeBlog().implementation] });
  assert.deepEqual((await startRun(pagesOf("all"), { ...on, ...given() })).output, []);
  const { state } = await startRun(pagesOf("any"), { ...on, ...given(), run: "any" });
  assert.equal(state.failure?.message, "0 of 0 items are done, 1 are needed");
});

test("all, any and at least so many decide what a failed item means", async () => {
  const broken = fakeBlog({
    read: (path) => {
      if (path.startsWith("bad")) throw new Error(`no page ${path}`);
      return path;
    },
  });
  const on = options({ adapters: [broken.implementation] });
  const statusOf = async (name: string, succeeds: Success, ...items: string[]) =>
    (await startRun(pagesOf(succeeds), { ...on, ...given(...items), run: name })).status;
  assert.equal(await statusOf("r1", "all", "a", "bad"), "failed");
  assert.equal(await statusOf("r2", "any", "a", "bad"), "done");
  assert.equal(await statusOf("r3", "any", "bad"), "failed");
  assert.equal(await statusOf("r4", atLeast(2), "a", "bad", "c"), "done");
  assert.equal(await statusOf("r5", atLeast(3), "a", "bad", "c"), "failed");
  const { state } = await readRun(on.store, "r1");
  assert.equal(state.failure?.message, "1 of 2 items are done, 2 are needed");
  assert.deepEqual(state.stages.get("pages")?.faults, [
    { rule: "children", severity: "error", message: 'run "r1.pages.v1.2": no page bad' },
  ]);
  for (const [name, succeeds] of [
    ["r1", "all"],
    ["r2", "any"],
    ["r3", "any"],
  ] as const)
    await assertReplays(pagesOf(succeeds), name, on.store);
});

test("a child that stopped early is skipped: neither done nor failed", async () => {
  const course = decide("course", {
    needs: { item },
    ways: { rest: "stop", work: "go on" },
    choose: ({ item }) => (item.name === "dull" ? "rest" : "work"),
    because: () => "nothing to say",
  });
  const say = gather("say", { needs: { item }, output: z.string(), run: ({ item }) => item.name });
  const saying = pipeline("saying", { input: item, stages: [course, say] });
  const all = each("all", { needs: { request }, pipeline: saying, over: ({ request }) => request.items.map((name) => ({ name })) });
  const site = pipeline("site", { input: request, stages: [all] });
  const on = options();
  const outcome = await startRun(site, { ...on, ...given("dull", "news") });
  assert.deepEqual(outcome.output, [
    { status: "skipped", run: "r.all.v1.1", reason: "nothing to say" },
    { status: "done", run: "r.all.v1.2", output: "news" },
  ]);
  await assertReplays(site, "r", on.store);
});

test("no more than so many items run at once, and their ends are noted in their order", async () => {
  const open = new Map<string, Deferred<string>>();
  let under = 0;
  let most = 0;
  const fake = fakeBlog({
    read: async (path) => {
      under += 1;
      most = Math.max(most, under);
      const answer = deferred<string>();
      open.set(path, answer);
      // As soon as two are open, or the last one is, the one that came last ends first.
      const ends = under === 2 || path === "e" ? [...open].reverse() : [];
      for (const [name, { resolve }] of ends) {
        open.delete(name);
        resolve(name);
      }
      const text = await answer.promise;
      under -= 1;
      return text;
    },
  });
  const on = options({ adapters: [fake.implementation] });
  const site = pagesOf("all", 2);
  const outcome = await startRun(site, { ...on, ...given("a", "b", "c", "d", "e") });
  assert.deepEqual([outcome.status, most], ["done", 2]);
  assert.deepEqual(
    (await eventsOfType(on.store, "r", "child-ended")).map((event) => event.item),
    [1, 2, 3, 4, 5],
  );
  await assertReplays(site, "r", on.store);
});

test("an input that the nested pipeline does not take fails the stage before any child starts", async () => {
  const on = options({ adapters: [fakeBlog().implementation] });
  const site = pagesOf();
  const { state } = await startRun(site, { ...on, ...given("a", "", "c") });
  const fault = 'item 2: "name": Too small: expected string to have >=1 characters';
  assert.equal(state.failure?.message, `pipeline "reading" does not take what it is given: ${fault}`);
  assert.deepEqual(state.stages.get("pages")?.faults, [{ rule: "run/input", severity: "error", message: fault }]);
  assert.deepEqual(await on.store.runs(), ["r"]);
  await assertReplays(site, "r", on.store);
});

test("after a failed item a resume runs that item again and takes the others over", async () => {
  let isBroken = true;
  const fake = fakeBlog({
    read: (path) => {
      if (path === "b" && isBroken) throw new Error("not yet");
      return path;
    },
  });
  const on = options({ adapters: [fake.implementation] });
  const site = pagesOf();
  assert.equal((await startRun(site, { ...on, ...given("a", "b", "c") })).status, "failed");
  isBroken = false;
  const outcome = await resumeRun(site, "r", on);
  assert.deepEqual([outcome.status, fake.reads], ["done", ["a", "b", "c", "b"]]);
  assert.deepEqual(
    (await eventsOfType(on.store, "r", "child-started")).slice(3).map(({ child }) => child),
    ["r.pages.v1.1", "r.pages.v2.2", "r.pages.v1.3"],
  );
  await assertReplays(site, "r", on.store);
});

const ask = gate("ask", { tier: 4, shows: read });
const asking = pipeline("asking", { input: item, stages: [read, ask] });
const asked = each("pages", { needs: { request }, pipeline: asking, over: ({ request }) => request.items.map((name) => ({ name })) });
const askedSite = pipeline("site", { input: request, stages: [asked] });

test("a gate in one item makes the parent wait and lets the others go on; decided one by one, the parent ends", async () => {
  const fake = fakeBlog();
  const on = options({ adapters: [fake.implementation] });
  const waiting = await startRun(askedSite, { ...on, ...given("a", "b") });
  assert.equal(waiting.status, "blocked");
  assert.deepEqual(waiting.waiting, { on: "children", children: ["r.pages.v1.1", "r.pages.v1.2"], stage: "pages" });
  assert.deepEqual(fake.reads, ["a", "b"]);
  const questions = async () =>
    (await openQuestions(on.store, askedSite, "r")).map(({ run, pipeline, stage }) => [run, pipeline.name, stage]);
  assert.deepEqual(await questions(), [
    ["r.pages.v1.1", "asking", "ask"],
    ["r.pages.v1.2", "asking", "ask"],
  ]);
  await decideGate(asking, "r.pages.v1.2", { decision: "approve" }, on);
  assert.equal((await resumeRun(askedSite, "r", on)).status, "blocked");
  assert.deepEqual(await questions(), [["r.pages.v1.1", "asking", "ask"]]);
  await decideGate(asking, "r.pages.v1.1", { decision: "edit", value: "edited" }, on);
  const outcome = await resumeRun(askedSite, "r", on);
  assert.deepEqual(outcome.output, [
    { status: "done", run: "r.pages.v1.1", output: "edited" },
    { status: "done", run: "r.pages.v1.2", output: "what stands at b" },
  ]);
  assert.deepEqual(fake.reads, ["a", "b"]);
  await assertReplays(askedSite, "r", on.store);
});

test("cancelling a run cancels the children that it has not finished, and leaves the others", async () => {
  const on = options({ adapters: [fakeBlog().implementation] });
  await startRun(askedSite, { ...on, ...given("a", "b") });
  await decideGate(asking, "r.pages.v1.2", { decision: "approve" }, on);
  await resumeRun(askedSite, "r", on);
  await cancelRun("r", { ...on, reason: "no need" });
  const statusOf = async (name: string) => (await readRun(on.store, name)).state.status;
  assert.deepEqual(
    [await statusOf("r"), await statusOf("r.pages.v1.1"), await statusOf("r.pages.v1.2")],
    ["cancelled", "cancelled", "done"],
  );
  const [cancelled] = await eventsOfType(on.store, "r.pages.v1.1", "run-cancelled");
  assert.deepEqual([cancelled?.by, cancelled?.reason], ["ana", "no need"]);
  await assertReplays(askedSite, "r", on.store);
  assert.deepEqual(await rejected(cancelRun("r", on)), {
    code: "run/ended",
    message: 'run "r" is cancelled already',
    hint: "there is nothing to cancel",
  });
});

test("a child that ended or never began while its parent was interrupted is no obstacle to cancelling", async () => {
  const stop = new AbortController();
  const fake = fakeBlog({
    read: (path) => {
      if (path === "b") stop.abort();
      return path;
    },
  });
  const on = options({ adapters: [fake.implementation] });
  const site = pagesOf();
  assert.equal((await startRun(site, { ...on, ...given("a", "b", "c"), signal: stop.signal })).status, "interrupted");
  assert.deepEqual(await on.store.runs(), ["r", "r.pages.v1.1", "r.pages.v1.2"]);
  await cancelRun("r", on);
  assert.deepEqual((await told(on.store, "r.pages.v1.2")).at(-1), "run-cancelled");
  await assertReplays(site, "r", on.store);
});

test("a child that somebody cancelled counts as failed", async () => {
  const on = options({ adapters: [fakeBlog().implementation] });
  await startRun(askedSite, { ...on, ...given("a") });
  await cancelRun("r.pages.v1.1", on);
  const outcome = await resumeRun(askedSite, "r", on);
  assert.equal(outcome.status, "failed");
  assert.equal((await eventsOfType(on.store, "r", "child-ended"))[0]?.reason, "it was cancelled");
  await assertReplays(askedSite, "r", on.store);
});

test("an interrupted parent goes on with its children where they were, and does none of their work again", async () => {
  const stop = new AbortController();
  const fake = fakeBlog({
    read: (path) => {
      if (path === "b") stop.abort();
      return path;
    },
  });
  const on = options({ adapters: [fake.implementation] });
  const site = pagesOf("all", 1);
  const interrupted = await startRun(site, { ...on, ...given("a", "b", "c"), signal: stop.signal });
  assert.equal(interrupted.status, "interrupted");
  const outcome = await resumeRun(site, "r", on);
  assert.deepEqual([outcome.status, fake.reads], ["done", ["a", "b", "c"]]);
  await assertReplays(site, "r", on.store);
});

test("a child whose first write was cut off starts as if for the first time", async () => {
  const on = options({ adapters: [fakeBlog().implementation] });
  await (await on.store.lease("r.pages.v1.1")).release();
  assert.equal((await startRun(pagesOf(), { ...on, ...given("a") })).status, "done");
});

test("an error of the store in a child is an error of the run, not of the stage", async () => {
  const on = options({ adapters: [fakeBlog().implementation] });
  const lease = await on.store.lease("r.pages.v1.1");
  const said = await rejected(startRun(pagesOf(), { ...on, ...given("a", "b") }));
  assert.equal(said.code, "store/leased");
  await lease.release();
  assert.equal((await resumeRun(pagesOf(), "r", on)).status, "done");
  await assertReplays(pagesOf(), "r", on.store);
});

test("a nested run's output is the stage's; its failure, early stop and bad input are the stage's failure", async () => {
  const course = decide("course", {
    needs: { item },
    ways: { rest: "stop", work: "go on" },
    choose: ({ item }) => (item.name === "dull" ? "rest" : "work"),
  });
  const say = gather("say", {
    needs: { item },
    output: z.string(),
    run: ({ item }) => {
      if (item.name === "bad") throw new Error("no word");
      return item.name.toUpperCase();
    },
  });
  const saying = pipeline("saying", { input: item, stages: [course, say] });
  const nested = run("nested", { needs: { request }, pipeline: saying, input: ({ request }) => ({ name: request.items.join() }) });
  const use = gather("use", { needs: { nested }, output: z.string(), run: ({ nested }) => `${nested}!` });
  const outer = pipeline("outer", { input: request, stages: [nested, use] });
  const on = options();
  const ended = async (name: string) => {
    const { output, state } = await startRun(outer, { ...on, input: { items: [name] }, run: `r-${name}` });
    await assertReplays(outer, `r-${name}`, on.store);
    return output ?? state.failure?.message;
  };
  assert.equal(await ended("news"), "NEWS!");
  assert.equal(await ended("bad"), 'run "r-bad.nested.v1.1" failed: no word');
  assert.equal(await ended("dull"), 'run "r-dull.nested.v1.1" stopped early: stage "course" chose "rest"');
  const { state } = await startRun(outer, { ...on, input: { items: [] }, run: "none" });
  assert.equal(
    state.failure?.message,
    'pipeline "saying" does not take what it is given: item 1: "name": Too small: expected string to have >=1 characters',
  );
});

test("a child that waits goes on with a changed pipeline only where that was accepted, and with the parent's new model", async () => {
  const on = options({ adapters: [fakeBlog().implementation] });
  await startRun(askedSite, { ...on, ...given("a") });
  const other = gather("read", { needs: { item }, output: z.string(), run: () => "something else" });
  const changed = pipeline("asking", { input: item, stages: [other, gate("ask", { tier: 4, shows: other })] });
  const over = ({ request }: { request: { items: string[] } }) => request.items.map((name) => ({ name }));
  const site = pipeline("site", { input: request, stages: [each("pages", { needs: { request }, pipeline: changed, over })] });
  const said = await rejected(resumeRun(site, "r", on));
  assert.equal(said.message, 'finished stages of run "r.pages.v1.1" have changed since they ran: "read" (settings, functions)');
  assert.equal((await resumeRun(site, "r", { ...on, acceptChanges: true, model: "openai:http://127.0.0.1:1#m" })).status, "blocked");
  const { state } = await readRun(on.store, "r.pages.v1.1");
  assert.equal(state.model, "openai:http://127.0.0.1:1#m");
  assert.deepEqual((await told(on.store, "r.pages.v1.1")).slice(-2), ["pipeline-changed read", "run-resumed"]);
});
