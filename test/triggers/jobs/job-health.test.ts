import assert from "node:assert/strict";
import { test } from "node:test";
import { compactJobs, freshFindings, type JobLine, Jobs, jobHealth, jobStore } from "../../../src/triggers/index.js";
import { emptyFolder } from "../../store/files/folder.js";
import { world } from "./clock-world.js";

const HOURLY = { cron: "0 * * * *", zone: "UTC", exact: true, pipeline: "publisher" };
const DUE = "2026-12-01T01:00:00.000Z";
const OWNER = { host: "here", pid: 1, startedAt: "then" };

type Line = JobLine extends infer One ? (One extends JobLine ? Omit<One, "job"> : never) : never;

/** What is said of the hourly job by these lines behind its schedule, at a time. */
async function said(more: object, now: string, ...lines: Line[]): Promise<readonly string[]> {
  const here = world("2026-12-01T00:30:00Z");
  const jobs = Jobs.parse({ hourly: { ...HOURLY, ...more } });
  const store = jobStore(here.root);
  const clock = here.clock({ hourly: { ...HOURLY, ...more } }, { store });
  await clock.start();
  await clock.stop();
  await store.change(() => ({ add: lines.map((line) => ({ ...line, job: "hourly" })), gives: undefined }));
  return jobHealth(jobs, store.read(), Date.parse(now)).map(({ rule, message }) => `${rule}: ${message}`);
}

const claimed: Line = { type: "claimed", at: DUE, due: DUE, owner: OWNER, tries: 1 };
const ended = (more: Partial<Extract<JobLine, { type: "ended" }>>, at = "2026-12-01T01:10:00.000Z"): Line => ({
  type: "ended",
  at,
  due: DUE,
  outcome: "done",
  ...more,
});

test("a job that ran when it should, ended, delivered and stayed in its budget has no finding", async () => {
  const more = { budget: { usd: 1, tokens: 10, time: "20m" }, deliver: { channel: "telegram" } };
  assert.deepEqual(await said(more, "2026-12-01T01:59:00Z", claimed, ended({ delivered: true, spent: { usd: 1, tokens: 10 } })), []);
});

test("a due time that nothing has run for five minutes is a finding, and looking for it changes nothing", async () => {
  assert.deepEqual(await said({}, "2026-12-01T01:04:59Z"), []);
  assert.deepEqual(await said({}, "2026-12-01T01:05:00Z"), [
    'jobs/not-run: job "hourly" was due at 2026-12-01T01:00:00.000Z, and nothing has run it: see that the clock is running',
  ]);
});

test("times that were missed are a finding where nothing is caught up, and none where one run stands for all", async () => {
  const missed: Line = {
    type: "missed",
    at: "2026-12-01T03:30:00.000Z",
    first: DUE,
    last: "2026-12-01T03:00:00.000Z",
    count: 3,
    why: "late",
  };
  assert.deepEqual(await said({ catchUp: "none" }, "2026-12-01T03:31:00Z", missed), [
    'jobs/missed: job "hourly" did not run 3 times from 2026-12-01T01:00:00.000Z to 2026-12-01T03:00:00.000Z: ' +
      "nothing looked at the clock then, and its policy catches up no more",
  ]);
  assert.deepEqual(await said({ catchUp: "one" }, "2026-12-01T03:31:00Z", missed), []);
  assert.deepEqual(await said({}, "2026-12-01T03:31:00Z", { ...missed, why: "still running" }), []);
});

test("a run that failed, is too long, costs too much or did not deliver is a finding each", async () => {
  assert.deepEqual(await said({}, "2026-12-01T01:59:00Z", claimed, ended({ outcome: "failed", reason: "no such pipeline" })), [
    'jobs/failing: job "hourly" has failed once since 2026-12-01T01:00:00.000Z: no such pipeline',
  ]);
  assert.deepEqual(await said({ budget: { time: "20m" } }, "2026-12-01T01:20:01Z", claimed), [
    'jobs/too-long: job "hourly" has been running since 2026-12-01T01:00:00.000Z, longer than 20m',
  ]);
  const budget = { usd: 0.5, tokens: 100, time: "5m" };
  assert.deepEqual(await said({ budget }, "2026-12-01T01:59:00Z", claimed, ended({ spent: { usd: 0.75, tokens: 101 } })), [
    'jobs/over-budget: job "hourly" took more than its budget in the run of 2026-12-01T01:00:00.000Z: ' +
      "0.75 USD of 0.5 USD, 101 tokens of 100 tokens, 600 s of 300 s",
  ]);
  assert.deepEqual(await said({ deliver: { channel: "telegram" } }, "2026-12-01T01:59:00Z", claimed, ended({})), [
    'jobs/not-delivered: job "hourly" ended in the run of 2026-12-01T01:00:00.000Z, and its result did not reach "telegram"',
  ]);
});

test("a finding goes out once: failures in a row are one, and those behind a success are new", async () => {
  const outcomes = ["failed", "failed", "done", "failed", "failed"] as const;
  let nth = 0;
  const here = world("2026-12-01T00:30:00Z", async () => ({ outcome: outcomes[nth++] ?? "done" }));
  const store = jobStore(here.root);
  const jobs = { hourly: HOURLY };
  const clock = here.clock(jobs, { store });
  await clock.start();
  const sent: string[] = [];
  let before: ReturnType<typeof jobHealth> = [];
  for (let hour = 1; hour <= 6; hour += 1) {
    await here.time.until(`2026-12-01T0${hour}:30:00Z`, clock.idle);
    const found = jobHealth(Jobs.parse(jobs), store.read(), here.time.ms);
    sent.push(...freshFindings(before, found).map(({ message }) => message));
    before = found;
  }
  await clock.stop();
  assert.deepEqual(sent, [
    'job "hourly" has failed once since 2026-12-01T01:00:00.000Z: failed',
    'job "hourly" has failed once since 2026-12-01T04:00:00.000Z: failed',
  ]);
});

test("a log that is written anew means the same", async () => {
  const root = emptyFolder();
  const here = world("2026-12-01T00:30:00Z", async () => ({ outcome: "failed", reason: "no" }));
  const store = jobStore(root);
  const jobs = {
    hourly: HOURLY,
    none: { ...HOURLY, catchUp: "none" as const },
    past: { at: "2026-01-01T00:00", zone: "UTC", pipeline: "p" },
  };
  const clock = here.clock(jobs, { store });
  await clock.start();
  await here.time.until("2026-12-01T04:30:00Z", clock.idle);
  await here.time.jumpTo("2026-12-01T09:30:00Z", clock.idle);
  await clock.runNow("hourly");
  await clock.idle();
  await clock.stop();
  const before = new Map(jobStore(root).read());
  await compactJobs(store, here.time.ms, 0);
  assert.equal(store.read().size, 3);
  assert.deepEqual(JSON.parse(JSON.stringify([...jobStore(root).read()])), JSON.parse(JSON.stringify([...before])));
});
