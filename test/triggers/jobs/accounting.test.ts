import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Firing, type JobClock, type JobLine, Jobs, jobClock, listJobs, type RunEnd } from "../../../src/triggers/index.js";
import { FakeTime } from "./clock-world.js";
import { MemoryLog } from "./memory-log.js";

const START = Date.parse("2026-12-01T00:00:30Z");
const MIDNIGHT = Date.parse("2026-12-01T00:00:00Z");
const MINUTE = 60_000;

/** Jobs whose due times are known by plain arithmetic: every so many minutes of the day in UTC. */
const EVERY: Readonly<Record<string, number>> = { skips: 5, queues: 5, cancels: 5, few: 7, none: 10 };
const zone = { zone: "UTC", pipeline: "publisher" };
const jobs = Jobs.parse({
  skips: { ...zone, cron: "*/5 * * * *" },
  queues: { ...zone, cron: "*/5 * * * *", overlap: "queue" },
  cancels: { ...zone, cron: "*/5 * * * *", overlap: "cancel", catchUp: "none" },
  few: { ...zone, every: "7m", countFrom: "2026-12-01T00:00", catchUp: { upTo: 3 } },
  none: { ...zone, cron: "*/10 * * * *", catchUp: "none", backOff: { first: "30m", most: "2h" } },
});

type Act =
  | { readonly does: "pass"; readonly minutes: number }
  | { readonly does: "jump"; readonly minutes: number }
  | { readonly does: "list" }
  | { readonly does: "restart" }
  | { readonly does: "kill"; readonly asleep: number };

const acts: fc.Arbitrary<readonly Act[]> = fc.array(
  fc.oneof(
    fc.record({ does: fc.constant("pass" as const), minutes: fc.integer({ min: 1, max: 45 }) }),
    fc.record({ does: fc.constant("jump" as const), minutes: fc.integer({ min: -200, max: 300 }) }),
    fc.record({ does: fc.constant("list" as const) }),
    fc.record({ does: fc.constant("restart" as const) }),
    fc.record({ does: fc.constant("kill" as const), asleep: fc.integer({ min: 0, max: 400 }) }),
  ),
  { maxLength: 14 },
);

/** How long runs take, in minutes, and how each ends; 0 for one that its process dies before. */
const runs = fc.array(
  fc.record({ minutes: fc.integer({ min: 0, max: 20 }), outcome: fc.constantFrom("done" as const, "failed" as const) }),
  {
    minLength: 1,
    maxLength: 6,
  },
);

/** What became of each due time of a job, by the log alone. */
function accounts(lines: readonly JobLine[], job: string): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  const give = (due: number, what: string, from?: string) => {
    assert.equal(found.get(due), from, `${job} ${new Date(due).toISOString()} ${what}`);
    found.set(due, what);
  };
  const step = (EVERY[job] ?? 1) * MINUTE;
  for (const line of lines) {
    if (line.job !== job) continue;
    if (line.type === "claimed") {
      const due = Date.parse(line.due);
      const before = found.get(due);
      if (line.tries === 2) assert.equal(before, "claimed");
      else give(due, "claimed", before === "queued" ? "queued" : undefined);
    } else if (line.type === "queued") give(Date.parse(line.due), "queued");
    else if (line.type === "dropped") give(Date.parse(line.due), "dropped", "queued");
    else if (line.type === "missed") {
      let count = 0;
      for (let due = Date.parse(line.first); due <= Date.parse(line.last); due += step) {
        // What had run before the clock was set back is not given up.
        if (["claimed", "queued", "dropped"].includes(found.get(due) ?? "")) continue;
        give(due, "missed");
        count += 1;
      }
      assert.equal(count, line.count);
    } else if (line.type === "set-back") {
      for (const [due, what] of found) if (what === "missed" && due > Date.parse(line.at)) found.delete(due);
    }
  }
  return found;
}

test("whatever restarts, kills, lists and jumps of the clock come, each due time is accounted for exactly once", async () => {
  await fc.assert(
    fc.asyncProperty(acts, runs, async (steps, kinds) => {
      const log = new MemoryLog();
      const time = new FakeTime(new Date(START).toISOString());
      const begun = new Map<string, number>();
      let pid = 0;
      let nth = 0;
      const fire = async ({ key, began, signal }: Firing): Promise<RunEnd> => {
        const kind = kinds[nth++ % kinds.length] ?? { minutes: 1, outcome: "done" as const };
        if (kind.minutes === 0 && nth % 3 === 0) await new Promise<never>(() => {});
        await began(`run-${key}`);
        begun.set(key, (begun.get(key) ?? 0) + 1);
        return new Promise((resolve) => {
          signal.addEventListener("abort", () => resolve({ outcome: "cancelled" }));
          time.setTimer(kind.minutes * MINUTE, () => resolve({ outcome: kind.outcome }));
        });
      };
      const begin = async (): Promise<JobClock> => {
        pid += 1;
        const me = { host: "here", pid, startedAt: "then" };
        const alive = pid;
        const clock = jobClock({
          jobs,
          store: log.store(),
          now: time.now,
          setTimer: time.setTimer,
          fire,
          me,
          isGone: ({ owner }) => owner.pid !== alive,
          longestSleepMs: 30 * MINUTE,
        });
        await clock.start();
        await clock.idle();
        return clock;
      };
      let clock = await begin();
      for (const step of steps) {
        if (step.does === "pass") await time.until(new Date(time.ms + step.minutes * MINUTE).toISOString(), clock.idle);
        else if (step.does === "jump") {
          const to = Math.max(START, time.ms + step.minutes * MINUTE);
          await time.jumpTo(new Date(to).toISOString(), clock.idle);
        } else if (step.does === "list") {
          const before = log.lines.length;
          listJobs(jobs, log.store().read(), time.now());
          assert.equal(log.lines.length, before);
          clock = await begin();
        } else {
          // Without a word: its timers and its runs are gone with it.
          time.forget();
          if (step.does === "kill") time.ms += step.asleep * MINUTE;
          clock = await begin();
        }
      }
      await clock.idle();
      for (const [job, minutes] of Object.entries(EVERY)) {
        const found = accounts(log.lines, job);
        for (let due = MIDNIGHT + minutes * MINUTE; due <= time.ms; due += minutes * MINUTE) {
          assert.notEqual(found.get(due), undefined, `${job} ${new Date(due).toISOString()} was forgotten`);
        }
      }
      for (const [key, times] of begun) assert.equal(times, 1, `${key} has begun ${times} times`);
    }),
    { numRuns: 30 },
  );
});
