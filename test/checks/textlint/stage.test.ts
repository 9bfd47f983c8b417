/** Rules of textlint in a pipeline: as a review, as a definition of done, and in a replay. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { textlint } from "../../../src/checks/textlint/index.js";
import { check, input, pipeline, rollbackTo, write } from "../../../src/dsl/index.js";
import { startRun } from "../../../src/runner/index.js";
import { assertReplays, eventsOfType, fakeModel, options } from "../../runner/rig.js";

const request = input(z.object({}));
const given = { input: {}, run: "r" };

test("a review by a rule of textlint sends the draft back with the rule's own words, and replays", async () => {
  const draft = write("draft", { output: z.string(), prompt: () => "Write." });
  const checks = [textlint("no-todo"), textlint("write-good", { severity: "warning" })];
  const review = check("review", { of: draft, checks, onFail: { textlint: rollbackTo(draft, { max: 1 }) } });
  const post = pipeline("post", { input: request, stages: [draft, review] });
  const fake = fakeModel("# A day 🌧\r\n\r\nIt rained. TODO: how much?", "# A day\n\nIt rained a very fine seven litres.");
  const on = options({ adapters: [fake.implementation] });
  const outcome = await startRun(post, { ...on, ...given });
  assert.equal(outcome.status, "done");
  const findings = [
    {
      rule: "textlint/no-todo",
      severity: "error",
      message: "Found TODO: 'TODO: how much?'",
      at: { line: 3, column: 12, offset: 25 },
    },
  ];
  assert.deepEqual(
    (await eventsOfType(on.store, "r", "attempt-failed")).map((event) => [event.message, event.findings]),
    [["review: 1 error (textlint/no-todo)", findings]],
  );
  assert.match(fake.prompts[1] ?? "", /\n- line 3: Found TODO: 'TODO: how much\?' \(textlint\/no-todo\)\n/);
  const done = (await eventsOfType(on.store, "r", "stage-done")).filter(({ stage }) => stage === "review");
  assert.deepEqual(
    done.map((event) => event.findings.map(({ rule, severity, message }) => `${rule} ${severity} ${message}`)),
    [['textlint/write-good warning "very" is a weasel word and can weaken meaning']],
  );
  await assertReplays(post, "r", on.store);
});

test("a definition of done may hold a rule of textlint, also for a post with more than its Markdown", async () => {
  const Post = z.object({ title: z.string(), markdown: z.string() });
  const parse = (text: string) => ({ title: "A day", markdown: text });
  const draft = write("draft", { output: Post, prompt: () => "Write.", parse, retries: 1, dod: [textlint("no-todo")] });
  const post = pipeline("post", { input: request, stages: [draft] });
  const on = options({ adapters: [fakeModel("TODO: all of it", "It rained.").implementation] });
  const outcome = await startRun(post, { ...on, ...given });
  assert.deepEqual(outcome.output, { title: "A day", markdown: "It rained." });
  assert.deepEqual(
    (await eventsOfType(on.store, "r", "attempt-failed")).map(({ message }) => message),
    ["definition of done: 1 error (textlint/no-todo)"],
  );
  await assertReplays(post, "r", on.store);
});

test("a rule that throws fails its stage, and says which rule it was", async () => {
  const rule = () => {
    throw new Error("no dictionary for ro");
  };
  const draft = write("draft", { output: z.string(), prompt: () => "Write." });
  const review = check("review", { of: draft, checks: [textlint({ id: "spelling", rule })] });
  const post = pipeline("post", { input: request, stages: [draft, review] });
  const on = options({ adapters: [fakeModel("It rained.").implementation] });
  const { state } = await startRun(post, { ...on, ...given });
  assert.equal(state.failure?.message, 'the textlint rule "spelling" failed: no dictionary for ro');
  const [failure] = await eventsOfType(on.store, "r", "attempt-failed");
  assert.deepEqual([failure?.cause, failure?.hint], ["error", "correct its options, or take it out of the checks"]);
  await assertReplays(post, "r", on.store);
});
