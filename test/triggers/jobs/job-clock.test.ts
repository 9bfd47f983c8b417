import assert from "node:assert/strict";
import { test } from "node:test";
import { Jobs, jobStore, listJobs, type RunEnd } from "../../../src/triggers/index.js";
import { rejected } from "../../dsl/thrown.js";
import { type World, world } from "./clock-world.js";

const DONE: RunEnd = { outcome: "done" };
const NIGHTLY = { cron: "0 4 * * *", zone: "America/New_York", pipeline: "publisher", exact: true };
const HOURLY = { cron: "0 * * * *", zone: "UTC", pipeline: "publisher", exact: true };

/** A fire whose runs end when the test says so. */
function held(): { readonly fire: () => Promise<RunEnd>; readonly end: (how?: RunEnd) => void } {
  const waiting: ((end: RunEnd) => void)[] = [];
  return {
    fire: () => new Promise((resolve) => waiting.push(resolve)),
    end: (how = DONE) => waiting.shift()?.(how),
  };
}

/** The lines of a log without their times: "missed late 3", "ended done". */
function told({ lines }: World): readonly string[] {
  return lines().map(({ type, why, count, outcome, due }) =>
    [type, why, count, outcome, type === "missed" ? undefined : due].filter((part) => part !== undefined).join(" "),
  );
}

test("a restart in the afternoon leaves the next run where it is", async () => {
  const { time, clock, fired } = world("2026-02-05T12:00:00Z");
  const first = clock({ nightly: NIGHTLY }, { longestSleepMs: 3_600_000 });
  await first.start();
  await time.until("2026-02-06T19:59:00Z", first.idle);
  assert.deepEqual(fired, ["nightly 2026-02-06T09:00:00.000Z"]);
  await first.stop();
  const second = clock({ nightly: NIGHTLY }, { longestSleepMs: 3_600_000 });
  await second.start();
  await time.until("2026-02-08T10:00:00Z", second.idle);
  assert.deepEqual(fired.slice(1), ["nightly 2026-02-07T09:00:00.000Z", "nightly 2026-02-08T09:00:00.000Z"]);
  await second.stop();
});

test("listing jobs behind a due time changes nothing, and it is run late", async () => {
  const { time, root, clock, fired, lines } = world("2026-12-01T20:00:00Z");
  const jobs = { one: { cron: "0 1 * * *", zone: "UTC", exact: true, pipeline: "publisher" } };
  const clockOne = clock(jobs);
  await clockOne.start();
  await clockOne.stop();
  time.ms = Date.parse("2026-12-02T02:00:00Z");
  const before = lines();
  for (let times = 0; times < 3; times += 1) {
    const [listed] = listJobs(Jobs.parse(jobs), jobStore(root).read(), time.now());
    assert.equal(listed?.waiting, 1);
    assert.equal(listed?.due?.toISOString(), "2026-12-03T01:00:00.000Z");
  }
  assert.deepEqual(lines(), before);
  const awake = clock(jobs);
  await awake.start();
  await awake.stop();
  assert.deepEqual(fired, ["one 2026-12-02T01:00:00.000Z"]);
});

test("listing jobs behind a due time changes nothing, and it is logged as missed where nothing is caught up", async () => {
  const here = world("2026-12-01T20:00:00Z");
  const jobs = { one: { cron: "0 1 * * *", zone: "UTC", exact: true, pipeline: "publisher", catchUp: "none" as const } };
  const asleep = here.clock(jobs);
  await asleep.start();
  await asleep.stop();
  here.time.ms = Date.parse("2026-12-02T02:00:00Z");
  listJobs(Jobs.parse(jobs), jobStore(here.root).read(), here.time.now());
  const awake = here.clock(jobs);
  await awake.start();
  await awake.stop();
  assert.deepEqual(here.fired, []);
  assert.deepEqual(here.lines().slice(1), [
    {
      type: "missed",
      at: "2026-12-02T02:00:00.000Z",
      job: "one",
      first: "2026-12-02T01:00:00.000Z",
      last: "2026-12-02T01:00:00.000Z",
      count: 1,
      why: "late",
    },
  ]);
});

test("a restart before the evening fires nothing that is due in the evening of the job's own zone", async () => {
  const { time, clock, fired, root } = world("2026-04-04T10:00:00Z");
  const jobs = { evening: { cron: "0 21 * * *", zone: "America/Sao_Paulo", exact: true, pipeline: "publisher" } };
  const before = clock(jobs);
  await before.start();
  await time.until("2026-04-04T20:12:00Z", before.idle);
  await before.stop();
  const after = clock(jobs);
  await after.start();
  assert.deepEqual(fired, []);
  assert.equal(listJobs(Jobs.parse(jobs), jobStore(root).read(), time.now())[0]?.due?.toISOString(), "2026-04-05T00:00:00.000Z");
  await time.until("2026-04-05T00:30:00Z", after.idle);
  assert.deepEqual(fired, ["evening 2026-04-05T00:00:00.000Z"]);
  await after.stop();
});

test("however often it is restarted before the due time, the job runs the same day, once", async () => {
  const { time, clock, fired } = world("2026-02-05T20:00:00Z");
  const jobs = { morning: { cron: "30 8 * * *", zone: "America/New_York", pipeline: "publisher" } };
  for (const restart of ["2026-02-06T06:53:00Z", "2026-02-06T07:05:00Z", "2026-02-06T07:32:00Z"]) {
    const running = clock(jobs);
    await running.start();
    await time.until(restart, running.idle);
    await running.stop();
  }
  const last = clock(jobs);
  await last.start();
  await time.until("2026-02-07T00:00:00Z", last.idle);
  await last.stop();
  assert.deepEqual(fired, ["morning 2026-02-06T13:30:00.000Z"]);
});

test("over both clock changes a job runs once a day, and the hourly one each hour there is", async () => {
  const { time, clock, fired } = world("2026-03-28T21:30:00Z");
  const bucharest = { zone: "Europe/Bucharest", exact: true, pipeline: "publisher" };
  const jobs = { daily: { ...bucharest, cron: "30 3 * * *" }, hourly: { ...bucharest, cron: "0 * * * *" } };
  const spring = clock(jobs, { longestSleepMs: 3_600_000 });
  await spring.start();
  await time.until("2026-03-29T20:59:00Z", spring.idle);
  await spring.stop();
  assert.deepEqual(
    fired.filter((one) => one.startsWith("daily")),
    ["daily 2026-03-29T01:00:00.000Z"],
  );
  assert.equal(fired.filter((one) => one.startsWith("hourly")).length, 23);
  fired.length = 0;
  const other = world("2026-10-24T20:30:00Z");
  const autumn = other.clock(jobs, { longestSleepMs: 3_600_000 });
  await autumn.start();
  await other.time.until("2026-10-25T21:59:00Z", autumn.idle);
  await autumn.stop();
  assert.deepEqual(
    other.fired.filter((one) => one.startsWith("daily")),
    ["daily 2026-10-25T00:30:00.000Z"],
  );
  assert.equal(other.fired.filter((one) => one.startsWith("hourly")).length, 25);
});

test("after downtime none, one or the latest few are caught up, and the rest is logged as missed", async () => {
  const expected = [
    ["none", [], ["missed late 9"]],
    ["one", ["10:00"], ["missed late 8"]],
    [{ upTo: 3 }, ["08:00", "09:00", "10:00"], ["missed late 6"]],
    [{ upTo: 20 }, ["02:00", "03:00", "04:00", "05:00", "06:00", "07:00", "08:00", "09:00", "10:00"], []],
  ] as const;
  for (const [catchUp, hours, missed] of expected) {
    const here = world("2026-12-01T01:30:00Z");
    const jobs = { hourly: { ...HOURLY, catchUp } };
    const before = here.clock(jobs);
    await before.start();
    await before.stop();
    here.time.ms = Date.parse("2026-12-01T10:30:00Z");
    const after = here.clock(jobs);
    await after.start();
    await after.idle();
    await after.stop();
    assert.deepEqual(
      here.fired,
      hours.map((hour) => `hourly 2026-12-01T${hour}:00.000Z`),
    );
    assert.deepEqual(
      told(here).filter((line) => line.startsWith("missed")),
      missed,
    );
  }
});

test("a run that is on time stands for the ones that were missed", async () => {
  const here = world("2026-12-01T01:30:00Z");
  const before = here.clock({ hourly: HOURLY });
  await before.start();
  await before.stop();
  here.time.ms = Date.parse("2026-12-01T05:00:30Z");
  const after = here.clock({ hourly: HOURLY });
  await after.start();
  await after.stop();
  assert.deepEqual(here.fired, ["hourly 2026-12-01T05:00:00.000Z"]);
  assert.deepEqual(told(here).slice(1), ["missed late 3", "claimed 2026-12-01T05:00:00.000Z", "ended done 2026-12-01T05:00:00.000Z"]);
});

test("what is caught up runs one after another, also where jobs skip what overlaps", async () => {
  const { fire, end } = held();
  const here = world("2026-12-01T01:30:00Z", fire);
  const jobs = { hourly: { ...HOURLY, catchUp: { upTo: 2 } } };
  const before = here.clock(jobs);
  await before.start();
  await before.stop();
  here.time.ms = Date.parse("2026-12-01T04:30:00Z");
  const after = here.clock(jobs);
  await after.start();
  assert.deepEqual(here.fired, ["hourly 2026-12-01T03:00:00.000Z"]);
  end();
  await after.idle();
  assert.deepEqual(here.fired.slice(1), ["hourly 2026-12-01T04:00:00.000Z"]);
  end();
  await after.stop();
});

test("a minute that was slept through for two days is counted without stopping all else, and the latest is run", async () => {
  const here = world("2026-12-01T00:00:30Z");
  const jobs = { minutely: { cron: "* * * * *", zone: "UTC", pipeline: "publisher" } };
  const before = here.clock(jobs);
  await before.start();
  await before.stop();
  here.time.ms = Date.parse("2026-12-03T00:03:30Z");
  const after = here.clock(jobs);
  await after.start();
  await after.stop();
  assert.deepEqual(here.fired, ["minutely 2026-12-03T00:03:00.000Z"]);
  const missed = here.lines().filter(({ type }) => type === "missed");
  assert.deepEqual(
    missed.map(({ first, last, count }) => `${first} ${last} ${count}`),
    [
      "2026-12-01T00:01:00.000Z 2026-12-01T16:39:00.000Z 999",
      "2026-12-01T16:40:00.000Z 2026-12-02T09:18:00.000Z 999",
      "2026-12-02T09:19:00.000Z 2026-12-03T00:02:00.000Z 884",
    ],
  );
});

test("while a run goes on the next due time is skipped, and the log says so", async () => {
  const { fire, end } = held();
  const here = world("2026-12-01T00:30:00Z", fire);
  const clock = here.clock({ hourly: HOURLY });
  await clock.start();
  await here.time.until("2026-12-01T02:30:00Z", clock.idle);
  end();
  await here.time.until("2026-12-01T03:30:00Z", clock.idle);
  assert.deepEqual(here.fired, ["hourly 2026-12-01T01:00:00.000Z", "hourly 2026-12-01T03:00:00.000Z"]);
  assert.deepEqual(
    told(here).filter((line) => line.startsWith("missed")),
    ["missed still running 1"],
  );
  end();
  await clock.stop();
});

test("while a run goes on due times wait in a queue of ten, and what is more is logged as missed", async () => {
  const { fire, end } = held();
  const here = world("2026-12-01T00:30:00Z", fire);
  const clock = here.clock({ hourly: { ...HOURLY, overlap: "queue" } }, { longestSleepMs: 3_600_000 });
  await clock.start();
  await here.time.until("2026-12-01T13:30:00Z", clock.idle);
  assert.equal(here.fired.length, 1);
  for (let times = 0; times < 11; times += 1) {
    end();
    await clock.idle();
  }
  assert.deepEqual(
    here.fired.map((one) => one.slice(18, 20)),
    ["01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11"],
  );
  assert.deepEqual(
    told(here).filter((line) => line.startsWith("missed")),
    ["missed queue full 1", "missed queue full 1"],
  );
  await clock.stop();
});

test("a later due time cancels the run that goes on, and takes its place when that has ended", async () => {
  const here: World = world("2026-12-01T00:30:00Z", ({ signal }) =>
    signal.aborted
      ? Promise.resolve(DONE)
      : new Promise((resolve) => signal.addEventListener("abort", () => resolve({ outcome: "cancelled", reason: "a later one" }))),
  );
  const clock = here.clock({ hourly: { ...HOURLY, overlap: "cancel" } });
  await clock.start();
  await here.time.until("2026-12-01T02:30:00Z", clock.idle);
  assert.deepEqual(told(here).slice(1), [
    "claimed 2026-12-01T01:00:00.000Z",
    "cancel 2026-12-01T01:00:00.000Z",
    "queued 2026-12-01T02:00:00.000Z",
    "ended cancelled 2026-12-01T01:00:00.000Z",
    "claimed 2026-12-01T02:00:00.000Z",
  ]);
  await clock.stop({ cancel: true });
});

test("of those that wait for a cancelled run only the latest is run", async () => {
  const { fire, end } = held();
  const here = world("2026-12-01T00:30:00Z", fire);
  const clock = here.clock({ hourly: { ...HOURLY, overlap: "cancel" } });
  await clock.start();
  await here.time.until("2026-12-01T03:30:00Z", clock.idle);
  assert.equal(here.firings[0]?.signal.aborted, true);
  end({ outcome: "cancelled" });
  await clock.idle();
  assert.deepEqual(here.fired, ["hourly 2026-12-01T01:00:00.000Z", "hourly 2026-12-01T03:00:00.000Z"]);
  assert.ok(told(here).includes("dropped superseded 2026-12-01T02:00:00.000Z"));
  end();
  await clock.stop();
});

test("after failures in a row due times pass, longer after each, and the first success ends that", async () => {
  const outcomes = ["failed", "failed", "failed", "done"] as const;
  let nth = 0;
  const here = world("2026-12-01T00:00:30Z", async () => ({ outcome: outcomes[nth++] ?? "done" }));
  const clock = here.clock({
    minutely: { cron: "* * * * *", zone: "UTC", pipeline: "publisher", backOff: { first: "90s", most: "4m" } },
  });
  await clock.start();
  await here.time.until("2026-12-01T00:14:30Z", clock.idle);
  await clock.stop();
  // Behind 00:01 until 00:02:30, behind 00:03 until 00:06, behind 00:06 until 00:10.
  assert.deepEqual(
    here.fired.map((one) => one.slice(23, 25)),
    ["01", "03", "06", "10", "11", "12", "13", "14"],
  );
  assert.equal(told(here).filter((line) => line === "missed backing off 1").length, 6);
});

test("an error of what is fired is a failure with its words", async () => {
  const here = world("2026-12-01T00:30:00Z", async () => {
    throw new Error("no such pipeline");
  });
  const clock = here.clock({ hourly: HOURLY });
  await clock.start();
  await here.time.until("2026-12-01T01:30:00Z", clock.idle);
  await clock.stop();
  assert.deepEqual(here.lines().at(-1), {
    type: "ended",
    at: "2026-12-01T01:00:00.000Z",
    job: "hourly",
    due: "2026-12-01T01:00:00.000Z",
    outcome: "failed",
    reason: "no such pipeline",
  });
});

test("whoever runs a job is handed its budget, its target and a key that is the due time's own", async () => {
  const here = world("2026-12-01T00:30:00Z");
  const budget = { usd: 0.47, tokens: 100_000, time: "20m" };
  const deliver = { channel: "telegram", to: "42" };
  const clock = here.clock({ hourly: { ...HOURLY, budget, deliver } });
  await clock.start();
  await here.time.until("2026-12-01T01:30:00Z", clock.idle);
  await clock.stop();
  const [firing] = here.firings;
  assert.deepEqual(
    { budget: firing?.budget, deliver: firing?.deliver, key: firing?.key, tries: firing?.tries, byHand: firing?.byHand },
    { budget, deliver, key: "hourly@2026-12-01T01:00:00.000Z", tries: 1, byHand: false },
  );
});

test("a changed schedule holds from now on: no past time of it fires, and none of the old one is forgotten", async () => {
  const here = world("2026-12-01T00:30:00Z");
  const before = here.clock({ hourly: HOURLY });
  await before.start();
  await before.stop();
  here.time.ms = Date.parse("2026-12-01T03:30:00Z");
  const changed = { hourly: { ...HOURLY, cron: "15 * * * *" } };
  const after = here.clock(changed);
  await after.start();
  assert.deepEqual(told(here).slice(1), ["missed schedule changed 3", "scheduled"]);
  await here.time.until("2026-12-01T04:30:00Z", after.idle);
  await after.change(Jobs.parse({ hourly: { ...HOURLY, cron: "20 * * * *" } }));
  await here.time.until("2026-12-01T05:30:00Z", after.idle);
  assert.deepEqual(here.fired, ["hourly 2026-12-01T04:15:00.000Z", "hourly 2026-12-01T05:20:00.000Z"]);
  await after.stop();
});

test("what is no part of the schedule may change without a word in the log", async () => {
  const here = world("2026-12-01T00:30:00Z");
  for (const pipeline of ["publisher", "dossier"]) {
    const clock = here.clock({ hourly: { ...HOURLY, pipeline, catchUp: "none" } });
    await clock.start();
    await clock.stop();
  }
  assert.deepEqual(told(here), ["scheduled"]);
});

test("a job that is taken out of the config leaves word of what it did not run", async () => {
  const here = world("2026-12-01T00:30:00Z");
  const before = here.clock({ hourly: HOURLY });
  await before.start();
  await before.stop();
  here.time.ms = Date.parse("2026-12-01T03:30:00Z");
  const without = here.clock({});
  await without.start();
  await without.stop();
  assert.deepEqual(told(here).slice(1), ["missed removed 3", "removed"]);
  assert.deepEqual(here.fired, []);
});

test("a process with an older config leaves a job alone that another has taken over", async () => {
  const here = world("2026-12-01T00:30:00Z");
  const old = here.clock({ hourly: HOURLY });
  await old.start();
  const newer = here.clock({ hourly: { ...HOURLY, cron: "15 * * * *" } });
  await newer.start();
  await here.time.until("2026-12-01T02:30:00Z", async () => {
    await old.idle();
    await newer.idle();
  });
  assert.deepEqual(here.fired, ["hourly 2026-12-01T01:15:00.000Z", "hourly 2026-12-01T02:15:00.000Z"]);
  await old.stop();
  await newer.stop();
});

test("a paused job has no due times, and goes on from when it is no longer paused", async () => {
  const here = world("2026-12-01T00:30:00Z");
  const clock = here.clock({ hourly: { ...HOURLY, paused: true } });
  await clock.start();
  await here.time.until("2026-12-01T03:30:00Z", clock.idle);
  await clock.change(Jobs.parse({ hourly: HOURLY }));
  await here.time.until("2026-12-01T04:30:00Z", clock.idle);
  await clock.stop();
  assert.deepEqual(here.fired, ["hourly 2026-12-01T04:00:00.000Z"]);
});

test("a job of one time runs once, also over restarts, and one whose time was past when it was first seen is logged as missed", async () => {
  const here = world("2026-12-01T00:30:00Z");
  const jobs = {
    christmas: { at: "2026-12-24T08:00", zone: "Europe/Bucharest", pipeline: "publisher" },
    past: { at: "2026-11-24T08:00", zone: "Europe/Bucharest", pipeline: "publisher" },
    next: { ...HOURLY, once: true },
  };
  for (const until of ["2026-12-01T05:00:00Z", "2026-12-24T07:00:00Z", "2026-12-25T07:00:00Z"]) {
    const clock = here.clock(jobs, { longestSleepMs: 86_400_000 });
    await clock.start();
    await here.time.until(until, clock.idle);
    await clock.stop();
  }
  assert.deepEqual(here.fired, ["next 2026-12-01T01:00:00.000Z", "christmas 2026-12-24T06:00:00.000Z"]);
  assert.deepEqual(
    here.lines().filter(({ type }) => type === "missed"),
    [
      {
        type: "missed",
        at: "2026-12-01T00:30:00.000Z",
        job: "past",
        first: "2026-11-24T06:00:00.000Z",
        last: "2026-11-24T06:00:00.000Z",
        count: 1,
        why: "already past",
      },
    ],
  );
});

test("`every` counts from when the job was first seen, without drift and over restarts", async () => {
  const here = world("2026-12-01T00:00:07Z");
  const jobs = { often: { every: "25m", zone: "UTC", pipeline: "publisher" } };
  for (const until of ["2026-12-01T00:40:00Z", "2026-12-01T01:20:00Z"]) {
    const clock = here.clock(jobs);
    await clock.start();
    await here.time.until(until, clock.idle);
    await clock.stop();
  }
  assert.deepEqual(here.fired, ["often 2026-12-01T00:25:07.000Z", "often 2026-12-01T00:50:07.000Z", "often 2026-12-01T01:15:07.000Z"]);
});

test("a clock that is set forward fires what policy says, and set back again fires nothing a second time", async () => {
  const here = world("2026-12-01T00:30:00Z");
  const clock = here.clock({ hourly: { ...HOURLY, catchUp: "none" } });
  await clock.start();
  await here.time.until("2026-12-01T01:30:00Z", clock.idle);
  // A month ahead, by mistake.
  await here.time.jumpTo("2026-12-31T01:00:10Z", clock.idle);
  assert.deepEqual(here.fired, ["hourly 2026-12-01T01:00:00.000Z", "hourly 2026-12-31T01:00:00.000Z"]);
  await here.time.jumpTo("2026-12-01T00:59:50Z", clock.idle);
  await here.time.until("2026-12-01T03:30:00Z", clock.idle);
  await clock.stop();
  assert.deepEqual(here.fired.slice(2), ["hourly 2026-12-01T02:00:00.000Z", "hourly 2026-12-01T03:00:00.000Z"]);
});

test("what waits for its turn when the clock is set back is not fired before its time comes again, and holds up nothing", async () => {
  const { fire, end } = held();
  const here = world("2026-12-01T00:30:00Z", fire);
  const clock = here.clock({ hourly: { ...HOURLY, overlap: "queue" } });
  await clock.start();
  // At three another is due, and waits for the run of two o'clock.
  for (const hour of [1, 2]) {
    await here.time.until(`2026-12-01T0${hour}:00:00Z`, clock.idle);
    if (hour === 1) end();
    await clock.idle();
  }
  await here.time.until("2026-12-01T03:00:10Z", clock.idle);
  assert.deepEqual(here.fired, ["hourly 2026-12-01T01:00:00.000Z", "hourly 2026-12-01T02:00:00.000Z"]);
  await here.time.jumpTo("2026-12-01T02:10:00Z", clock.idle);
  end();
  await clock.idle();
  await here.time.until("2026-12-01T02:58:00Z", clock.idle);
  assert.equal(here.fired.length, 2);
  await here.time.until("2026-12-01T03:00:00Z", clock.idle);
  assert.deepEqual(here.fired.slice(2), ["hourly 2026-12-01T03:00:00.000Z"]);
  end();
  await clock.idle();
  await here.time.until("2026-12-01T04:00:00Z", clock.idle);
  assert.deepEqual(here.fired.slice(3), ["hourly 2026-12-01T04:00:00.000Z"]);
  end();
  await clock.stop();
});

test("a failure that was noted ahead of a clock that was set back holds nothing up", async () => {
  const here = world("2026-12-01T00:30:00Z", async () => ({ outcome: "failed" }));
  const clock = here.clock({ hourly: HOURLY });
  await clock.start();
  await here.time.jumpTo("2026-12-31T01:00:10Z", clock.idle);
  await here.time.jumpTo("2026-12-01T00:40:00Z", clock.idle);
  await here.time.until("2026-12-01T01:30:00Z", clock.idle);
  await clock.stop();
  assert.deepEqual(here.fired, ["hourly 2026-12-31T01:00:00.000Z", "hourly 2026-12-01T01:00:00.000Z"]);
});

test("no timer is set for longer than a minute, and none for longer than a day, whatever is asked for", async () => {
  for (const [asked, longest] of [
    [undefined, 60_000],
    [1e12, 86_400_000],
  ] as const) {
    const here = world("2026-12-01T00:30:00Z");
    const clock = here.clock(
      { yearly: { cron: "0 0 1 1 *", zone: "UTC", pipeline: "publisher" } },
      asked === undefined ? {} : { longestSleepMs: asked },
    );
    await clock.start();
    await here.time.until("2026-12-03T00:30:00Z", clock.idle);
    await clock.stop();
    assert.equal(Math.max(...here.time.slept), longest);
  }
});

test("a job is fired by hand beside its schedule, unless it runs", async () => {
  const { fire, end } = held();
  const here = world("2026-12-01T00:30:00Z", fire);
  const clock = here.clock({ hourly: HOURLY });
  await clock.start();
  assert.equal(await clock.runNow("hourly"), "hourly@2026-12-01T00:30:00.000Z+hand");
  assert.equal((await rejected(clock.runNow("hourly"))).message, 'job "hourly" is running');
  assert.equal((await rejected(clock.runNow("horly"))).message, 'there is no job "horly"');
  end();
  await here.time.until("2026-12-01T01:30:00Z", clock.idle);
  end();
  await clock.stop();
  assert.deepEqual(here.fired, ["hourly 2026-12-01T00:30:00.000Z", "hourly 2026-12-01T01:00:00.000Z"]);
});

test("a due time that was claimed twice and never began is given up", async () => {
  const here = world("2026-12-01T00:30:00Z");
  const store = jobStore(here.root);
  const before = here.clock({ hourly: HOURLY }, { store });
  await before.start();
  await before.stop();
  const due = "2026-12-01T01:00:00.000Z";
  const owner = { host: "here", pid: 1, startedAt: "then" };
  const claimed = { type: "claimed" as const, at: due, job: "hourly", due, owner };
  await store.change(() => ({
    add: [
      { ...claimed, tries: 1 },
      { ...claimed, tries: 2 },
    ],
    gives: undefined,
  }));
  here.time.ms = Date.parse("2026-12-01T01:05:00Z");
  const after = here.clock({ hourly: HOURLY }, { isGone: () => true });
  await after.start();
  await after.stop();
  assert.deepEqual(here.fired, []);
  assert.deepEqual(told(here).at(-1), `ended never-began ${due}`);
});

test("what another machine has claimed is its own for ten minutes, and a run of its for a day", async () => {
  const due = "2026-12-01T01:00:00.000Z";
  const owner = { host: "another-machine", pid: 1, startedAt: "then" };
  for (const [began, until, taken] of [
    [false, "2026-12-01T01:10:00Z", false],
    [false, "2026-12-01T01:10:01Z", true],
    [true, "2026-12-02T01:00:00Z", false],
    [true, "2026-12-02T01:00:01Z", true],
  ] as const) {
    const here = world("2026-12-01T00:30:00Z");
    const store = jobStore(here.root);
    const jobs = { daily: { cron: "0 1 * * *", zone: "UTC", exact: true, pipeline: "publisher" } };
    const before = here.clock(jobs, { store });
    await before.start();
    await before.stop();
    const about = { at: due, job: "daily", due };
    await store.change(() => ({
      add: [{ ...about, type: "claimed", owner, tries: 1 }, ...(began ? [{ ...about, type: "began" as const, run: "run-1" }] : [])],
      gives: undefined,
    }));
    here.time.ms = Date.parse(until);
    const after = here.clock(jobs);
    await after.start();
    await after.stop();
    const settled = told(here).some((line) => line.startsWith("ended"));
    assert.equal(settled, taken, `${began} ${until}`);
  }
});

test("the end of a run that could not be noted is noted when the disk takes it again", async () => {
  const here = world("2026-12-01T00:30:00Z");
  const store = jobStore(here.root);
  const troubles: string[] = [];
  let full = 0;
  const clock = here.clock(
    { hourly: HOURLY },
    {
      store: {
        ...store,
        change: (act) => {
          if (here.fired.length > 0 && full++ < 2) throw new Error("no space is left");
          return store.change(act);
        },
      },
      trouble: (error) => troubles.push(String(error)),
    },
  );
  await clock.start();
  await here.time.until("2026-12-01T01:30:00Z", clock.idle);
  await clock.stop();
  assert.deepEqual(troubles, ["Error: no space is left", "Error: no space is left"]);
  assert.equal(told(here).filter((line) => line.startsWith("ended")).length, 1);
  assert.equal(here.fired.length, 1);
});
