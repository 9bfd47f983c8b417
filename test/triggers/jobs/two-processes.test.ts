import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { JobsInput, RunEnd } from "../../../src/triggers/index.js";
import { emptyFolder } from "../../store/files/folder.js";
import { world } from "./clock-world.js";

const SCRIPT = join(import.meta.dirname, "clock-process.ts");
const START = "2026-12-01T00:30:00Z";
const MINUTES = 16;

async function begin(root: string, jobs: JobsInput, start: string): Promise<ChildProcess> {
  const child = fork(SCRIPT, [root, JSON.stringify(jobs), start], { execArgv: ["--import", "tsx"] });
  await once(child, "message");
  return child;
}

/** Sets the time of a process, and waits until nothing more is due. */
async function setTime(child: ChildProcess, iso: string): Promise<void> {
  child.send(iso);
  await once(child, "message");
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

test("two processes with the same jobs fire each due time once, also when one is killed and begins again", async () => {
  const root = emptyFolder();
  const zone = { zone: "UTC", pipeline: "publisher", catchUp: { upTo: 100 } };
  const jobs: JobsInput = Object.fromEntries([
    ...Array.from({ length: 6 }, (_, nth) => [`minutely-${nth}`, { ...zone, cron: "* * * * *" }]),
    ...Array.from({ length: 6 }, (_, nth) => [`rarely-${nth}`, { ...zone, cron: "*/5 * * * *" }]),
  ]);
  let [one, other] = await Promise.all([begin(root, jobs, START), begin(root, jobs, START)]);
  const at = (minute: number) => new Date(Date.parse(START) + minute * 60_000).toISOString();
  for (let minute = 1; minute <= MINUTES; minute += 1) {
    if (minute === MINUTES / 2) {
      // In the middle of a look, wherever that is just then.
      other.send(at(minute));
      await kill(other);
      other = await begin(root, jobs, at(minute));
    }
    await Promise.all([setTime(one, at(minute)), setTime(other, at(minute))]);
  }
  await Promise.all([kill(one), kill(other)]);
  const fired = readFileSync(join(root, "fired.txt"), "utf8").trimEnd().split("\n");
  const expected = Object.keys(jobs).flatMap((job) => {
    const every = job.startsWith("minutely") ? 1 : 5;
    return Array.from({ length: Math.floor(MINUTES / every) }, (_, nth) => `${job} ${at((nth + 1) * every)}`);
  });
  const first = fired.filter((line) => line.endsWith(" 1")).map((line) => line.slice(0, -2));
  const again = fired.filter((line) => line.endsWith(" 2")).map((line) => line.slice(0, -2));
  assert.equal(first.length, new Set(first).size, "no two processes have claimed one due time");
  assert.ok(again.length <= 12, "only what the killed process had claimed and not begun is fired again");
  assert.deepEqual([...new Set([...first, ...again])].sort(), expected.sort());
});

test("what a killed process has left behind is settled once, and nothing that had begun is fired again", async () => {
  const hourly = { cron: "0 * * * *", zone: "UTC", exact: true, pipeline: "publisher" };
  const jobs: JobsInput = {
    "claimed-again": hourly,
    "claimed-none": { ...hourly, catchUp: "none" },
    "began-known": hourly,
    "began-lost": hourly,
    "began-goes-on": hourly,
  };
  const here = world("2026-12-01T01:05:00Z");
  const child = await begin(here.root, jobs, START);
  await setTime(child, "2026-12-01T01:00:10Z");
  await kill(child);
  const asked: string[] = [];
  const clock = here.clock(jobs, {
    whatBecame: async ({ job, run, due }): Promise<RunEnd | "running" | undefined> => {
      asked.push(`${run} ${due.toISOString()}`);
      if (job === "began-goes-on") return "running";
      return job === "began-known" ? { outcome: "done", delivered: true } : undefined;
    },
  });
  await clock.start();
  assert.deepEqual(
    asked.sort(),
    ["goes-on", "known", "lost"].map((name) => `run-began-${name}@2026-12-01T01:00:00.000Z 2026-12-01T01:00:00.000Z`),
  );
  await clock.idle();
  assert.deepEqual(
    here.firings.map(({ key, tries }) => ({ key, tries })),
    [{ key: "claimed-again@2026-12-01T01:00:00.000Z", tries: 2 }],
  );
  const ends = here.lines().flatMap(({ type, job, outcome, reason }) => (type === "ended" ? [`${job} ${outcome} ${reason}`] : []));
  assert.deepEqual(ends.sort(), [
    "began-known done undefined",
    "began-lost lost its process ended while it ran",
    "claimed-again done undefined",
    "claimed-none never-began its process ended before the run began",
  ]);
  await here.time.until("2026-12-01T02:30:00Z", clock.idle);
  await clock.stop();
  assert.deepEqual(here.fired.slice(1).sort(), [
    "began-known 2026-12-01T02:00:00.000Z",
    "began-lost 2026-12-01T02:00:00.000Z",
    "claimed-again 2026-12-01T02:00:00.000Z",
    "claimed-none 2026-12-01T02:00:00.000Z",
  ]);
  assert.equal(here.lines().filter(({ why, job }) => why === "still running" && job === "began-goes-on").length, 1);
});
