import assert from "node:assert/strict";
import { test } from "node:test";
import type { Correction } from "../../adapters/day/index.js";
import improvement, { report } from "../../pipelines/self-improvement.js";
import { decideGate, resumeRun } from "../../src/runner/index.js";
import { assertReplays } from "../runner/rig.js";
import { assertDone, ran, recordings, type Surroundings } from "./day-rig.js";

const LONG: Correction = {
  ...{ id: "m2", at: "2026-03-19T07:10:00.000Z", channel: "telegram", thread: "t1", by: "ana" },
  words: "Too long. Keep the post under 400 words, please.",
  answered: { id: "m1", from: "publisher", body: "The post is out: 980 words." },
};
const ODD: Correction = { ...LONG, id: "m4", words: "Nu scrie „delve”.", answered: { id: "m3", from: "two, sources", body: "…" } };

/** What was written down, each lesson once for each try. */
function learned(around: Awaited<ReturnType<typeof ran>>): readonly unknown[] {
  return around.used.day.noted.flatMap(({ call, request }) => (call === "learn" ? [request] : []));
}

const SAID = JSON.stringify({ lesson: "Keep the post under 400 words.", quote: "Keep the post under 400 words" });
const KEPT = {
  ...{ name: "publisher", description: "Keep the post under 400 words.", by: "ana", of: "m2" },
  evidence: "Keep the post under 400 words",
};

test("a correction becomes a lesson of the pipeline that was put right, in a model's one sentence", async () => {
  const done = await ran(improvement, {}, { corrections: [LONG], said: [`\`\`\`json\n${SAID}\n\`\`\``] });
  assertDone(done);
  assert.deepEqual(learned(done), [KEPT]);
  assert.match(
    report({ outputs: { learn: await done.outputOf("learn") } }),
    /^new publisher recording:\w+: Keep the post under 400 words\.$/,
  );
});

test("without a language model the lesson is the person's own words", async () => {
  const done = await ran(improvement, {}, { corrections: [LONG, ODD] });
  assertDone(done);
  assert.deepEqual(learned(done), [
    { ...KEPT, description: LONG.words, evidence: LONG.words },
    { ...KEPT, name: "conversation", description: ODD.words, evidence: ODD.words, of: "m4" },
  ]);
});

test("a phrase that quotes what was not said, says more than was said or is no phrase is sent back, and then the person's words stand", async () => {
  const wrong = [
    JSON.stringify({ lesson: "Keep the post under 400 words.", quote: "Never be long" }),
    JSON.stringify({ lesson: "Keep the post under 250 words.", quote: "Keep the post under 400 words" }),
    JSON.stringify({ lesson: "Be nice.", quote: "Too long" }),
    "I will remember that.",
  ];
  for (const said of wrong) {
    assert.deepEqual(learned(await ran(improvement, {}, { corrections: [LONG], said: [said, SAID] })), [KEPT], said);
  }
  const never = await ran(improvement, {}, { corrections: [LONG], said: wrong });
  assertDone(never);
  assert.deepEqual(learned(never), [{ ...KEPT, description: LONG.words, evidence: LONG.words }]);
});

test("with nothing put right nothing is learned, and a correction is looked at once", async () => {
  const none = await ran(improvement, {}, {});
  assertDone(none);
  assert.equal(none.stopped?.because, "nobody has put anything right in the last 24 hours that was not seen before");
  assert.equal(report({ outputs: {} }), "");
  const shared = recordings({ corrections: [LONG] });
  assert.equal(learned(await ran(improvement, {}, { recordings: shared })).length, 1);
  const again = await ran(improvement, {}, { recordings: shared });
  assert.equal(learned(again).length, 1);
  assert.equal(again.stopped?.stage, "anything");
});

test("what is known already is no new lesson, and a person who is asked sees which are", async () => {
  const line = JSON.stringify({ at: "2026-03-01", severity: "warning", description: "Keep the post under 500 words." });
  const around: Surroundings = {
    corrections: [LONG, { ...LONG, id: "m9" }],
    said: [SAID, SAID],
    day: { lessons: () => ({ text: `${line}\n` }) },
  };
  const waits = await ran(improvement, { ask: true }, around);
  assert.equal(waits.outcome.status, "blocked");
  assert.deepEqual(
    ((await waits.outputOf("lessons")) as { readonly isNew: boolean }[]).map(({ isNew }) => isNew),
    [false, false],
  );
  assert.deepEqual(learned(waits), []);
  await decideGate(improvement, waits.run, { decision: "approve" }, waits.on);
  assert.equal((await resumeRun(improvement, waits.run, waits.on)).status, "done");
  assert.equal(learned(waits).length, 2);
  await assertReplays(improvement, waits.run, waits.on.store);
});

test("what a person rejects is not learned, and is not asked again", async () => {
  const shared = recordings({ corrections: [LONG] });
  const waits = await ran(improvement, { ask: true }, { recordings: shared });
  await decideGate(improvement, waits.run, { decision: "reject", reason: "no" }, waits.on);
  assert.equal((await resumeRun(improvement, waits.run, waits.on)).status, "failed");
  assert.deepEqual(learned(waits), []);
  assert.equal((await ran(improvement, { ask: true }, { recordings: shared })).outcome.status, "done");
});
