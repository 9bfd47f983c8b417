/** What a stage that runs again is told, and which way a stage that fails goes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import {
  type AsyncCheck,
  type Check,
  check,
  type Finding,
  gather,
  input,
  pipeline,
  rollbackTo,
  type Severity,
  write,
} from "../../src/dsl/index.js";
import { startRun } from "../../src/runner/index.js";
import { assertReplays, eventsOfType, fakeModel, options } from "./rig.js";

const request = input(z.object({}));
const given = { input: {}, run: "r" };

/** Finds each of the words, as `rule` and severity say. */
function without(rule: string, word: string, severity: Severity = "error", more: Partial<Finding> = {}): Check<string> {
  return {
    rule,
    options: { word, severity },
    run: (text) =>
      [...text.matchAll(new RegExp(word, "g"))].map(({ index }) => {
        const before = text.slice(0, index).split("\n");
        const at = { line: before.length, column: (before.at(-1) ?? "").length + 1, offset: index };
        return { rule, severity, message: `"${word}" says nothing: leave it out`, at, ...more };
      }),
  };
}

test("the next try is shown its last version and what is wrong with it, the worst first, with what to say instead", async () => {
  const dod = [without("note", "maybe", "info"), without("weak", "very", "warning"), without("stock", "delve", "error")];
  const fix = { from: 0, to: 3, insert: "grew" };
  const draft = write("draft", {
    output: z.string(),
    prompt: () => "Write.",
    retries: 1,
    dod: [...dod, without("verb", "was", "error", { fix })],
  });
  const post = pipeline("post", { input: request, stages: [draft] });
  const fake = fakeModel("We delve.\n\nIt was very big, maybe.", "It grew.");
  const on = options({ adapters: [fake.implementation] });
  assert.equal((await startRun(post, { ...on, ...given })).output, "It grew.");
  assert.equal(
    fake.prompts[1],
    `user: Write.

## Your last version

<version>
We delve.

It was very big, maybe.
</version>

## What was wrong with the last version

- line 1: "delve" says nothing: leave it out (stock)
- line 3: "was" says nothing: leave it out; say instead "grew" (verb)
- line 3: "very" says nothing: leave it out (weak)
- line 3: "maybe" says nothing: leave it out (note)

Mend each of these. Keep what was right.`,
  );
  const [failure] = await eventsOfType(on.store, "r", "attempt-failed");
  assert.deepEqual([failure?.cause, failure?.output], ["dod", { inline: "We delve.\n\nIt was very big, maybe." }]);
  await assertReplays(post, "r", on.store);
});

test("a version that a review sends back is shown by its Markdown, and one that is no text as JSON", async () => {
  const Post = z.object({ title: z.string(), markdown: z.string() });
  const parse = (text: string) => ({ title: "A day", markdown: text });
  const ofPost: Check<{ markdown: string }> = { rule: "stock", run: ({ markdown }) => without("stock", "delve").run(markdown, {}) };
  const draft = write("draft", { output: Post, prompt: () => "Write.", parse });
  const review = check("review", { of: draft, checks: [ofPost], onFail: rollbackTo(draft, { max: 1 }) });
  const fake = fakeModel("We delve.", "We dig.");
  await startRun(pipeline("post", { input: request, stages: [draft, review] }), {
    ...options({ adapters: [fake.implementation] }),
    ...given,
  });
  assert.match(fake.prompts[1] ?? "", /\n<version>\nWe delve\.\n<\/version>\n/);

  const many: Check<{ n: number }> = {
    rule: "least",
    run: ({ n }) => (n < 3 ? [{ rule: "least", severity: "error", message: `${n} is less than 3` }] : []),
  };
  const counted = write("draft", { output: z.object({ n: z.int() }), prompt: () => "Count.", retries: 1, dod: [many] });
  const counts = fakeModel('{"n": 2}', '{"n": 3}');
  await startRun(pipeline("post", { input: request, stages: [counted] }), { ...options({ adapters: [counts.implementation] }), ...given });
  assert.match(
    counts.prompts[1] ?? "",
    /\n<version>\n\{\n {2}"n": 2\n\}\n<\/version>\n\n## What was wrong with the last version\n\n- 2 is less than 3/,
  );
});

test("feedback stays within its tokens: the version goes first, then the least severe findings, which are counted by rule", async () => {
  const text = "delve very very delve";
  const prompted = async (maxFeedbackTokens: number) => {
    const draft = write("draft", {
      output: z.string(),
      prompt: () => "Write.",
      retries: 1,
      dod: [without("weak", "very", "warning"), without("stock", "delve")],
      maxFeedbackTokens,
    });
    const fake = fakeModel(text, "It grew.");
    await startRun(pipeline("post", { input: request, stages: [draft] }), { ...options({ adapters: [fake.implementation] }), ...given });
    return (fake.prompts[1] ?? "").replace("user: Write.\n\n", "").replace("\n\nMend each of these. Keep what was right.", "");
  };
  const stock = '- line 1: "delve" says nothing: leave it out (stock)';
  const weak = '- line 1: "very" says nothing: leave it out (weak)';
  const heading = "## What was wrong with the last version";
  const all = [stock, stock, weak, weak].join("\n");
  assert.equal(await prompted(70), `## Your last version\n\n<version>\n${text}\n</version>\n\n${heading}\n\n${all}`);
  assert.equal(await prompted(60), `${heading}\n\n${all}`);
  assert.equal(await prompted(45), `${heading}\n\n${stock}\n${stock}\n${weak}\n- and 1 more: weak`);
  assert.equal(await prompted(0), `${heading}\n\n${stock}\n- and 3 more: stock, weak (2)`);
});

test("a stage that fails on warnings is not done with one, a stage that does not is", async () => {
  const outcomeOf = async (failOn: Severity | undefined, severity: Severity) => {
    const options_ = failOn === undefined ? {} : { failOn };
    const draft = write("draft", { output: z.string(), prompt: () => "Write." });
    const review = check("review", { of: draft, checks: [without("weak", "very", severity)], ...options_ });
    const strict = write("draft", { output: z.string(), prompt: () => "Write.", dod: [without("weak", "very", severity)], ...options_ });
    const outcomes: string[] = [];
    const reviewed = pipeline("post", { input: request, stages: [draft, review] });
    const selfReviewed = pipeline("post", { input: request, stages: [strict] });
    for (const post of [reviewed, selfReviewed]) {
      const { status, state } = await startRun(post, { ...options({ adapters: [fakeModel("very big").implementation] }), ...given });
      outcomes.push(state.failure?.message ?? status);
    }
    return outcomes;
  };
  assert.deepEqual(await outcomeOf(undefined, "warning"), ["done", "done"]);
  assert.deepEqual(await outcomeOf("warning", "info"), ["done", "done"]);
  assert.deepEqual(await outcomeOf("warning", "warning"), ["review: 1 finding (weak)", "definition of done: 1 finding (weak)"]);
  assert.deepEqual(await outcomeOf("info", "error"), ["review: 1 error (weak)", "definition of done: 1 error (weak)"]);
});

test("a review goes back to where the kind of fault says, each way with a bound of its own", async () => {
  const facts = gather("facts", { output: z.string(), run: () => "seven" });
  const draft = write("draft", { needs: { facts }, output: z.string(), prompt: () => "Write." });
  const review = check("review", {
    of: draft,
    checks: [without("stock", "delve"), without("grounding/number", "nine"), without("weak", "very", "warning")],
    onFail: { grounding: rollbackTo(facts, { max: 1 }), otherwise: rollbackTo(draft, { max: 1 }) },
  });
  const post = pipeline("post", { input: request, stages: [facts, draft, review] });
  const run = async (...answers: readonly string[]) => {
    const on = options({ adapters: [fakeModel(...answers).implementation] });
    const { state } = await startRun(post, { ...on, ...given });
    const ways = (await eventsOfType(on.store, "r", "rolled-back")).map(({ to, because }) => `${because} -> ${to}`);
    await assertReplays(post, "r", on.store);
    return [...ways, state.failure?.message ?? state.status];
  };
  assert.deepEqual(await run("We delve into nine.", "We delve.", "Seven."), ["failed: grounding -> facts", "failed -> draft", "done"]);
  assert.deepEqual(await run("Very delve.", "Seven."), ["failed -> draft", "done"]);
  assert.deepEqual(await run("nine", "nine"), [
    "failed: grounding -> facts",
    'stage "review" went back to "facts" once, which is its bound',
  ]);
});

test("a kind of fault that has no way, where no other has one, fails the run", async () => {
  const draft = write("draft", { output: z.string(), prompt: () => "Write." });
  const checks = [without("stock", "delve"), without("weak", "very")];
  const review = check("review", { of: draft, checks, onFail: { weak: rollbackTo(draft, { max: 1 }) } });
  const on = options({ adapters: [fakeModel("We delve.").implementation] });
  const { state } = await startRun(pipeline("post", { input: request, stages: [draft, review] }), { ...on, ...given });
  assert.equal(state.failure?.message, "review: 1 error (stock)");
});

test("what an attempt failed of is a kind of fault, too", async () => {
  const facts = gather("facts", { output: z.string(), run: () => "seven" });
  const careful = rollbackTo(facts, { max: 1 });
  const draft = write("draft", { output: z.string(), prompt: () => "Write.", onFail: { verdict: careful } });
  const on = options({ adapters: [fakeModel({ finish: "length" }, "Seven.").implementation] });
  const outcome = await startRun(pipeline("post", { input: request, stages: [facts, draft] }), { ...on, ...given });
  assert.equal(outcome.output, "Seven.");
  assert.deepEqual(
    (await eventsOfType(on.store, "r", "rolled-back")).map(({ because }) => because),
    ["failed: verdict"],
  );
});

test("a check may take its time, and replays", async () => {
  const slow: AsyncCheck<string> = { rule: "slow", run: async (text) => without("slow", "very").run(text, {}) };
  const draft = write("draft", { output: z.string(), prompt: () => "Write.", dod: [slow], retries: 1 });
  const review = check("review", { of: draft, checks: [slow] });
  const post = pipeline("post", { input: request, stages: [draft, review] });
  const on = options({ adapters: [fakeModel("very big", "big").implementation] });
  assert.equal((await startRun(post, { ...on, ...given })).status, "done");
  assert.deepEqual(
    (await eventsOfType(on.store, "r", "attempt-failed")).map(({ message }) => message),
    ["definition of done: 1 error (slow)"],
  );
  await assertReplays(post, "r", on.store);
});
