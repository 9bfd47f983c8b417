import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { type Check, check, decide, deliver, gather, input, pipeline, rollbackTo, StagewrightError } from "../../src/dsl/index.js";
import { resumeRun, startRun } from "../../src/runner/index.js";
import { assertReplays, blog, deferred, eventsOfType, fakeBlog, options, told, untilAborted } from "./rig.js";

const request = input(z.object({ text: z.string() }));
const given = { input: { text: "x" }, run: "r" };

const atLeastThree: Check<number> = {
  rule: "at-least",
  run: (count) =>
    count < 3
      ? [{ rule: "at-least", severity: "error", message: `${count} is less than 3` }]
      : [{ rule: "fine", severity: "info", message: "enough" }],
};

test("an output that does not fit its schema fails the attempt and names each place", async () => {
  const facts = gather("facts", {
    output: z.object({ commits: z.array(z.object({ hash: z.string() })) }),
    run: () => ({ commits: [{ hash: 7 }] }) as never,
  });
  const { state } = await startRun(pipeline("post", { input: request, stages: [facts] }), { ...options(), ...given });
  const issue = '"commits[0].hash": Invalid input: expected string, received number';
  assert.deepEqual(
    [state.failure?.message, state.stages.get("facts")?.faults],
    [`the output of stage "facts" does not fit its schema: ${issue}`, [{ rule: "output", severity: "error", message: issue }]],
  );
});

test("an output that is not plain JSON fails the attempt and says what it is", async () => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  class Commit {}
  const cases: readonly (readonly [unknown, string])[] = [
    [{ day: new Date(0) }, '"day" is a Date'],
    [{ size: Number.NaN }, '"size" is NaN'],
    [circle, '"self" is a circle back to itself'],
    [new Map([["a", 1]]), "it is a Map"],
    [[new Commit()], '"[0]" is a Commit'],
  ];
  for (const [value, found] of cases) {
    const facts = gather("facts", { output: z.any(), run: () => value });
    const { state } = await startRun(pipeline("post", { input: request, stages: [facts] }), { ...options(), ...given });
    const message = `the output of stage "facts" is not plain JSON: ${found}`;
    assert.equal(state.failure?.message, message);
    assert.deepEqual(state.stages.get("facts")?.faults, [{ rule: "stage/not-json", severity: "error", message }]);
  }
  const nothing = gather("facts", { output: z.any(), run: () => undefined });
  const outcome = await startRun(pipeline("post", { input: request, stages: [nothing] }), { ...options(), ...given });
  assert.deepEqual([outcome.status, outcome.output], ["done", null]);
});

test("a schema's own transform and an asynchronous one give the output", async () => {
  const facts = gather("facts", { output: z.string().transform(async (text) => text.length), run: () => "four" });
  const outcome = await startRun(pipeline("post", { input: request, stages: [facts] }), { ...options(), ...given });
  assert.equal(outcome.output, 4);
});

test("the definition of done fails an attempt; what was found is handed to the next, and what is no error is kept with the output", async () => {
  const seen: unknown[] = [];
  let count = 0;
  const facts = gather("facts", {
    output: z.number(),
    dod: [atLeastThree],
    retries: 2,
    backoffMs: 1,
    run: (_, { feedback }) => {
      seen.push(feedback.map(({ message }) => message));
      return ++count;
    },
  });
  const post = pipeline("post", { input: request, stages: [facts] });
  const on = options();
  const outcome = await startRun(post, { ...on, ...given });
  assert.equal(outcome.output, 3);
  assert.deepEqual(seen, [[], ["1 is less than 3"], ["2 is less than 3"]]);
  assert.deepEqual(await told(on.store, "r"), [
    "run-started",
    "stage-started facts v1.1",
    "attempt-failed facts v1.1: dod",
    "stage-started facts v1.2",
    "attempt-failed facts v1.2: dod",
    "stage-started facts v1.3",
    "stage-done facts v1.3",
    "run-done",
  ]);
  const [first] = await eventsOfType(on.store, "r", "attempt-failed");
  assert.equal(first?.message, "definition of done: 1 error (at-least)");
  const [done] = await eventsOfType(on.store, "r", "stage-done");
  assert.deepEqual(done?.findings, [{ rule: "fine", severity: "info", message: "enough" }]);
});

test("a check may compare with an earlier stage's output", async () => {
  const facts = gather("facts", { output: z.array(z.string()), run: () => ["cache"] });
  const grounded: Check<string, "facts"> = {
    rule: "grounded",
    given: { facts },
    run: (text, { facts }) =>
      z.array(z.string()).parse(facts).includes(text) ? [] : [{ rule: "grounded", severity: "error", message: `"${text}" is no fact` }],
  };
  const draft = gather("draft", { output: z.string(), run: () => "disk", dod: [grounded] });
  const { state } = await startRun(pipeline("post", { input: request, stages: [facts, draft] }), { ...options(), ...given });
  assert.equal(state.failure?.message, "definition of done: 1 error (grounded)");
});

test("a stage whose tries are spent fails the run with what went wrong last", async () => {
  let count = 0;
  const facts = gather("facts", {
    output: z.string(),
    retries: 1,
    backoffMs: 1,
    run: () => {
      throw new Error(`try ${++count}`);
    },
  });
  const post = pipeline("post", { input: request, stages: [facts] });
  const on = options();
  const outcome = await startRun(post, { ...on, ...given });
  assert.deepEqual([outcome.status, outcome.output, count], ["failed", undefined, 2]);
  const [failure] = await eventsOfType(on.store, "r", "run-failed");
  assert.deepEqual([failure?.stage, failure?.message, failure?.tried], ["facts", "try 2", []]);
});

test("what may be done about a failure is kept with it", async () => {
  const on = options();
  const facts = gather("facts", {
    output: z.string(),
    run: () => {
      throw new StagewrightError("git/not-a-repository", '"shop" is not in a git repository', { hint: "make one with `git init`" });
    },
  });
  const { state } = await startRun(pipeline("p", { input: request, stages: [facts] }), { ...on, ...given });
  const { message, hint } = state.stages.get("facts")?.failure ?? {};
  assert.deepEqual([message, hint], ['"shop" is not in a git repository', "make one with `git init`"]);
});

test("what a stage throws that is no error is still told", async () => {
  const facts = gather("facts", { output: z.string(), run: () => Promise.reject("just a text") });
  const { state } = await startRun(pipeline("post", { input: request, stages: [facts] }), { ...options(), ...given });
  assert.equal(state.failure?.message, "just a text");
});

test("onFail goes back to an earlier stage, which runs as a new version", async () => {
  // 0.07, 0.14, 0.21: the first, second and third time.
  const facts = gather("facts", { output: z.number(), run: (_, { random }) => Math.round(random() / 0.07) });
  const use = gather("use", {
    needs: { facts },
    output: z.number(),
    dod: [atLeastThree],
    run: ({ facts }) => facts,
    onFail: rollbackTo(facts, { max: 2 }),
  });
  const post = pipeline("post", { input: request, stages: [facts, use] });
  const on = options();
  const outcome = await startRun(post, { ...on, ...given });
  assert.equal(outcome.output, 3);
  const backs = (await told(on.store, "r")).filter((line) => line.startsWith("rolled-back"));
  assert.deepEqual(backs, ["rolled-back use to facts, 1 of 2, failed", "rolled-back use to facts, 2 of 2, failed"]);
  assert.deepEqual(
    outcome.state.stages.get("facts")?.history.map(({ version, output }) => [version, output]),
    [
      [1, { inline: 1 }],
      [2, { inline: 2 }],
    ],
  );
  await assertReplays(post, "r", on.store);
});

test("a review that fails past its bound fails the run, which lists the reviews; nothing is published", async () => {
  const draft = gather("draft", { output: z.string(), run: (_, { id }) => id() });
  const never: Check<string> = { rule: "never", run: (text) => [{ rule: "never", severity: "error", message: `${text} will not do` }] };
  const review = check("review", { of: draft, checks: [never], onFail: rollbackTo(draft, { max: 3 }) });
  const publish = deliver("publish", { needs: { draft }, to: blog, call: (blog, { draft }) => blog.publish({ text: draft }) });
  const post = pipeline("post", { input: request, stages: [draft, review, publish] });
  const fake = fakeBlog();
  const on = options({ adapters: [fake.implementation] });
  const outcome = await startRun(post, { ...on, ...given });
  const [failure] = await eventsOfType(on.store, "r", "run-failed");
  assert.deepEqual(
    [outcome.status, failure?.message, failure?.tried],
    [
      "failed",
      'stage "review" went back to "draft" 3 times, which is its bound',
      [1, 2, 3, 4].map((version) => `review v${version}: review: 1 error (never)`),
    ],
  );
  assert.deepEqual([outcome.state.stages.get("draft")?.version, fake.tries], [4, []]);
  await assertReplays(post, "r", on.store);
});

test("a decision goes on, stops with its reason, or goes back; a way that is none of its ways is an error", async () => {
  const facts = gather("facts", {
    needs: { request },
    output: z.string(),
    run: ({ request }, { feedback }) => request.text + feedback.map(({ rule, message }) => ` (${rule}: ${message})`).join(""),
  });
  const course = decide("course", {
    needs: { facts },
    ways: { publish: "go on", rest: "stop", pivot: rollbackTo(facts, { max: 1 }) },
    choose: ({ facts }) => (facts.startsWith("pivot (") ? "publish" : (facts as "publish")),
    because: ({ facts }) => `the facts say "${facts}"`,
  });
  const last = gather("last", { needs: { facts }, output: z.string(), run: ({ facts }) => facts });
  const post = pipeline("post", { input: request, stages: [facts, course, last] });
  const on = options();
  const start = (text: string) => startRun(post, { ...on, input: { text }, run: `r-${text}` });

  assert.deepEqual((await start("publish")).output, "publish");
  const stopped = await start("rest");
  assert.deepEqual(
    [stopped.status, stopped.output, stopped.state.stopped, stopped.state.stages.get("last")?.status],
    ["done", undefined, { stage: "course", because: 'the facts say "rest"' }, "skipped"],
  );
  assert.deepEqual((await start("pivot")).output, 'pivot (course/pivot: the facts say "pivot")');
  assert.deepEqual((await start("sideways")).state.failure?.message, 'stage "course" chose "sideways", which is none of its ways');
  assert.deepEqual((await start("constructor")).state.failure?.message, 'stage "course" chose "constructor", which is none of its ways');
  for (const text of ["publish", "rest", "pivot", "sideways"]) await assertReplays(post, `r-${text}`, on.store);
});

test("a decision without a reason says which way it chose", async () => {
  const course = decide("course", { needs: { request }, ways: { rest: "stop", work: "go on" }, choose: () => "rest" });
  const last = gather("last", { output: z.string(), run: () => "" });
  const { state } = await startRun(pipeline("post", { input: request, stages: [course, last] }), { ...options(), ...given });
  assert.equal(state.stopped?.because, 'stage "course" chose "rest"');
});

test("a try that obeys its time limit, and one that does not end, both fail by it, and the next try is made", async () => {
  for (const run of [(signal: AbortSignal) => untilAborted(signal), () => new Promise<never>(() => {})]) {
    let count = 0;
    const facts = gather("facts", {
      output: z.string(),
      timeoutMs: 5,
      retries: 1,
      backoffMs: 1,
      run: (_, { signal }) => (++count === 1 ? run(signal) : "in time"),
    });
    const post = pipeline("post", { input: request, stages: [facts] });
    const on = options({ graceMs: 5 });
    const outcome = await startRun(post, { ...on, ...given });
    assert.equal(outcome.output, "in time");
    const [failure] = await eventsOfType(on.store, "r", "attempt-failed");
    const message = 'stage "facts" took longer than its time limit of 5 ms';
    assert.deepEqual(
      [failure?.cause, failure?.message, failure?.findings],
      ["time-limit", message, [{ rule: "stage/time-limit", severity: "error", message }]],
    );
    await assertReplays(post, "r", on.store);
  }
});

test("the time limit ends what the stage has under way; a call that was cut off leaves no outcome", async () => {
  const signals: AbortSignal[] = [];
  const slow = fakeBlog({
    read: (_path, signal) => {
      signals.push(signal);
      return untilAborted(signal);
    },
  });
  const facts = gather("facts", { uses: { blog }, output: z.string(), timeoutMs: 5, run: (_, { blog }) => blog.read({ path: "/" }) });
  const post = pipeline("post", { input: request, stages: [facts] });
  const on = options({ adapters: [slow.implementation] });
  await startRun(post, { ...on, ...given });
  assert.deepEqual(
    signals.map(({ aborted }) => aborted),
    [true],
  );
  assert.deepEqual(await told(on.store, "r"), [
    "run-started",
    "stage-started facts v1.1",
    "attempt-failed facts v1.1: time-limit",
    "run-failed at facts",
  ]);
});

test("a stage that is done waits for the calls that it left under way; one that failed calls them off", async () => {
  const slow = deferred<string>();
  const fake = fakeBlog({ read: (path) => (path === "slow" ? slow.promise : path) });
  const facts = gather("facts", {
    uses: { blog },
    output: z.string(),
    run: async (_, { blog }) => {
      void blog.read({ path: "slow" });
      const quick = await blog.read({ path: "quick" });
      setImmediate(() => slow.resolve("came late"));
      return quick;
    },
  });
  const post = pipeline("post", { input: request, stages: [facts] });
  const on = options({ adapters: [fake.implementation] });
  await startRun(post, { ...on, ...given });
  assert.deepEqual(
    (await eventsOfType(on.store, "r", "called")).map(({ request }) => request),
    [{ inline: { path: "quick" } }, { inline: { path: "slow" } }],
  );
  await assertReplays(post, "r", on.store);

  let calledOff: unknown;
  const hanging = fakeBlog({
    read: (path, signal) => {
      if (path === "quick") throw new Error("gone");
      signal.addEventListener("abort", () => {
        calledOff = signal.reason.message;
      });
      return untilAborted(signal);
    },
  });
  const failing = gather("facts", {
    uses: { blog },
    output: z.string(),
    run: async (_, { blog }) => (await Promise.all([blog.read({ path: "slow" }), blog.read({ path: "quick" })])).join(),
  });
  const other = pipeline("post", { input: request, stages: [failing] });
  const elsewhere = options({ adapters: [hanging.implementation] });
  const { state } = await startRun(other, { ...elsewhere, ...given });
  assert.deepEqual([state.failure?.message, calledOff], ["gone", "the try has failed"]);
  await assertReplays(other, "r", elsewhere.store);
});

test("what a stage does after its try has ended is not noted", async () => {
  const late = deferred<string>();
  let lateError: unknown;
  const fake = fakeBlog({ read: (path) => (path === "slow" ? late.promise : path) });
  const facts = gather("facts", {
    uses: { blog },
    output: z.string(),
    run: async (_, { blog, now }) => {
      const rest = blog.read({ path: "slow" }).then(() => now());
      rest.catch((error: unknown) => {
        lateError = error;
      });
      throw new Error("given up");
    },
  });
  const post = pipeline("post", { input: request, stages: [facts] });
  const on = options({ adapters: [fake.implementation], graceMs: 2 });
  await startRun(post, { ...on, ...given });
  const before = await told(on.store, "r");
  late.resolve("too late");
  await new Promise(setImmediate);
  assert.deepEqual(await told(on.store, "r"), before);
  assert.equal(lateError, undefined);
});

test("an output over 64 KB stands beside the journal and comes back, also after a resume", async () => {
  const long = "ă".repeat(40_000);
  const facts = gather("facts", { output: z.string(), run: () => long });
  const size = gather("size", {
    needs: { facts },
    output: z.number(),
    run: ({ facts }, { random }) => {
      if (random() < 0.1) throw new Error("not yet");
      return facts.length;
    },
  });
  const post = pipeline("post", { input: request, stages: [facts, size] });
  const on = options();
  await startRun(post, { ...on, ...given });
  const [done] = await eventsOfType(on.store, "r", "stage-done");
  assert(done && "blob" in done.output);
  assert.equal(done.output.bytes, 80_002);
  assert.equal(await on.store.getBlob("r", done.output.blob), JSON.stringify(long));
  const outcome = await resumeRun(post, "r", on);
  assert.deepEqual([outcome.status, outcome.output], ["done", 40_000]);
  await assertReplays(post, "r", on.store);
});

test("an answer and an input over 64 KB come back too", async () => {
  const long = "x".repeat(70_000);
  const fake = fakeBlog({ read: () => long });
  const facts = gather("facts", {
    needs: { request },
    uses: { blog },
    output: z.number(),
    run: async ({ request }, { blog }) => (await blog.read({ path: request.text })).length,
  });
  const post = pipeline("post", { input: request, stages: [facts] });
  const on = options({ adapters: [fake.implementation] });
  const outcome = await startRun(post, { ...on, input: { text: long }, run: "r" });
  assert.equal(outcome.output, 70_000);
  await assertReplays(post, "r", on.store);
});
