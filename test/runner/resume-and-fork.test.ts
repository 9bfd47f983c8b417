import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { type AnyPipeline, type Check, check, deliver, gate, gather, implement, input, pipeline, write } from "../../src/dsl/index.js";
import { model } from "../../src/model/index.js";
import { cancelRun, decideGate, forkRun, readRun, replayRun, resumeRun, startRun } from "../../src/runner/index.js";
import { rejected } from "../dsl/thrown.js";
import {
  assertReplays,
  blog,
  countedEnvironment,
  eventsOf,
  eventsOfType,
  fakeBlog,
  fakeModel,
  options,
  told,
  untilAborted,
} from "./rig.js";

const request = input(z.object({ text: z.string() }));
const given = { input: { text: "x" }, run: "r" };

/** A pipeline that waits at its gate when all before it is done; each stage can be varied. */
function post(change: { facts?: () => string; most?: number; last?: () => string } = {}) {
  const facts = gather("facts", { output: z.string(), run: change.facts ?? (() => "facts") });
  const short: Check<string> = { rule: "short", options: { most: change.most ?? 10 }, run: () => [] };
  const review = check("review", { of: facts, checks: [short] });
  const approve = gate("approve", { tier: 4, shows: facts });
  const last = gather("last", { needs: { approve }, output: z.string(), run: change.last ?? (() => "last") });
  return pipeline("post", { input: request, stages: [facts, review, approve, last] });
}

test("a run whose finished stages have changed is not resumed, and the refusal lists what changed", async () => {
  const on = options();
  await startRun(post(), { ...on, ...given });
  assert.deepEqual(await rejected(resumeRun(post({ facts: () => "other facts", most: 20 }), "r", on)), {
    code: "run/changed",
    message: 'finished stages of run "r" have changed since they ran: "facts" (functions), "review" (checks)',
    hint: "go on all the same with `--accept-changes`, or run again from the first of them with `--from facts`",
  });
  assert.equal((await told(on.store, "r")).at(-1), "gate-opened approve v1.1: tier 4, waits");
});

test("changes may be accepted, which keeps the outputs, or run again from, which does not", async () => {
  const on = options();
  const changed = post({ facts: () => "other facts" });
  await startRun(post(), { ...on, ...given });
  const accepted = await resumeRun(changed, "r", { ...on, acceptChanges: true });
  assert.deepEqual([accepted.status, accepted.state.stages.get("facts")?.output], ["blocked", { inline: "facts" }]);
  assert.deepEqual((await told(on.store, "r")).slice(-2), ["pipeline-changed facts", "run-resumed"]);
  const again = await resumeRun(changed, "r", { ...on, from: "facts" });
  assert.deepEqual([again.status, again.state.stages.get("facts")?.output], ["blocked", { inline: "other facts" }]);
  assert.deepEqual((await told(on.store, "r")).slice(-8), [
    "reopened facts",
    "run-resumed",
    "stage-started facts v2.1",
    "stage-done facts v2.1",
    "stage-started review v2.1",
    "stage-done review v2.1",
    "stage-started approve v2.1",
    "gate-opened approve v2.1: tier 4, waits",
  ]);
});

test("a change that was accepted once is not asked about again", async () => {
  const on = options();
  const changed = post({ facts: () => "other facts" });
  await startRun(post(), { ...on, ...given });
  await resumeRun(changed, "r", { ...on, acceptChanges: true });
  assert.equal((await resumeRun(changed, "r", on)).status, "blocked");
  assert.equal((await rejected(resumeRun(post(), "r", on))).code, "run/changed");
});

test("going back to a stage behind a change is refused for the change before it", async () => {
  const on = options();
  await startRun(post(), { ...on, ...given });
  const said = await rejected(resumeRun(post({ facts: () => "other" }), "r", { ...on, from: "review" }));
  assert.equal(said.message, 'finished stages of run "r" have changed since they ran: "facts" (functions)');
});

test("a change to a stage that has not run is no obstacle", async () => {
  const on = options();
  await startRun(post(), { ...on, ...given });
  const changed = post({ last: () => "changed" });
  await decideGate(changed, "r", { decision: "approve" }, on);
  assert.equal((await resumeRun(changed, "r", on)).output, "changed");
  await assertReplays(changed, "r", on.store);
});

test("a stage that is gone or new among the finished ones is a change; a new one behind them is none", async () => {
  const facts = gather("facts", { output: z.string(), run: () => "facts" });
  const extra = gather("extra", { output: z.string(), run: () => "extra" });
  const approve = gate("approve", { tier: 4, shows: facts });
  const two = pipeline("post", { input: request, stages: [facts, approve] });
  const between = pipeline("post", { input: request, stages: [facts, extra, approve] });
  const before = pipeline("post", { input: request, stages: [extra, facts, approve] });
  const behind = pipeline("post", { input: request, stages: [facts, approve, extra] });
  const on = options();
  await startRun(two, { ...on, ...given });
  assert.equal(
    (await rejected(resumeRun(before, "r", on))).message,
    'finished stages of run "r" have changed since they ran: "extra" (it is new, or was listed later)',
  );
  const { state } = await resumeRun(before, "r", { ...on, acceptChanges: true });
  assert.deepEqual([state.stages.get("extra")?.status, state.stages.get("approve")?.status], ["done", "blocked"]);
  assert.equal(
    (await rejected(resumeRun(two, "r", on))).message,
    'finished stages of run "r" have changed since they ran: "extra" (it is gone)',
  );

  const back = await resumeRun(two, "r", { ...on, from: "facts", acceptChanges: true });
  assert.deepEqual([back.status, back.state.order, back.state.stages.get("facts")?.version], ["blocked", ["facts", "approve"], 2]);

  for (const [name, changed] of [
    ["between", between],
    ["behind", behind],
  ] as const) {
    await startRun(two, { ...on, ...given, run: name });
    await decideGate(two, name, { decision: "approve" }, on);
    const resumed = await resumeRun(changed, name, on);
    assert.deepEqual([resumed.status, resumed.state.stages.get("extra")?.output], ["done", { inline: "extra" }]);
  }
});

test("a run that waits at a gate still waits when a new stage before the gate has run", async () => {
  const facts = gather("facts", { output: z.string(), run: () => "facts" });
  const extra = gather("extra", { output: z.string(), run: () => "extra" });
  const approve = gate("approve", { tier: 4, shows: facts });
  const on = options();
  await startRun(pipeline("post", { input: request, stages: [facts, approve] }), { ...on, ...given });
  const outcome = await resumeRun(pipeline("post", { input: request, stages: [facts, extra, approve] }), "r", on);
  assert.deepEqual([outcome.status, outcome.state.status, outcome.waiting?.stage], ["blocked", "blocked", "approve"]);
});

test("a run that is done or cancelled is not resumed, unless from a stage", async () => {
  const facts = gather("facts", { output: z.string(), run: (_, { id }) => id() });
  const one = pipeline("one", { input: request, stages: [facts] });
  const on = options();
  await startRun(one, { ...on, ...given });
  const hint = "go back to a stage with `--from <stage>`, or fork the run";
  assert.deepEqual(await rejected(resumeRun(one, "r", on)), { code: "run/ended", message: 'run "r" is done', hint });
  const again = await resumeRun(one, "r", { ...on, from: "facts" });
  assert.equal(again.output, "id-00000000000000002");
  await assertReplays(one, "r", on.store);

  await startRun(post(), { ...on, ...given, run: "c" });
  await cancelRun("c", on);
  assert.deepEqual(await rejected(resumeRun(post(), "c", on)), { code: "run/ended", message: 'run "c" is cancelled', hint });
  assert.equal((await resumeRun(post(), "c", { ...on, from: "review" })).status, "blocked");
  await assertReplays(post(), "c", on.store);
});

test("a run cannot go back to a stage that it does not have, or has not come to", async () => {
  const on = options();
  await startRun(post(), { ...on, ...given });
  assert.deepEqual(await rejected(resumeRun(post(), "r", { ...on, from: "draft" })), {
    code: "run/stage",
    message: 'pipeline "post" has no stage "draft"',
    hint: 'its stages are "facts", "review", "approve", "last"',
  });
  assert.deepEqual(await rejected(resumeRun(post(), "r", { ...on, from: "last" })), {
    code: "run/stage",
    message: 'run "r" has not come to stage "last" yet',
    hint: 'it stands at "approve": resume it without going back, or go back to a stage before',
  });
});

test("a failed run goes on at the stage that failed; what was done before it is not done again", async () => {
  const fake = fakeBlog({
    read: (path) => {
      if (path === "b" && fake.reads.length < 3) throw new Error("down");
      return path;
    },
  });
  const a = gather("a", { uses: { blog }, output: z.string(), run: (_, { blog }) => blog.read({ path: "a" }) });
  const b = gather("b", {
    needs: { a },
    uses: { blog },
    output: z.string(),
    run: async ({ a }, { blog }) => a + (await blog.read({ path: "b" })),
  });
  const two = pipeline("two", { input: request, stages: [a, b] });
  const on = options({ adapters: [fake.implementation] });
  assert.equal((await startRun(two, { ...on, ...given })).status, "failed");
  const outcome = await resumeRun(two, "r", on);
  assert.deepEqual([outcome.output, fake.reads], ["ab", ["a", "b", "b"]]);
  await assertReplays(two, "r", on.store);
});

test("another model may be used from a resume on", async () => {
  const draft = write("draft", { output: z.string(), prompt: () => "1" });
  const approve = gate("approve", { tier: 3, shows: draft });
  const polish = write("polish", { output: z.string(), prompt: () => "2" });
  const writing = pipeline("writing", { input: request, stages: [draft, approve, polish] });
  const on = options({ adapters: [fakeModel("a", "b").implementation] });
  await startRun(writing, { ...on, ...given });
  await decideGate(writing, "r", { decision: "approve" }, on);
  await resumeRun(writing, "r", { ...on, model: "openai:http://localhost#m" });
  const models = (await eventsOfType(on.store, "r", "called")).map(
    ({ outcome }) => z.object({ answer: z.object({ inline: z.object({ model: z.string() }) }) }).parse(outcome).answer.inline.model,
  );
  assert.deepEqual(models, ["embedded", "openai:http://localhost#m"]);
  assert.equal((await eventsOfType(on.store, "r", "run-resumed"))[0]?.model, "openai:http://localhost#m");
  await assertReplays(writing, "r", on.store);
});

/** A run with calls, chance, a retry and an effect; ends the same however often it is interrupted. */
function longer(stopAt?: { call: number; stop: () => void }) {
  let calls = 0;
  const fake = fakeBlog({
    read: async (path, signal) => {
      calls += 1;
      if (calls === stopAt?.call) {
        stopAt.stop();
        return untilAborted(signal);
      }
      return path;
    },
  });
  const facts = gather("facts", {
    uses: { blog },
    output: z.string(),
    run: async (_, { blog, id }) =>
      `${await blog.read({ path: "a" })} ${id()} ${(await Promise.all([blog.read({ path: "b" }), blog.read({ path: "c" })])).join("")}`,
  });
  const draft = gather("draft", {
    needs: { facts },
    uses: { blog },
    output: z.string(),
    retries: 1,
    backoffMs: 1,
    run: async ({ facts }, { blog, feedback }) => {
      const more = await blog.read({ path: "d" });
      if (feedback.length === 0) throw new Error("once more");
      return `${facts} ${more}`;
    },
  });
  const publish = deliver("publish", { needs: { draft }, to: blog, call: (blog, { draft }) => blog.publish({ text: draft }) });
  return { fake, pipe: pipeline("longer", { input: request, stages: [facts, draft, publish] }) };
}

test("interrupted in the middle of any call, a run ends as it would have, and no call that was answered is made again", async () => {
  const whole = longer();
  const wholeOn = options({ adapters: [whole.fake.implementation] });
  const expected = await startRun(whole.pipe, { ...wholeOn, ...given });
  assert.equal(whole.fake.reads.length, 5);
  for (let call = 1; call <= 5; call += 1) {
    const stop = new AbortController();
    const { fake, pipe } = longer({ call, stop: () => stop.abort() });
    const on = options({ adapters: [fake.implementation] });
    assert.equal((await startRun(pipe, { ...on, ...given, signal: stop.signal })).status, "interrupted");
    const outcome = await resumeRun(pipe, "r", on);
    assert.deepEqual([outcome.status, outcome.output], ["done", expected.output]);
    assert.deepEqual(fake.tries.length, 1);
    // Those that were under way when it was interrupted have no answer, and are made again.
    assert.equal(fake.reads.length, (await eventsOfType(on.store, "r", "called")).filter(({ name }) => name === "read").length + 1);
    await assertReplays(pipe, "r", on.store);
  }
});

/** Two model's stages, the first of which needs a second answer; the n-th question is never answered: the run is told to stop. */
function asking(stopAt: number) {
  const stop = new AbortController();
  const answers = ["too long", "one", "two"];
  const asked: string[] = [];
  const implementation = implement(model, "fake", {
    complete: {
      perform: async ({ model: name }, { signal }) => {
        asked.push(name);
        if (asked.length === stopAt) {
          stop.abort();
          return untilAborted(signal);
        }
        const usage = { inputTokens: 7, outputTokens: 3, estimated: false };
        return { finish: "stop", usage, model: name, text: (stopAt > 0 && name === "other" ? "one" : answers.shift()) ?? "" };
      },
    },
  });
  const short: Check<string> = {
    rule: "short",
    run: (text) => (text === "too long" ? [{ rule: "short", severity: "error", message: "shorter" }] : []),
  };
  const facts = gather("facts", { output: z.string(), run: (_, { now, id }) => `${id()} ${now().toISOString()}` });
  const draft = write("draft", {
    needs: { facts },
    output: z.string(),
    prompt: ({ facts }) => facts,
    dod: [short],
    retries: 1,
    backoffMs: 1,
  });
  const polish = write("polish", { needs: { draft }, output: z.string(), prompt: ({ draft }) => draft });
  return { asked, stop: stop.signal, implementation, pipe: pipeline("asking", { input: request, stages: [facts, draft, polish] }) };
}

test("interrupted while a model answers, a run goes on with another model, and replays", async () => {
  for (let question = 1; question <= 3; question += 1) {
    const { pipe, asked, stop, implementation } = asking(question);
    const on = options({ adapters: [implementation] });
    assert.equal((await startRun(pipe, { ...on, ...given, signal: stop })).status, "interrupted");
    assert.equal((await resumeRun(pipe, "r", { ...on, model: "other" })).status, "done");
    assert.deepEqual(asked.slice(question - 1, question + 1), ["embedded", "other"]);
    await assertReplays(pipe, "r", on.store);
  }
});

test("answers of one model answer no question to another: a try that was under way asks anew", async () => {
  const stop = new AbortController();
  const asked: string[] = [];
  const implementation = implement(model, "fake", {
    complete: {
      perform: async ({ model: name, messages }, { signal }) => {
        asked.push(`${name}: ${messages.at(-1)?.content}`);
        if (asked.length === 2) {
          stop.abort();
          return untilAborted(signal);
        }
        const usage = { inputTokens: 7, outputTokens: 3, estimated: false };
        return { finish: "stop", usage, model: name, text: `answer ${asked.length}` };
      },
    },
  });
  const both = gather("both", {
    uses: { model },
    output: z.string(),
    run: async (_, { model, model: { complete } }) => {
      const first = await complete({ model: "embedded", messages: [{ role: "user", content: "first" }] });
      const second = await model.complete({ model: "embedded", messages: [{ role: "user", content: first.text }] });
      return second.text;
    },
  });
  const pipe = pipeline("two-questions", { input: request, stages: [both] });
  const on = options({ adapters: [implementation] });
  assert.equal((await startRun(pipe, { ...on, ...given, signal: stop.signal })).status, "interrupted");
  assert.equal((await resumeRun(pipe, "r", { ...on, model: "other" })).output, "answer 4");
  assert.deepEqual(asked, ["embedded: first", "embedded: answer 1", "embedded: first", "embedded: answer 3"]);
  await assertReplays(pipe, "r", on.store);
});

test("interrupted at any event, a run ends as it would have", async () => {
  const whole = longer();
  const wholeOn = options({ adapters: [whole.fake.implementation] });
  const expected = await startRun(whole.pipe, { ...wholeOn, ...given });
  const { length } = await eventsOf(wholeOn.store, "r");
  for (let at = 1; at <= length; at += 1) {
    const stop = new AbortController();
    const { fake, pipe } = longer();
    const on = options({ adapters: [fake.implementation] });
    const onEvent = ({ seq }: { seq: number }) => seq === at && stop.abort();
    const first = await startRun(pipe, { ...on, ...given, signal: stop.signal, onEvent });
    const outcome = first.status === "interrupted" ? await resumeRun(pipe, "r", on) : first;
    assert.deepEqual([outcome.status, outcome.output, fake.tries.length], ["done", expected.output, 1]);
    await assertReplays(pipe, "r", on.store);
  }
});

test("a run that is told to stop while it waits for the next try goes on with that try", async () => {
  const stop = new AbortController();
  const flaky = gather("flaky", {
    output: z.string(),
    retries: 1,
    backoffMs: 100_000,
    run: (_, { feedback }) => {
      if (feedback.length === 0) throw new Error("once more");
      return "done";
    },
  });
  const pipe = pipeline("flaky", { input: request, stages: [flaky] });
  const on = options();
  const onEvent = ({ type }: { type: string }) => type === "attempt-failed" && setImmediate(() => stop.abort());
  assert.equal((await startRun(pipe, { ...on, ...given, signal: stop.signal, onEvent })).status, "interrupted");
  assert.equal((await resumeRun(pipe, "r", on)).output, "done");
  assert.deepEqual((await told(on.store, "r")).slice(2), [
    "attempt-failed flaky v1.1: error",
    "run-resumed",
    "stage-started flaky v1.2",
    "stage-done flaky v1.2",
    "run-done",
  ]);
  await assertReplays(pipe, "r", on.store);
});

test("a run that is told to stop before it begins does nothing but begin", async () => {
  const on = options();
  const outcome = await startRun(post(), { ...on, ...given, signal: AbortSignal.abort() });
  assert.deepEqual([outcome.status, await told(on.store, "r")], ["interrupted", ["run-started"]]);
  assert.equal((await resumeRun(post(), "r", on)).status, "blocked");
});

test("a stage that ignores being told to stop is left behind", async () => {
  const stop = new AbortController();
  const deaf = gather("deaf", {
    output: z.string(),
    run: () => {
      stop.abort();
      return new Promise<never>(() => {});
    },
  });
  const outcome = await startRun(pipeline("deaf", { input: request, stages: [deaf] }), {
    ...options({ graceMs: 2 }),
    ...given,
    signal: stop.signal,
  });
  assert.equal(outcome.status, "interrupted");
});

test("a stage that asks for other things when it goes on is an error, whether it leaves them out first or last", async () => {
  const asking = (...paths: string[]) => {
    const facts = gather("facts", {
      uses: { blog },
      output: z.string(),
      run: async (_, { blog }) => {
        let text = "";
        for (const path of paths) text += await blog.read({ path });
        return text;
      },
    });
    return pipeline("asking", { input: request, stages: [facts] });
  };
  for (const paths of [["b", "c"], ["a"]]) {
    const stop = new AbortController();
    const fake = fakeBlog({
      read: (path, signal) => {
        if (path !== "c") return path;
        stop.abort();
        return untilAborted(signal);
      },
    });
    const on = options({ adapters: [fake.implementation], graceMs: 5 });
    await startRun(asking("a", "b", "c"), { ...on, ...given, signal: stop.signal });
    assert.deepEqual(await rejected(resumeRun(asking(...paths), "r", on)), {
      code: "run/nondeterministic",
      message: `stage "facts" does not call "blog.read" as it did before (event ${paths[0] === "a" ? 4 : 3})`,
      hint: "make it ask for the same each time, or start it anew with `--from facts`",
    });
  }
});

test("a cancelled run is at rest, also one that was interrupted between two tries or in a stage", async () => {
  for (const type of ["stage-started", "attempt-failed", "called"]) {
    const stop = new AbortController();
    const { fake, pipe } = longer();
    const on = options({ adapters: [fake.implementation] });
    const onEvent = (event: { type: string }) => event.type === type && stop.abort();
    assert.equal((await startRun(pipe, { ...on, ...given, signal: stop.signal, onEvent })).status, "interrupted");
    await cancelRun("r", on);
    assert.equal((await readRun(on.store, "r")).state.status, "cancelled");
    await assertReplays(pipe, "r", on.store);
    assert.equal((await resumeRun(pipe, "r", { ...on, from: "facts" })).status, "done");
    await assertReplays(pipe, "r", on.store);
  }
});

test("a fork takes over what was finished before a stage, large outputs too, and runs the rest", async () => {
  const long = "y".repeat(70_000);
  const facts = gather("facts", { output: z.string(), run: (_, { id }) => long + id() });
  const draft = gather("draft", { needs: { facts }, output: z.string(), run: ({ facts }, { id }) => `${facts.length} ${id()}` });
  const pipe = pipeline("pipe", { input: request, stages: [facts, draft] });
  const on = options();
  await startRun(pipe, { ...on, ...given, launch: { file: "pipe.ts" }, model: "openai:http://localhost#m" });
  const fork = await forkRun(pipe, "r", { ...on, environment: countedEnvironment(), from: "draft", run: "f" });
  assert.deepEqual([fork.status, fork.output], ["done", "70020 id-00000000000000001"]);
  assert.deepEqual(await told(on.store, "f"), [
    "run-started",
    "stage-taken facts from r v1",
    "stage-started draft v1.1",
    "called draft v1.1: env.id",
    "stage-done draft v1.1",
    "run-done",
  ]);
  const [started] = await eventsOfType(on.store, "f", "run-started");
  assert.deepEqual(
    [started?.forkedFrom, started?.launch, started?.model, started?.input],
    [{ run: "r", stage: "draft" }, { file: "pipe.ts" }, "openai:http://localhost#m", { inline: { text: "x" } }],
  );
  await assertReplays(pipe, "f", on.store);
  assert.equal((await resumeRun(pipe, "f", { ...on, from: "facts" })).status, "done");
  await assertReplays(pipe, "f", on.store);
});

test("a fork takes over only what is finished, of stages that there are", async () => {
  const on = options();
  await startRun(post(), { ...on, ...given });
  assert.deepEqual(await rejected(forkRun(post(), "r", { ...on, from: "last" })), {
    code: "run/fork",
    message: 'stage "approve" is not finished in run "r", so a fork from "last" cannot take it over',
    hint: 'fork from "approve" or an earlier stage',
  });
  assert.deepEqual(await rejected(forkRun(post(), "r", { ...on, from: "none" })), {
    code: "run/stage",
    message: 'pipeline "post" has no stage "none"',
    hint: 'its stages are "facts", "review", "approve", "last"',
  });
});

test("a run of another pipeline is not replayed", async () => {
  const on = options();
  await startRun(post(), { ...on, ...given });
  const facts = gather("facts", { output: z.string(), run: () => "" });
  const other: AnyPipeline = pipeline("other", { input: request, stages: [facts] });
  assert.deepEqual(await rejected(replayRun(other, "r", on)), {
    code: "run/pipeline",
    message: 'run "r" is one of pipeline "post", not of "other"',
  });
});
