import assert from "node:assert/strict";
import { test } from "node:test";
import { dueTimes, Jobs, type JobsInput, listJobs } from "../../../src/triggers/index.js";

type JobInput = JobsInput[string];

/** The due times behind a moment of a job that nothing is known of yet. */
function dues(input: JobInput, after: string, count: number, name = "job"): readonly string[] {
  const job = Jobs.parse({ [name]: input })[name];
  assert.ok(job);
  const found: string[] = [];
  let now = Date.parse(after);
  while (found.length < count) {
    const next = dueTimes(job, name, undefined, now).next;
    if (next === undefined) break;
    found.push(new Date(next.due).toISOString());
    now = next.due;
  }
  return found;
}

test("a time of the clock on the wall is a time of the job's own zone", () => {
  assert.deepEqual(dues({ at: "2026-12-24T08:00", zone: "Europe/Bucharest", pipeline: "p" }, "2026-12-01T00:00:00Z", 2), [
    "2026-12-24T06:00:00.000Z",
  ]);
  assert.deepEqual(dues({ at: "2026-06-24T08:00", zone: "Europe/Bucharest", pipeline: "p" }, "2026-06-01T00:00:00Z", 2), [
    "2026-06-24T05:00:00.000Z",
  ]);
});

test("a time with its distance from UTC is that instant, whatever the zone", () => {
  assert.deepEqual(dues({ at: "2026-12-24T08:00:30-05:00", zone: "Europe/Bucharest", pipeline: "p" }, "2026-12-01T00:00:00Z", 2), [
    "2026-12-24T13:00:30.000Z",
  ]);
});

test("a time that does not exist is when the clock goes on, and of one that comes twice the first counts", () => {
  assert.deepEqual(dues({ at: "2026-03-29T03:30", zone: "Europe/Bucharest", pipeline: "p" }, "2026-03-01T00:00:00Z", 2), [
    "2026-03-29T01:00:00.000Z",
  ]);
  assert.deepEqual(dues({ at: "2026-10-25T03:30", zone: "Europe/Bucharest", pipeline: "p" }, "2026-10-01T00:00:00Z", 2), [
    "2026-10-25T00:30:00.000Z",
  ]);
});

test("a time that is past is not due", () => {
  assert.deepEqual(dues({ at: "2026-11-24T08:00", zone: "UTC", pipeline: "p" }, "2026-12-01T00:00:00Z", 1), []);
});

test("`every` counts from a stated time, before it and behind it", () => {
  const job = { every: "90m", countFrom: "2026-03-28T23:00", zone: "Europe/Bucharest", pipeline: "p" };
  assert.deepEqual(dues(job, "2026-03-01T00:00:00Z", 4), [
    "2026-03-28T21:00:00.000Z",
    "2026-03-28T22:30:00.000Z",
    "2026-03-29T00:00:00.000Z",
    "2026-03-29T01:30:00.000Z",
  ]);
  assert.deepEqual(dues(job, "2026-03-29T01:30:00Z", 1), ["2026-03-29T03:00:00.000Z"]);
});

test("a job of the full hour fires up to five minutes later, by its name, and always the same", () => {
  const late = (name: string, cron: string, exact = false) => {
    const job = Jobs.parse({ [name]: { cron, exact, zone: "UTC", pipeline: "p" } })[name];
    assert.ok(job);
    const next = dueTimes(job, name, undefined, Date.parse("2026-12-01T00:30:00Z")).next;
    assert.ok(next);
    assert.equal(new Date(next.due).getUTCMinutes() % 30, 0);
    return next.firesAt - next.due;
  };
  const names = Array.from({ length: 100 }, (_, index) => `job-${index}`);
  const all = names.map((name) => late(name, "0 * * * *"));
  assert.deepEqual(
    names.map((name) => late(name, "0 * * * *")),
    all,
  );
  assert.ok(all.every((ms) => ms >= 0 && ms < 300_000));
  assert.ok(new Set(all).size > 60, "names are spread over the five minutes");
  assert.equal(late("job-1", "0 * * * *"), late("job-1", "@hourly"));
  assert.equal(late("job-1", "0 * * * *", true), 0);
  assert.equal(late("job-1", "*/30 * * * *"), 0);
});

test("a list has the next to fire first, and shows what waits", () => {
  const jobs = Jobs.parse({
    noon: { cron: "0 12 * * *", zone: "UTC", exact: true, pipeline: "p" },
    past: { at: "2026-01-01T00:00", zone: "UTC", pipeline: "p" },
    soon: { cron: "5 1 * * *", zone: "UTC", pipeline: "p" },
    paused: { cron: "* * * * *", zone: "UTC", pipeline: "p", paused: true },
  });
  const list = listJobs(jobs, new Map(), new Date("2026-12-01T00:00:00Z"));
  assert.deepEqual(
    list.map(({ job, due, waiting }) => `${job} ${due?.toISOString()} ${waiting}`),
    ["soon 2026-12-01T01:05:00.000Z 0", "noon 2026-12-01T12:00:00.000Z 0", "past undefined 0", "paused undefined 0"],
  );
});
