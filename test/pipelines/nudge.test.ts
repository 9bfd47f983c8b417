import assert from "node:assert/strict";
import { test } from "node:test";
import nudge, { report } from "../../pipelines/nudge.js";
import { memoryStore } from "../../src/store/index.js";
import { assertDone, event, ran, recordings, runOf, type Surroundings, waiting } from "./day-rig.js";

const OLD = waiting("publisher-1", "2026-03-18T22:10:00.000Z", "Publish the post?");
const YOUNG = waiting("publisher-2", "2026-03-19T07:30:00.000Z");
const POOR = runOf({
  ...{ run: "dossier-1", pipeline: "dossier", status: "blocked" },
  waits: [{ stage: "read", on: "budget", since: "2026-03-17T00:00:00.000Z", says: "the budget is spent" }],
});
const SAID = `Waiting for you at 10:00, times in Europe/Bucharest

Waiting:
- publisher waits for a decision at "approve" since 00:10, for 9 hours: "Publish the post?" (stagewright approve publisher-1).`;

/** What became of a nudge that did not speak. */
async function silence(input: object, around: Surroundings): Promise<string> {
  const done = await ran(nudge, input, around);
  assertDone(done);
  assert.deepEqual(done.sent, []);
  assert.equal(done.used.day.noted.filter(({ call }) => call === "claim").length, 0);
  assert.equal(report({ outputs: {}, state: done.outcome.state }), `not spoken: ${done.stopped?.because}`);
  return done.stopped?.because ?? "";
}

test("what has waited long enough is said, and what a budget will settle by itself is not", async () => {
  const done = await ran(nudge, {}, { runs: [OLD, YOUNG, POOR] });
  assertDone(done);
  assert.deepEqual(done.sent, [SAID]);
  assert.equal(report({ outputs: { text: await done.outputOf("text") }, state: done.outcome.state }), SAID);
});

test("a model's words are said where the facts carry them, else the plain ones", async () => {
  const good = "The publisher has been waiting for a decision since 00:10: stagewright approve publisher-1.";
  assert.deepEqual((await ran(nudge, {}, { runs: [OLD], said: [good] })).sent, [good]);
  const bad = "Maria needs your answer by 11:45.";
  assert.deepEqual((await ran(nudge, {}, { runs: [OLD], said: [bad, bad, bad] })).sent, [SAID]);
});

test("in a meeting it does not speak, and says which one", async () => {
  const meeting = event("Board", "2026-03-19T09:30:00+02:00", "2026-03-19T10:30:00+02:00");
  assert.equal(await silence({}, { runs: [OLD], events: [meeting] }), 'in a meeting: "Board" until 10:30');
});

test("what is only noted, a whole day that is taken and a meeting that is over keep nobody from being spoken to", async () => {
  const events = [
    event("Birthday", "2026-03-19T09:30:00+02:00", "2026-03-19T10:30:00+02:00", { isBusy: false }),
    event("Trip", "2026-03-19", "2026-03-20", { isAllDay: true }),
    event("Over", "2026-03-19T09:00:00+02:00", "2026-03-19T10:00:00+02:00"),
  ];
  assert.equal((await ran(nudge, {}, { runs: [OLD], events })).sent.length, 1);
});

test("in quiet hours it does not speak, also over midnight", async () => {
  const because = (from: string, to: string) => `it is 10:00 in Europe/Bucharest, and from ${from} to ${to} nobody is spoken to`;
  assert.equal(await silence({ quietFrom: "09:00", quietTo: "10:01" }, { runs: [OLD] }), because("09:00", "10:01"));
  assert.equal(await silence({ quietFrom: "22:00", quietTo: "10:30" }, { runs: [OLD] }), because("22:00", "10:30"));
  assert.equal((await ran(nudge, { quietFrom: "09:00", quietTo: "10:00" }, { runs: [OLD] })).sent.length, 1);
});

test("with nothing that waits long enough it does not speak", async () => {
  assert.equal(await silence({}, { runs: [YOUNG] }), "nothing has waited long enough");
  assert.equal(await silence({}, {}), "nothing has waited long enough");
});

test("with a calendar that cannot be read it does not speak", async () => {
  assert.equal(await silence({}, { runs: [OLD], events: new Error("no such folder") }), "The calendar could not be read: no such folder");
});

test("it speaks of a thing once a day, and of another one that comes later", async () => {
  const shared = recordings({ runs: [OLD] });
  const store = memoryStore();
  const first = await ran(nudge, {}, { recordings: shared, store });
  assert.equal(first.sent.length, 1);
  const second = await ran(nudge, {}, { recordings: shared, store, laterMs: 60_000 });
  assert.deepEqual(second.sent, []);
  assert.equal(second.stopped?.because, "what waits was spoken of today already: 1 thing");
  const both = {
    ...shared,
    day: recordings({ runs: [OLD, YOUNG], day: { claimed: () => ["publisher-1 approve 2026-03-18T22:10:00.000Z"] } }).day,
  };
  const third = await ran(nudge, { afterMinutes: 10 }, { recordings: both, store });
  assert.equal(third.sent.length, 1);
  assert.doesNotMatch(third.sent[0] ?? "", /publisher-1/);
  const nextDay = await ran(nudge, {}, { recordings: shared, store, laterMs: 86_400_000 });
  assert.equal(nextDay.sent.length, 1);
});

test("of two nudges at the same time one alone speaks", async () => {
  const done = await ran(nudge, {}, { runs: [OLD], day: { claim: () => ({ mark: "m", fresh: [] }) } });
  assertDone(done);
  assert.deepEqual(done.sent, []);
  assert.equal(done.stopped?.because, "another nudge has spoken of it meanwhile");
});
