import assert from "node:assert/strict";
import { test } from "node:test";
import type { DayTrouble } from "../../adapters/day/index.js";
import monitor, { report } from "../../pipelines/health-monitor.js";
import { asksModel } from "../../src/dsl/index.js";
import { memoryStore } from "../../src/store/index.js";
import { assertDone, ran, recordings } from "./day-rig.js";

const FULL: DayTrouble = { key: "disk/full", rule: "disk/full", message: "the disk has 4 MB free, less than the 500 MB that should be" };
const STUCK: DayTrouble = { key: "runs/stuck r1", rule: "runs/stuck", message: "run r1 goes on, and nothing has happened in it" };

/** Looks again and again, each time at these troubles. */
function watch() {
  let found: readonly DayTrouble[] = [];
  const used = recordings({ day: { health: () => [...found] } });
  const store = memoryStore();
  const chat = { ...used, chat: withMessages(used.chat) };
  return async (...now: readonly DayTrouble[]) => {
    found = now;
    const done = await ran(monitor, {}, { recordings: chat, store });
    assertDone(done);
    return done;
  };
}

/** The chat of these tests, to which nobody has written. */
function withMessages(chat: ReturnType<typeof recordings>["chat"]): ReturnType<typeof recordings>["chat"] {
  const listMessages = { perform: async () => ({ messages: [], cursor: "0", elsewhere: 0, unread: [] }) };
  return { ...chat, calls: { ...chat.calls, listMessages } };
}

test("no stage of it asks a model", () => {
  assert.deepEqual(monitor.stages.filter(asksModel), []);
});

test("what is new is said once, what is over is forgotten, and what comes back is new", async () => {
  const look = watch();
  const well = await look();
  assert.deepEqual([well.sent, well.stopped?.because], [[], "all is well"]);
  const first = await look(FULL);
  assert.deepEqual(first.sent, [`Health: 1 new trouble\n\nNew:\n- ${FULL.message}`]);
  assert.equal(report({ outputs: { text: await first.outputOf("text") }, state: first.outcome.state }), first.sent[0]);
  const again = await look(FULL);
  assert.deepEqual([again.sent, again.stopped?.because], [[], "nothing new: 1 trouble said before"]);
  assert.equal(report({ outputs: {}, state: again.outcome.state }), "nothing new: 1 trouble said before");
  assert.deepEqual((await look(FULL, STUCK)).sent, [`Health: 1 new trouble\n\nNew:\n- ${STUCK.message}`]);
  const over = await look(STUCK);
  assert.deepEqual([over.sent, over.stopped?.because], [[], "only what was wrong is over"]);
  assert.deepEqual((await look(FULL, STUCK)).sent, [`Health: 1 new trouble\n\nNew:\n- ${FULL.message}`]);
});

test("a look at which nothing has changed writes nothing down", async () => {
  const look = watch();
  await look(FULL);
  const again = await look(FULL);
  assert.equal(again.used.day.noted.filter(({ call }) => call === "claim").length, 1);
});

test("an adapter that does not answer is a trouble, whatever its reason is today", async () => {
  const used = recordings({ events: new Error("the server is down") });
  const silent = { ...used, chat: withMessages(used.chat) };
  const store = memoryStore();
  assert.deepEqual((await ran(monitor, {}, { recordings: silent, store })).sent, [
    "Health: 1 new trouble\n\nNew:\n- The calendar could not be read: the server is down",
  ]);
  const other = { ...silent, calendar: recordings({ events: new Error("no password") }).calendar };
  assert.deepEqual((await ran(monitor, {}, { recordings: other, store })).sent, []);
});
