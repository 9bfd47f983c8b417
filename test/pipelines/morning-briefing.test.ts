import assert from "node:assert/strict";
import { test } from "node:test";
import briefing, { report } from "../../pipelines/morning-briefing.js";
import { countWords } from "../../src/checks/index.js";
import { assertDone, event, ran, runOf, type Surroundings, waiting } from "./day-rig.js";

const NIGHT: Surroundings = {
  events: [
    event("Whole day", "2026-03-19", "2026-03-20", { isAllDay: true, isBusy: false }),
    event("Stand-up", "2026-03-19T09:30:00+02:00", "2026-03-19T09:45:00+02:00", { location: "Room 4" }),
    event("Review of the berth planner", "2026-03-19T14:00:00+02:00", "2026-03-19T15:00:00+02:00", { status: "tentative" }),
    event("Tomorrow", "2026-03-20T14:00:00+02:00", "2026-03-20T15:00:00+02:00"),
  ],
  runs: [
    waiting("publisher-20260318-aaaaaa", "2026-03-18T22:10:00.000Z", "Publish the post of 18 March?"),
    runOf({ run: "workboard-20260319-bbbbbb", pipeline: "workboard", status: "failed", failedAt: "board", because: "no such folder" }),
    runOf({ run: "dossier-20260319-cccccc", pipeline: "dossier", usd: 0.25 }),
    runOf({ run: "triage-1", pipeline: "email-triage", lastAt: "2026-03-19T03:00:00.000Z" }),
    runOf({ run: "triage-2", pipeline: "email-triage", lastAt: "2026-03-19T05:00:00.000Z" }),
    runOf({ run: "old", pipeline: "incident", startedAt: "2026-03-18T08:00:00.000Z", lastAt: "2026-03-18T09:00:00.000Z" }),
    runOf({ run: "health", pipeline: "health-monitor" }),
    runOf({ run: "triage-2.1", parent: "triage-2", pipeline: "email-triage-mail" }),
  ],
  day: {
    context: () => ({
      activeTasks: [],
      blockers: [{ task: "berths", why: "the harbour has not answered", by: "ana", at: "2026-03-18T10:00:00.000Z" }],
      handoffs: [{ task: "post", from: "ana", to: "radu", at: "2026-03-18T10:00:00.000Z" }],
      priorities: ["Ship the planner", "Answer the harbour"],
      fault: null,
    }),
  },
};

const PLAIN = `Morning briefing for 2026-03-19, times in Europe/Bucharest

Waiting for you:
- publisher waits for a decision at "approve" since 00:10, for 9 hours: "Publish the post of 18 March?" (stagewright approve publisher-20260318-aaaaaa).

Today:
- All day, "Whole day".
- 09:30 to 09:45, "Stand-up", at "Room 4".
- 14:00 to 15:00, "Review of the berth planner", tentative.

Since 18:00 yesterday:
- workboard failed at 02:30 at "board": "no such folder" (run workboard-20260319-bbbbbb).
- dossier was done at 02:30, for 0.25 USD (run dossier-20260319-cccccc).
- email-triage was done 2 times, the last time at 07:00 (run triage-2).

Priorities:
- 1. Ship the planner
- 2. Answer the harbour

Blocked:
- berths is blocked: the harbour has not answered (said by ana).
- post was offered to radu by ana, and is not accepted yet.`;

test("without a language model the briefing is what code has found out, with the zone stated", async () => {
  const done = await ran(briefing, {}, NIGHT);
  assertDone(done);
  assert.deepEqual(done.sent, [PLAIN]);
  assert.deepEqual(await done.outputOf("text"), { text: PLAIN, by: "code", because: "no language model has written it" });
  assert.equal(report({ outputs: { text: await done.outputOf("text") } }), PLAIN);
  const [worded] = (await done.outputOf("worded")) as { readonly status: string }[];
  assert.equal(worded?.status, "done", "the plain text passes the checks that a model's text must pass");
});

const GROUNDED =
  'The publisher has been waiting for a decision since 00:10 (stagewright approve publisher-20260318-aaaaaa). The calendar has "Stand-up" from 09:30 to 09:45 in "Room 4". The workboard failed at 02:30 at "board".';

test("a model's text goes out where each sentence is carried by the facts", async () => {
  const done = await ran(briefing, {}, { ...NIGHT, said: [GROUNDED] });
  assertDone(done);
  assert.deepEqual(done.sent, [GROUNDED]);
  assert.equal(((await done.outputOf("text")) as { readonly by: string }).by, "model");
  assert.match(done.prompts[0] ?? "", /Write at most 180 words about these facts\.\n\n```json\n\{\n {2}"title": "Morning briefing/);
});

test("a model that invents is sent back, and where it goes on inventing the plain text goes out", async () => {
  const invented = "You have lunch with Maria at 13:00, and the budget of 4,000 EUR was approved.";
  const mended = await ran(briefing, {}, { ...NIGHT, said: [invented, GROUNDED] });
  assert.deepEqual(mended.sent, [GROUNDED]);
  const never = await ran(briefing, {}, { ...NIGHT, said: [invented, invented, invented] });
  assertDone(never);
  assert.deepEqual(never.sent, [PLAIN]);
  assert.match(((await never.outputOf("text")) as { readonly because: string }).because, /went back to "draft" 2 times/);
});

test("a text that is too long is sent back", async () => {
  const long = `${GROUNDED} `.repeat(3);
  const done = await ran(briefing, { maxWords: 40 }, { ...NIGHT, said: [long, GROUNDED] });
  assert.deepEqual(done.sent, [GROUNDED]);
  assert.match(done.prompts[1] ?? "", /at most 40 are wanted/);
});

test("a model that cannot be reached does not silence the briefing", async () => {
  const done = await ran(briefing, {}, { ...NIGHT, said: [new Error("no route to host"), new Error("no route to host")] });
  assertDone(done);
  assert.deepEqual(done.sent, [PLAIN]);
});

test("with nothing to say it says so in one line, and asks no model", async () => {
  const done = await ran(briefing, {}, { said: [] });
  assertDone(done);
  assert.deepEqual(done.sent, [
    "2026-03-19: nothing is on the calendar, nothing waits for you, and nothing has run since 18:00 yesterday (times in Europe/Bucharest).",
  ]);
  assert.deepEqual(done.prompts, []);
});

test("a source that cannot be read is told, and the others are still told", async () => {
  const done = await ran(briefing, {}, { ...NIGHT, events: new Error("the server\nis down") });
  assertDone(done);
  assert.match(done.sent[0] ?? "", /\nNot read:\n- The calendar could not be read: the server is down$/);
  assert.match(done.sent[0] ?? "", /waits for a decision/);
});

test("of too much the first of each section stays, and the rest is counted", async () => {
  const runs = Array.from({ length: 30 }, (_, index) =>
    runOf({ run: `r-${index}`, pipeline: `p${index}`, status: "failed", failedAt: "x" }),
  );
  const done = await ran(briefing, { maxWords: 60 }, { runs });
  const [text = ""] = done.sent;
  assert.match(text, /\nAnd \d+ more things for which there was no room\.$/);
  assert.ok(countWords(text) <= 60, text);
});

test("a run that was cut off, cancelled or goes on is told as that, and one that stopped early with its reason", async () => {
  const runs = [
    runOf({ run: "a", pipeline: "publisher", status: "interrupted" }),
    runOf({ run: "b", pipeline: "dossier", status: "cancelled" }),
    runOf({ run: "c", pipeline: "incident", status: "running" }),
    runOf({ run: "d", pipeline: "booking", because: "no table" }),
    runOf({ run: "e", pipeline: "nudge", status: "failed" }),
  ];
  const [text = ""] = (await ran(briefing, {}, { runs })).sent;
  assert.deepEqual(text.split("\n").slice(3), [
    "- publisher was cut off at 02:30 (stagewright resume a).",
    "- dossier was cancelled at 02:30 (run b).",
    "- incident has been running since 02:10 (run c).",
    '- nudge failed at 02:30 at "its start": "no reason is known" (run e).',
    '- booking was done at 02:30, without more to do: "no table" (run d).',
  ]);
});
