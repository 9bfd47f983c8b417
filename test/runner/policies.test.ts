import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { check, deliver, gate, input, pipeline, rollbackTo, write } from "../../src/dsl/index.js";
import { policiesIn } from "../../src/gates/index.js";
import { decideGate, openQuestions, resumeRun, startRun } from "../../src/runner/index.js";
import { memoryStore } from "../../src/store/index.js";
import { rejected } from "../dsl/thrown.js";
import { assertReplays, blog, eventsOfType, fakeBlog, fakeModel, options, told } from "./rig.js";

const request = input(z.object({ text: z.string() }));
const given = { input: { text: "news" }, run: "r" };
const publish = deliver("publish", { needs: { request }, to: blog, call: (blog, { request }) => blog.publish(request) });
const post = pipeline("post", { input: request, stages: [publish] });
const always = (tier: 2 | 3 | 4 | 5) => policiesIn(".", [{ call: "blog.publish", tier, because: "it is public" }]);

test("a policy puts an effect before a person, although the pipeline has no gate; nothing is even intended before", async () => {
  const fake = fakeBlog();
  const on = options({ adapters: [fake.implementation], policies: always(4) });
  const { status, waiting } = await startRun(post, { ...on, ...given });
  assert.equal(status, "blocked");
  assert.ok(waiting?.on === "gate");
  const { tier, shows, says, effect, request } = waiting.gate;
  assert.deepEqual(
    { tier, shows, says, effect, request },
    {
      tier: 4,
      shows: "blog.publish",
      says: "blog.publish asks for tier 4: it is public",
      effect: 1,
      request: { inline: { text: "news" } },
    },
  );
  assert.deepEqual(await told(on.store, "r"), ["run-started", "stage-started publish v1.1", "gate-opened publish v1.1: tier 4, waits"]);
  await assertReplays(post, "r", on.store);
  assert.deepEqual(fake.tries, []);

  await decideGate(post, "r", { decision: "approve" }, on);
  const done = await resumeRun(post, "r", on);
  assert.deepEqual([done.status, fake.tries.length], ["done", 1]);
  await assertReplays(post, "r", on.store);
});

test("a finished run replays without its policies, and with others", async () => {
  const on = options({ adapters: [fakeBlog().implementation], policies: always(3) });
  await startRun(post, { ...on, ...given });
  await decideGate(post, "r", { decision: "approve" }, on);
  await resumeRun(post, "r", { ...on, policies: always(5) });
  await assertReplays(post, "r", on.store);
});

test("a rejection sends nothing, uses up no further try, and goes the way of the stage with its reason", async () => {
  const fake = fakeBlog();
  const draft = write("draft", { output: z.object({ text: z.string() }), prompt: () => "Write.", parse: (text) => ({ text }) });
  const model = fakeModel("loud news", "calm news");
  const stages = [
    draft,
    deliver("publish", {
      needs: { draft },
      to: blog,
      call: (blog, { draft }) => blog.publish(draft),
      retries: 2,
      onFail: { rejected: rollbackTo(draft, { max: 1 }) },
    }),
  ] as const;
  const pipe = pipeline("post", { input: request, stages });
  const on = options({ adapters: [fake.implementation, model.implementation], policies: always(4) });
  await startRun(pipe, { ...on, ...given });
  await decideGate(pipe, "r", { decision: "reject", reason: "too loud" }, on);
  const again = await resumeRun(pipe, "r", on);
  assert.equal(again.status, "blocked", "what is said now is asked about anew");
  assert.match(model.prompts[1] ?? "", /too loud/);
  assert.equal((await eventsOfType(on.store, "r", "attempt-failed")).length, 1);
  await decideGate(pipe, "r", { decision: "approve" }, on);
  assert.equal((await resumeRun(pipe, "r", on)).status, "done");
  assert.deepEqual(fake.tries, ["calm news"]);
  await assertReplays(pipe, "r", on.store);
});

test("a gate before the delivery counts: only what a policy demands beyond its tier is asked", async () => {
  const run = async (own: 2 | 3 | 4, demanded: 3 | 4 | 5) => {
    const ask = gate("ask", { tier: own, shows: request });
    const reviewed = check("reviewed", { of: ask, checks: [] });
    const to = deliver("publish", { needs: { request, reviewed }, to: blog, call: (blog, { request }) => blog.publish(request) });
    const pipe = pipeline("post", { input: request, stages: [ask, reviewed, to] });
    const on = options({ adapters: [fakeBlog().implementation], policies: always(demanded) });
    let outcome = await startRun(pipe, { ...on, ...given });
    for (let asked: string[] = []; ; ) {
      if (outcome.waiting?.on !== "gate") return asked.join(" ");
      asked = [...asked, outcome.waiting.gate.stage];
      if (outcome.waiting.gate.tier === 5) return asked.join(" ");
      await decideGate(pipe, "r", { decision: "approve" }, on);
      outcome = await resumeRun(pipe, "r", on);
    }
  };
  assert.deepEqual(
    [await run(4, 4), await run(4, 3), await run(3, 4), await run(2, 3), await run(4, 5)],
    ["ask", "ask", "ask publish", "publish", "ask publish"],
  );
});

test("each effect of a delivery is asked about by itself, and one that was made is not asked about again", async () => {
  const fake = fakeBlog();
  const both = deliver("publish", {
    needs: { request },
    to: blog,
    call: async (blog, { request }) => {
      await blog.publish({ text: `${request.text} 1` });
      return blog.publish({ text: `${request.text} 2` });
    },
  });
  const pipe = pipeline("post", { input: request, stages: [both] });
  const on = options({ adapters: [fake.implementation], policies: always(3) });
  await startRun(pipe, { ...on, ...given });
  for (const number of [1, 2]) {
    const [question] = await openQuestions(on.store, pipe, "r");
    assert.ok(question?.waiting.on === "gate");
    assert.equal(question.waiting.gate.effect, number);
    await decideGate(pipe, "r", { decision: "approve" }, on);
    await resumeRun(pipe, "r", on);
  }
  assert.deepEqual(fake.tries, ["news 1", "news 2"]);
  await assertReplays(pipe, "r", on.store);
});

test("what was approved and failed is tried again without asking, as long as it asks for the same", async () => {
  let fails = 2;
  const fake = fakeBlog({
    publish: async () => {
      fails -= 1;
      if (fails >= 0) throw new Error("503");
      return { path: "/x" };
    },
    lookup: () => ({ happened: "no" }),
  });
  const patient = deliver("publish", {
    needs: { request },
    to: blog,
    call: (blog, { request }) => blog.publish(request),
    retries: 2,
    backoffMs: 0,
  });
  const pipe = pipeline("post", { input: request, stages: [patient] });
  const on = options({ adapters: [fake.implementation], policies: always(3) });
  await startRun(pipe, { ...on, ...given });
  await decideGate(pipe, "r", { decision: "approve" }, on);
  assert.equal((await resumeRun(pipe, "r", on)).status, "done");
  assert.deepEqual([fake.tries.length, (await eventsOfType(on.store, "r", "gate-opened")).length], [3, 1]);
  await assertReplays(pipe, "r", on.store);
});

test("tier 2 informs and goes on; tier 5 wants the digits; an edit is no answer to a policy", async () => {
  const on = options({ adapters: [fakeBlog().implementation], policies: always(2) });
  assert.equal((await startRun(post, { ...on, ...given })).status, "done");
  assert.deepEqual((await told(on.store, "r"))[2], "gate-opened publish v1.1: tier 2, goes on");
  await assertReplays(post, "r", on.store);

  const strict = options({ adapters: [fakeBlog().implementation], policies: always(5), store: memoryStore() });
  await startRun(post, { ...strict, ...given });
  assert.equal((await rejected(decideGate(post, "r", { decision: "approve" }, strict))).code, "gate/confirm");
  assert.equal((await rejected(decideGate(post, "r", { decision: "edit", value: { text: "other" } }, strict))).code, "gate/asks");
});

test("where a file of a policy is not there a person is asked, and a policy that throws stops the process and not the run", async () => {
  const fake = fakeBlog();
  const unread = policiesIn("/nowhere", [{ call: "blog.publish", tier: 3, when: [{ at: "text", outsideFile: "known.txt" }] }]);
  const on = options({ adapters: [fake.implementation], policies: unread });
  const { waiting } = await startRun(post, { ...on, ...given });
  assert.equal(waiting?.on === "gate" && waiting.gate.says, "blog.publish asks for tier 3: known.txt cannot be read");
  await assertReplays(post, "r", on.store);

  const broken = async () => {
    throw new Error("no network");
  };
  const strict = options({ adapters: [fake.implementation], policies: broken });
  const error = await rejected(startRun(post, { ...strict, ...given }));
  assert.deepEqual([error.code, error.message], ["run/policies", 'what the policies say of "blog.publish" cannot be told: no network']);
  assert.deepEqual(fake.tries, []);
  const done = await resumeRun(post, "r", { ...strict, policies: always(2) });
  assert.equal(done.status, "done");
  await assertReplays(post, "r", strict.store);
});
