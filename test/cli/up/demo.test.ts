import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { Surroundings } from "../../../src/cli/surroundings.js";
import { demo } from "../../../src/cli/up/demo/demo.js";
import { simulatedClock } from "../../../src/cli/up/demo/simulated-clock.js";

/** A person who looks on; `heard` is told of each line, and may press Ctrl-C. */
function looking(t: TestContext, heard: (text: string, press: () => void) => void = () => {}) {
  const written: string[] = [];
  let press = () => {};
  const output = {
    write: (text: string) => {
      written.push(text);
      heard(text, press);
    },
    isTty: false,
    columns: 100,
  };
  const surroundings: Surroundings = {
    ...{ program: "stagewright", cwd: "/nowhere", env: {}, out: output, err: output },
    ...{ readInput: async () => "", canAsk: false, ask: async () => undefined, exit: () => {} },
    onSignal: (told) => {
      press = told;
      return () => {};
    },
  };
  const folder = () => /it happens in (.+)/.exec(written.join(""))?.[1] ?? "";
  t.after(() => rmSync(folder(), { recursive: true, force: true }));
  return { surroundings, text: () => written.join(""), folder };
}

/** What was said at a time of the day. */
function at(text: string, time: string): string {
  return text
    .split("\n")
    .filter((line) => line.startsWith(time))
    .map((line) => line.slice(time.length).trim())
    .join("\n");
}

test("a day goes by: jobs, a person, a gate, quiet hours, a line that is cut, and a lesson that the next run is told", async (t) => {
  const { surroundings, text, folder } = looking(t);
  assert.equal(await demo({ surroundings, lastsMs: 0 }), 0);
  const day = text();
  assert.match(at(day, "22:10:00"), /^you +what runs\?\nup +Nothing runs\.$/);
  // The post of the night waits for a person, and is told in the morning, at the second try.
  assert.match(at(day, "00:30:00"), /^lanes +post begins \(run post-\S+\)\nlanes +post: waits for a person: stagewright approve post-\S+$/);
  assert.match(at(day, "07:00:00"), /^dispatch a message was not sent: the line was cut$/);
  assert.match(at(day, "07:00:05"), /^up +post: waits for a person: stagewright approve post-/);
  assert.match(day, /^ +Waits for a person: post at "approve" \(run post-\S+\)\.$/m);
  assert.match(at(day, "08:00:00"), /^you .*\nlanes +post-\S+ begins .*\nlanes .*: done .*\nup +post: done/);
  assert.match(at(day, "07:30:00"), /^up +briefing: done/m);
  assert.match(at(day, "08:30:00"), /^up +Noted for "briefing"/m);
  assert.match(at(day, "12:15:00"), /up +Queued: briefing[\s\S]*lessons +briefing was told: Too long: three sentences are enough\./);
  assert.match(at(day, "14:30:00"), /lanes +front-desk begins[\s\S]*up +Queued: post/);
  assert.match(at(day, "18:30:00"), /^up +I did nothing: there is no pipeline "pots" \(did you mean "post"\?/m);
  assert.equal(day.match(/tidy: done/g)?.length, 4);
  // Nothing is told twice.
  assert.equal(day.match(/up +post: done/g)?.length, 1);
  assert.equal(day.match(/up +briefing: done/g)?.length, 2);
  // What it leaves is a folder like any other, written by the simulated clock.
  assert.ok(existsSync(join(folder(), "stagewright.config.json")));
  assert.deepEqual(readdirSync(join(folder(), ".stagewright/logs")), ["2026-03-19.jsonl", "2026-03-20.jsonl"]);
  const run = readdirSync(join(folder(), ".stagewright/runs")).find((name) => name.startsWith("tidy-")) ?? "";
  assert.match(readFileSync(join(folder(), ".stagewright/runs", run, "journal.jsonl"), "utf8"), /"at":"2026-03-20T/);
  assert.match(day, new RegExp(`all of it lies in ${folder()}, which may be deleted`));
});

test("Ctrl-C ends it at once, however long the day would last", async (t) => {
  const { surroundings, text } = looking(t, (said, press) => {
    if (said.includes("Nothing runs.")) press();
  });
  assert.equal(await demo({ surroundings, lastsMs: 100_000 }), 130);
  assert.doesNotMatch(text(), /post begins/);
  assert.match(text(), /may be deleted/);
});

test("a simulated clock does what its timers wait for, in their order and at their time", () => {
  const clock = simulatedClock(new Date(0));
  const done: string[] = [];
  const note = (name: string) => () => void done.push(`${name} ${clock.now().getTime()}`);
  clock.setTimer(20, note("late"));
  clock.setTimer(10, note("early"));
  clock.setTimer(15, note("stopped")).stop();
  assert.equal(clock.nextTimer(), 10);
  clock.moveTo(30);
  clock.moveTo(5);
  assert.deepEqual(done, ["early 10", "late 20"]);
  assert.deepEqual([clock.nextTimer(), clock.now().getTime()], [undefined, 30]);
});
