import assert from "node:assert/strict";
import { test } from "node:test";
import weekly, { report } from "../../pipelines/weekly-reflection.js";
import { decideGate, resumeRun } from "../../src/runner/index.js";
import { assertReplays } from "../runner/rig.js";
import { assertDone, ran, runOf, type Surroundings, waiting } from "./day-rig.js";

const failures = [
  { stage: "draft", cause: "review" },
  { stage: "draft", cause: "verdict" },
];
const RUNS = [
  runOf({ run: "p1", pipeline: "publisher", failures, lessons: ["l-1"] }),
  runOf({ run: "p2", pipeline: "publisher", failures: failures.slice(0, 1), lessons: ["l-1", "l-2"] }),
  runOf({ run: "w1", pipeline: "workboard", status: "failed", failedAt: "board", failures: [{ stage: "board", cause: "error" }] }),
  runOf({ run: "d1", pipeline: "dossier", rejections: [{ stage: "approve", by: "ana", reason: "The sources are old." }] }),
  waiting("p3", "2026-03-18T22:10:00.000Z"),
  runOf({ run: "h1", pipeline: "health-monitor" }),
];
/** A lesson that three runs have seen, one that one has, one that stands in the instructions already. */
const LESSONS = [
  { at: "2026-03-10T00:00:00Z", id: "l-1", severity: "warning", description: "Keep the post short." },
  { at: "2026-03-11T00:00:00Z", kind: "seen", id: "l-1", runs: { a: "2026-03-11T00:00:00Z", b: "2026-03-12T00:00:00Z" } },
  { at: "2026-03-10T00:00:00Z", id: "l-2", severity: "warning", description: "Open with the reader." },
  { at: "2026-03-10T00:00:00Z", id: "l-3", severity: "warning", description: "Say what a number counts." },
  { at: "2026-03-11T00:00:00Z", kind: "seen", id: "l-3", runs: { a: "2026-03-11T00:00:00Z", b: "2026-03-12T00:00:00Z" } },
  { at: "2026-03-13T00:00:00Z", kind: "promoted", id: "l-3", by: "ana", to: "pipelines/publisher/AGENT.md" },
];
const text = LESSONS.map((line) => `${JSON.stringify(line)}\n`).join("");

function week(lessons: string, said?: readonly string[]) {
  const asked: string[] = [];
  const around: Surroundings = {
    day: {
      // Three runs lie over midnight, and are told of two days.
      runs: ({ day }) => {
        asked.push(day);
        return day === "2026-03-18" ? RUNS.slice(0, 3) : day === "2026-03-19" ? RUNS : [];
      },
      lessonNames: () => (lessons === "" ? [] : ["publisher"]),
      lessons: () => ({ text: lessons }),
    },
    ...(said !== undefined && { said }),
  };
  return { asked, around };
}

const PLAIN = `Weekly reflection for 2026-03-13 to 2026-03-19, days in Europe/Bucharest

Failures by stage:
- "draft" of publisher failed 3 times in 2 runs, by cause: review 2, verdict 1.
- "board" of workboard failed 1 time in 1 run, by cause: error 1.

Rejected:
- ana rejected "approve" of dossier: "The sources are old." (run d1).

Runs:
- publisher had 3 runs: 2 done, 1 waiting.
- workboard had 1 run: 1 failed.
- dossier had 1 run: 1 done.

Lessons used:
- Lesson l-1 was used in 2 runs: "Keep the post short.".
- Lesson l-2 was used in 1 run: "Open with the reader.".

Lessons that keep coming back:
- "Keep the post short." was seen in 3 runs (stagewright lessons promote publisher l-1 --write).`;

test("seven days are counted by code, told and noted, and what comes back is proposed to a person", async () => {
  const { asked, around } = week(text);
  const waits = await ran(weekly, {}, around);
  assert.equal(waits.outcome.status, "blocked");
  assert.deepEqual(asked, ["2026-03-13", "2026-03-14", "2026-03-15", "2026-03-16", "2026-03-17", "2026-03-18", "2026-03-19"]);
  assert.deepEqual(waits.sent, [PLAIN]);
  assert.equal(report({ outputs: { text: await waits.outputOf("text") } }), PLAIN);
  const notes = () => waits.used.day.noted.flatMap(({ call, request }) => (call === "addNote" ? [request] : []));
  assert.deepEqual(notes(), [{ day: "2026-03-19", title: "Weekly reflection", text: PLAIN }]);
  const [worded] = (await waits.outputOf("worded")) as { readonly status: string }[];
  assert.equal(worded?.status, "done", "the plain text passes the checks that a model's text must pass");

  await decideGate(weekly, waits.run, { decision: "approve" }, waits.on);
  assert.equal((await resumeRun(weekly, waits.run, waits.on)).status, "done");
  await assertReplays(weekly, waits.run, waits.on.store);
  assert.deepEqual(notes()[1], {
    ...{ day: "2026-03-19", title: "Lessons to promote" },
    text: '- "Keep the post short." was seen in 3 runs (stagewright lessons promote publisher l-1 --write).',
  });
});

test("what a person rejects is not promoted, and with nothing that comes back nobody is asked", async () => {
  const waits = await ran(weekly, {}, week(text).around);
  await decideGate(weekly, waits.run, { decision: "reject", reason: "not yet" }, waits.on);
  assert.equal((await resumeRun(weekly, waits.run, waits.on)).status, "failed");
  assert.equal(waits.used.day.noted.filter(({ call }) => call === "addNote").length, 1);
  const none = await ran(weekly, {}, week("").around);
  assertDone(none);
  assert.equal(none.stopped?.because, "no lesson keeps coming back");
});

test("a model's text goes out where the counts are those of the facts, else the plain one", async () => {
  const good = '"draft" of publisher failed 3 times in 2 runs. ana rejected "approve" of dossier (run d1).';
  assert.deepEqual((await ran(weekly, {}, week("", [good]).around)).sent, [good]);
  const bad = "The publisher failed 17 times because the model was tired.";
  const [sent = ""] = (await ran(weekly, {}, week("", [bad, bad, bad]).around)).sent;
  assert.match(sent, /^Weekly reflection for 2026-03-13 to 2026-03-19/);
});

test("a week without anything is said in one line", async () => {
  const done = await ran(weekly, {}, { said: [] });
  assertDone(done);
  assert.deepEqual(done.sent, ["2026-03-13 to 2026-03-19: nothing of note ran (days in Europe/Bucharest)."]);
});
