import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { deliver, gather, input, pipeline, rollbackTo } from "../../src/dsl/index.js";
import { answerEffect, cancelRun, openQuestions, resumeRun, startRun } from "../../src/runner/index.js";
import { memoryStore } from "../../src/store/index.js";
import { rejected } from "../dsl/thrown.js";
import { assertReplays, blog, eventsOfType, fakeBlog, options, told, untilAborted, watchedStore } from "./rig.js";

const request = input(z.object({ text: z.string() }));
const given = { input: { text: "x" }, run: "r" };
const publish = deliver("publish", { needs: { request }, to: blog, call: (blog, { request }) => blog.publish(request) });
const post = pipeline("post", { input: request, stages: [publish] });
const KEY = "r/publish/v1/1";

function cut(): never {
  throw new Error("connection reset");
}

test("an effect is intended, made under its key, and its outcome journaled; the delivery knows the key", async () => {
  const fake = fakeBlog();
  const keyed = deliver("publish", {
    needs: { request },
    to: blog,
    call: async (blog, { request }, key) => ({ ...(await blog.publish(request)), key }),
  });
  const on = options({ adapters: [fake.implementation] });
  const outcome = await startRun(pipeline("post", { input: request, stages: [keyed] }), { ...on, ...given });
  assert.deepEqual([outcome.output, fake.keys], [{ path: "/x", key: KEY }, [KEY]]);
  const [intended] = await eventsOfType(on.store, "r", "effect-intended");
  assert.deepEqual(
    [intended?.key, intended?.adapter, intended?.name, intended?.request],
    [KEY, "blog", "publish", { inline: { text: "x" } }],
  );
  const [settled] = await eventsOfType(on.store, "r", "effect-settled");
  assert.deepEqual([settled?.how, settled?.outcome], ["called", { happened: "yes", answer: { inline: { path: "/x" } } }]);
  await assertReplays(pipeline("post", { input: request, stages: [keyed] }), "r", on.store);
});

test("the intent is durable before the call is made", async () => {
  const store = memoryStore();
  const seen: unknown[] = [];
  const fake = fakeBlog({
    publish: async () => {
      seen.push(...(await told(store, "r")));
      return { path: "/" };
    },
  });
  await startRun(post, { ...options({ store, adapters: [fake.implementation] }), ...given });
  assert.deepEqual(seen, ["run-started", "stage-started publish v1.1", "effect-intended publish v1.1: 1 publish"]);
});

test("an effect that threw is looked up; one that happened counts as done", async () => {
  const fake = fakeBlog({ publish: cut, lookup: (key) => ({ happened: "yes", answer: { path: `/${key}` } }) });
  const on = options({ adapters: [fake.implementation] });
  const outcome = await startRun(post, { ...on, ...given });
  assert.deepEqual([outcome.status, outcome.output, fake.tries.length], ["done", { path: `/${KEY}` }, 1]);
  assert.deepEqual((await told(on.store, "r"))[3], "effect-settled publish v1.1: 1 looked-up, yes");
  await assertReplays(post, "r", on.store);
});

test("one that did not happen fails the try, and the next one makes it under the same key", async () => {
  const again = deliver("publish", {
    needs: { request },
    to: blog,
    retries: 1,
    backoffMs: 1,
    call: (blog, { request }) => blog.publish(request),
  });
  const pipe = pipeline("post", { input: request, stages: [again] });
  const fake = fakeBlog({ publish: (text, time) => (time === 1 ? cut() : { path: `/${text}` }), lookup: () => ({ happened: "no" }) });
  const on = options({ adapters: [fake.implementation] });
  const outcome = await startRun(pipe, { ...on, ...given });
  assert.deepEqual([outcome.status, fake.keys], ["done", [KEY, KEY]]);
  const [failure] = await eventsOfType(on.store, "r", "attempt-failed");
  assert.deepEqual([failure?.message, failure?.findings[0]?.rule], ['"blog.publish" did not happen: connection reset', "effect/failed"]);
  await assertReplays(pipe, "r", on.store);
});

test("where nobody can tell, the run blocks and asks; a person's word is taken", async () => {
  const cases = [
    { lookup: undefined, why: "connection reset" },
    { lookup: () => ({ happened: "unknown" as const }), why: "connection reset" },
    { lookup: cut, why: "connection reset; looking it up failed: connection reset" },
    {
      lookup: () => ({ happened: "yes" as const, answer: 7 as never }),
      why: 'connection reset; looking it up failed: the answer of "blog.publish" does not fit its schema: Invalid input: expected object, received number',
    },
    { lookup: () => new Promise<never>(() => {}), why: "connection reset; looking it up failed: it took longer than 20 ms" },
    {
      lookup: (_key: string, _text: string, signal: AbortSignal) => untilAborted(signal),
      why: "connection reset; looking it up failed: it took longer than 20 ms",
    },
  ];
  for (const { lookup, why } of cases) {
    const fake = fakeBlog({ publish: cut, ...(lookup && { lookup }) });
    const on = options({ adapters: [fake.implementation], lookupMs: 20 });
    const waiting = await startRun(post, { ...on, ...given });
    assert.equal(waiting.status, "blocked");
    assert(waiting.waiting?.on === "effect");
    assert.deepEqual([waiting.waiting.stage, waiting.waiting.effect.why], ["publish", why]);
    const questions = await openQuestions(on.store, post, "r");
    assert.deepEqual(
      questions.map(({ stage, waiting: { on } }) => [stage, on]),
      [["publish", "effect"]],
    );
    await answerEffect(post, "r", { happened: true, answer: { path: "/seen" } }, { ...on, by: "bea" });
    const outcome = await resumeRun(post, "r", on);
    assert.deepEqual([outcome.status, outcome.output, fake.tries.length], ["done", { path: "/seen" }, 1]);
    await assertReplays(post, "r", on.store);
  }
});

test("told that it did not happen, the run makes it", async () => {
  const fake = fakeBlog({ publish: (text, time) => (time === 1 ? cut() : { path: `/${text}` }) });
  const on = options({ adapters: [fake.implementation] });
  await startRun(post, { ...on, ...given });
  await answerEffect(post, "r", { happened: false }, on);
  const outcome = await resumeRun(post, "r", on);
  assert.deepEqual([outcome.status, outcome.output, fake.tries.length], ["done", { path: "/x" }, 2]);
  assert.deepEqual((await told(on.store, "r")).slice(3), [
    "effect-unclear publish v1.1: 1",
    "effect-answered publish v1.1: 1 no by ana",
    "run-resumed",
    "effect-intended publish v1.1: 1 publish",
    "effect-settled publish v1.1: 1 called, yes",
    "stage-done publish v1.1",
    "run-done",
  ]);
  await assertReplays(post, "r", on.store);
});

test("a blocked run that is resumed without an answer looks again", async () => {
  let known = false;
  const fake = fakeBlog({
    publish: cut,
    lookup: () => (known ? { happened: "yes", answer: { path: "/found" } } : { happened: "unknown" }),
  });
  const on = options({ adapters: [fake.implementation] });
  await startRun(post, { ...on, ...given });
  assert.equal((await resumeRun(post, "r", on)).status, "blocked");
  known = true;
  const outcome = await resumeRun(post, "r", on);
  assert.deepEqual([outcome.output, fake.tries.length], [{ path: "/found" }, 1]);
  await assertReplays(post, "r", on.store);
});

test("what a person says happened must be an answer that the adapter could have given, and be asked for", async () => {
  const on = options({ adapters: [fakeBlog({ publish: cut }).implementation] });
  await startRun(post, { ...on, ...given });
  assert.deepEqual(await rejected(answerEffect(post, "r", { happened: true }, on)), {
    code: "adapter/answer",
    message: 'the answer of "blog.publish" does not fit its schema: Invalid input: expected object, received undefined',
  });
  await answerEffect(post, "r", { happened: true, answer: { path: "/" } }, on);
  assert.deepEqual(await rejected(answerEffect(post, "r", { happened: false }, on)), {
    code: "effect/not-open",
    message: 'run "r" asks nothing about an effect: it is running',
    hint: "`stagewright show r` says how it stands",
  });
});

test("a query before an unclear effect is not asked again when the run goes on, and the run replays", async () => {
  const quoting = deliver("publish", {
    needs: { request },
    to: blog,
    call: async (blog, { request }) => {
      const before = await blog.read({ path: "/" });
      return { before, ...(await blog.publish(request)) };
    },
  });
  const pipe = pipeline("post", { input: request, stages: [quoting] });
  const fake = fakeBlog({ publish: cut });
  const on = options({ adapters: [fake.implementation] });
  await startRun(pipe, { ...on, ...given });
  await answerEffect(pipe, "r", { happened: true, answer: { path: "/p" } }, on);
  const outcome = await resumeRun(pipe, "r", on);
  assert.deepEqual([outcome.output, fake.reads], [{ before: "what stands at /", path: "/p" }, ["/"]]);
  await assertReplays(pipe, "r", on.store);
});

test("a delivery that catches an unclear effect's error, or does not wait for it, still waits for a person", async () => {
  const catching = deliver("publish", {
    needs: { request },
    to: blog,
    call: (blog, { request }) => blog.publish(request).catch(() => ({ path: "made up" })),
  });
  const heedless = deliver("publish", {
    needs: { request },
    to: blog,
    call: async (blog, { request }) => {
      void blog.publish(request);
      return { path: "made up" };
    },
  });
  for (const stage of [catching, heedless]) {
    const pipe = pipeline("post", { input: request, stages: [stage] });
    const on = options({ adapters: [fakeBlog({ publish: cut }).implementation] });
    assert.equal((await startRun(pipe, { ...on, ...given })).status, "blocked");
  }
});

test("an effect that the delivery does not wait for is settled before the stage is done", async () => {
  const heedless = deliver("publish", {
    needs: { request },
    to: blog,
    call: async (blog, { request }) => {
      void blog.publish(request);
      return "sent";
    },
  });
  const pipe = pipeline("post", { input: request, stages: [heedless] });
  const on = options({ adapters: [fakeBlog().implementation] });
  await startRun(pipe, { ...on, ...given });
  assert.deepEqual((await told(on.store, "r")).slice(2, 5), [
    "effect-intended publish v1.1: 1 publish",
    "effect-settled publish v1.1: 1 called, yes",
    "stage-done publish v1.1",
  ]);
  await assertReplays(pipe, "r", on.store);
});

test("when the second of two effects fails, the next try is given the first one's answer and makes the second only", async () => {
  const two = deliver("publish", {
    needs: { request },
    to: blog,
    retries: 1,
    backoffMs: 1,
    call: async (blog) => [await blog.publish({ text: "a" }), await blog.publish({ text: "b" })],
  });
  const pipe = pipeline("post", { input: request, stages: [two] });
  const fake = fakeBlog({
    publish: (text, time) => (time === 2 ? cut() : { path: `/${text}${time}` }),
    lookup: () => ({ happened: "no" }),
  });
  const on = options({ adapters: [fake.implementation] });
  const outcome = await startRun(pipe, { ...on, ...given });
  assert.deepEqual(
    [outcome.output, fake.tries],
    [
      [{ path: "/a1" }, { path: "/b3" }],
      ["a", "b", "b"],
    ],
  );
  await assertReplays(pipe, "r", on.store);
});

test("effects asked for side by side are made one after another, and after a failure none is sent", async () => {
  const both = deliver("publish", {
    needs: { request },
    to: blog,
    call: (blog) => Promise.all([blog.publish({ text: "a" }), blog.publish({ text: "b" })]),
  });
  const pipe = pipeline("post", { input: request, stages: [both] });
  const fake = fakeBlog();
  const on = options({ adapters: [fake.implementation] });
  await startRun(pipe, { ...on, ...given });
  assert.deepEqual((await told(on.store, "r")).slice(2, 6), [
    "effect-intended publish v1.1: 1 publish",
    "effect-settled publish v1.1: 1 called, yes",
    "effect-intended publish v1.1: 2 publish",
    "effect-settled publish v1.1: 2 called, yes",
  ]);
  await assertReplays(pipe, "r", on.store);
  const failing = fakeBlog({ publish: cut, lookup: () => ({ happened: "no" }) });
  const other = options({ adapters: [failing.implementation] });
  assert.equal((await startRun(pipe, { ...other, ...given })).status, "failed");
  assert.deepEqual(failing.tries, ["a"]);
  await assertReplays(pipe, "r", other.store);
});

test("an effect that happened and is asked for with another request is an error, also where the delivery catches it", async () => {
  for (const isCaught of [false, true]) {
    const drifting = deliver("publish", {
      needs: { request },
      to: blog,
      retries: 1,
      backoffMs: 1,
      call: async (blog) => {
        const made = blog.publish({ text: String(fake.tries.length) });
        await (isCaught ? made.catch(() => {}) : made);
        if (fake.tries.length === 1) throw new Error("after the first");
        return "done";
      },
    });
    const fake = fakeBlog({ publish: (text) => ({ path: text }) });
    const on = options({ adapters: [fake.implementation] });
    assert.deepEqual(await rejected(startRun(pipeline("post", { input: request, stages: [drifting] }), { ...on, ...given })), {
      code: "run/nondeterministic",
      message: 'effect 1 of stage "publish" is another one than an earlier try intended',
      hint: "make the stage ask for the same each time, or go back with `--from publish` once it is known what happened",
    });
    assert.equal(fake.tries.length, 1);
  }
});

test("a time limit that cuts the adapter off after the outside took the message: looked up, found, sent once", async () => {
  for (const hang of [(signal: AbortSignal) => untilAborted(signal), () => new Promise<never>(() => {})]) {
    const sent: string[] = [];
    const mail = deliver("publish", {
      needs: { request },
      to: blog,
      timeoutMs: 5,
      retries: 1,
      backoffMs: 1,
      call: (blog, { request }) => blog.publish(request),
    });
    const pipe = pipeline("post", { input: request, stages: [mail] });
    const fake = fakeBlog({
      publish: (text, _time, signal) => {
        sent.push(text);
        return hang(signal);
      },
      lookup: (key) => (sent.length > 0 ? { happened: "yes", answer: { path: key } } : { happened: "no" }),
    });
    const on = options({ adapters: [fake.implementation], graceMs: 10 });
    const outcome = await startRun(pipe, { ...on, ...given });
    assert.deepEqual([outcome.status, outcome.output, sent], ["done", { path: KEY }, ["x"]]);
    assert.deepEqual((await told(on.store, "r")).slice(2, 5), [
      "effect-intended publish v1.1: 1 publish",
      "effect-settled publish v1.1: 1 looked-up, yes",
      "attempt-failed publish v1.1: time-limit",
    ]);
    await assertReplays(pipe, "r", on.store);
  }
});

test("a time limit on an effect that nobody can look up blocks the run; it is neither failed nor made again", async () => {
  const draft = gather("draft", { output: z.string(), run: () => "x" });
  const mail = deliver("publish", {
    needs: { draft },
    to: blog,
    timeoutMs: 5,
    onFail: rollbackTo(draft, { max: 2 }),
    call: (blog, { draft }) => blog.publish({ text: draft }),
  });
  const pipe = pipeline("post", { input: request, stages: [draft, mail] });
  const fake = fakeBlog({ publish: () => new Promise<never>(() => {}) });
  const on = options({ adapters: [fake.implementation], graceMs: 10 });
  const outcome = await startRun(pipe, { ...on, ...given });
  assert.deepEqual([outcome.status, outcome.waiting?.on, fake.tries.length], ["blocked", "effect", 1]);
  await answerEffect(pipe, "r", { happened: true, answer: { path: "/" } }, on);
  assert.equal((await resumeRun(pipe, "r", on)).status, "done");
  assert.equal(fake.tries.length, 1);
  await assertReplays(pipe, "r", on.store);
});

/** A run whose process died after the intent was on the disk and the effect was made. */
async function diedAfterIntent({ implementation }: ReturnType<typeof fakeBlog>) {
  const store = memoryStore();
  const dead = watchedStore(store, async () => {
    if ((await store.runs()).length > 0 && (await store.read("r")).lines.length > 2) throw new Error("the process died");
  });
  await assert.rejects(startRun(post, { ...options({ adapters: [implementation], store: dead }), ...given }), {
    message: "the process died",
  });
  assert.equal((await told(store, "r")).at(-1), "effect-intended publish v1.1: 1 publish");
  return store;
}

test("a process that died between intent and outcome: what the outside holds is not sent again", async () => {
  const fake = fakeBlog({ lookup: (key, text) => ({ happened: "yes", answer: { path: `/${text} ${key}` } }) });
  const store = await diedAfterIntent(fake);
  const on = options({ store, adapters: [fake.implementation] });
  const outcome = await resumeRun(post, "r", on);
  assert.deepEqual([outcome.output, fake.tries.length], [{ path: `/x ${KEY}` }, 1]);
  await assertReplays(post, "r", store);
});

test("a process that died before the outside took it: looked up, not there, made in the same try", async () => {
  const fake = fakeBlog({ lookup: () => ({ happened: "no" }) });
  const store = await diedAfterIntent(fake);
  const outcome = await resumeRun(post, "r", options({ store, adapters: [fake.implementation] }));
  assert.deepEqual([outcome.output, fake.keys], [{ path: "/x" }, [KEY, KEY]]);
  assert.deepEqual((await told(store, "r")).slice(3), [
    "run-resumed",
    "effect-settled publish v1.1: 1 looked-up, no",
    "effect-intended publish v1.1: 1 publish",
    "effect-settled publish v1.1: 1 called, yes",
    "stage-done publish v1.1",
    "run-done",
  ]);
  await assertReplays(post, "r", store);
});

test("while it is not known whether an effect happened nobody goes back behind it", async () => {
  const fake = fakeBlog();
  const store = await diedAfterIntent(fake);
  const on = options({ store, adapters: [fake.implementation] });
  assert.deepEqual(await rejected(resumeRun(post, "r", { ...on, from: "publish" })), {
    code: "run/effect-open",
    message: 'nobody has said yet whether an effect of stage "publish" happened',
    hint: "resume the run without going back: it looks the effect up, or asks",
  });
  const outcome = await resumeRun(post, "r", on);
  assert(outcome.waiting?.on === "effect");
  assert.equal(outcome.waiting.effect.why, "the run ended before its outcome was known");
});

test("an abort during an effect interrupts the run and asks nobody; resumed, it looks the effect up", async () => {
  let found = false;
  const stop = new AbortController();
  const fake = fakeBlog({
    publish: (_text, _time, signal) => {
      stop.abort();
      return untilAborted(signal);
    },
    lookup: () => (found ? { happened: "yes", answer: { path: "/found" } } : { happened: "unknown" }),
  });
  const on = options({ adapters: [fake.implementation] });
  assert.equal((await startRun(post, { ...on, ...given, signal: stop.signal })).status, "interrupted");
  assert.deepEqual((await told(on.store, "r")).slice(-1), ["effect-intended publish v1.1: 1 publish"]);
  found = true;
  const outcome = await resumeRun(post, "r", on);
  assert.deepEqual([outcome.output, fake.tries.length], [{ path: "/found" }, 1]);
  await assertReplays(post, "r", on.store);
});

test("a run that waits for word of an effect and is cancelled replays, and can still be told", async () => {
  const on = options({ adapters: [fakeBlog({ publish: cut }).implementation] });
  await startRun(post, { ...on, ...given });
  await cancelRun("r", on);
  await assertReplays(post, "r", on.store);
  await answerEffect(post, "r", { happened: false }, on);
  await assertReplays(post, "r", on.store);
});

test("a request that does not fit leaves no intent", async () => {
  const wrong = deliver("publish", { needs: {}, to: blog, call: (blog) => blog.publish({ text: 1 as never }) });
  const on = options({ adapters: [fakeBlog().implementation] });
  const { state } = await startRun(pipeline("post", { input: request, stages: [wrong] }), { ...on, ...given });
  assert.equal(
    state.failure?.message,
    'the request of "blog.publish" does not fit its schema: "text": Invalid input: expected string, received number',
  );
  assert.deepEqual(await eventsOfType(on.store, "r", "effect-intended"), []);
});
