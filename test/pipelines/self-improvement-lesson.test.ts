import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { dayFolder } from "../../adapters/day/index.js";
import { calendarRecording, chatRecording } from "../../adapters/index.js";
import briefing from "../../pipelines/morning-briefing.js";
import improvement from "../../pipelines/self-improvement.js";
import { models } from "../../src/model/index.js";
import { fileSources, startRun } from "../../src/runner/index.js";
import { openComms } from "../../src/state/index.js";
import { fakeModel, options } from "../runner/rig.js";
import { DAY, event } from "./day-rig.js";

test("a correction of the morning briefing, on any channel, stands in the prompt of the next one", async (t) => {
  const cwd = mkdtempSync(join(tmpdir(), "lesson-"));
  t.after(() => rmSync(cwd, { recursive: true, force: true }));
  const now = () => new Date(`${DAY}T08:00:00.000Z`);
  const comms = openComms(join(cwd, ".stagewright"), { now });
  await comms.sent({
    ...{ key: "out-1", channel: "telegram", chat: "7", text: "Three runs were done.", sources: ["morning-briefing"], ids: ["out-1"] },
    ...{ provider: ["100"], at: `${DAY}T05:00:00.000Z` },
  });
  const from = { id: "7", name: "Ana" };
  await comms.heard("telegram", [
    { id: "101", chat: "7", from, text: "Next time begin with the calendar.", answers: "100", at: `${DAY}T05:10:00.000Z` },
  ]);
  const day = dayFolder({ cwd, now, shippedLessons: [] });
  const calendar = calendarRecording({
    answers: { listEvents: () => [event("Stand-up", "2026-03-19T09:30:00Z", "2026-03-19T09:45:00Z")] },
  });
  const fake = fakeModel('The calendar has "Stand-up" from 09:30 to 09:45.');
  const chat = chatRecording();
  const sources = fileSources(join(import.meta.dirname, "../.."), [join(cwd, "lessons")]);
  const on = options({ adapters: [day, calendar, chat], sources });

  const learned = await startRun(improvement, { ...on, adapters: [...on.adapters, models({ env: {} })], input: {} });
  assert.equal(learned.status, "done", learned.state.failure?.message);
  const next = await startRun(briefing, { ...on, adapters: [...on.adapters, fake.implementation], input: {} });
  assert.equal(next.status, "done", next.state.failure?.message);
  assert.match(fake.prompts[0] ?? "", /Next time begin with the calendar\./);
});
