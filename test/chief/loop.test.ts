import assert from "node:assert/strict";
import { test } from "node:test";
import { type LoopOptions, loop } from "../../src/chief/loop.js";

/** A clock with timers that go off when the test says so. */
function clock() {
  let time = 0;
  const timers = new Set<{ at: number; then: () => void }>();
  return {
    now: () => new Date(time),
    setTimer: (ms: number, then: () => void) => {
      const timer = { at: time + ms, then };
      timers.add(timer);
      return { stop: () => void timers.delete(timer) };
    },
    next: () => Math.min(...[...timers].map(({ at }) => at - time)),
    waiting: () => timers.size,
    pass: (ms: number) => {
      time += ms;
      for (const timer of [...timers].filter(({ at }) => at <= time)) {
        timers.delete(timer);
        timer.then();
      }
    },
  };
}

function looped(act: LoopOptions["act"]) {
  const time = clock();
  const failures: unknown[] = [];
  const one = loop({ act, pollMs: 5_000, ...time, failed: (error, restMs) => failures.push([String(error), restMs]) });
  return { time, one, failures };
}

test("a loop acts at its start, and again when something is due or at the latest at its next look", async () => {
  const wakes: (number | undefined)[] = [2_000, undefined, 60_000];
  let acts = 0;
  const { one, time } = looped(async () => wakes[acts++]);
  one.start();
  await one.idle();
  assert.deepEqual([acts, time.next()], [1, 2_000]);
  time.pass(2_000);
  await one.idle();
  assert.deepEqual([acts, time.next()], [2, 5_000]);
  time.pass(5_000);
  await one.idle();
  assert.deepEqual([acts, time.next()], [3, 5_000]);
});

test("a loop that is poked while it acts acts once more, and never twice at the same time", async () => {
  let acts = 0;
  let atOnce = 0;
  const { one } = looped(async () => {
    acts += 1;
    atOnce += 1;
    assert.equal(atOnce, 1);
    if (acts === 1) {
      one.poke();
      one.poke();
    }
    await new Promise<void>((resolve) => setImmediate(resolve));
    atOnce -= 1;
    return undefined;
  });
  one.poke();
  assert.equal(acts, 0, "before its start");
  one.start();
  await one.idle();
  assert.equal(acts, 2);
});

test("a loop that fails rests for 1, 2, 4 seconds, up to a minute, is not poked out of it, and goes on", async () => {
  let isBroken = true;
  const { one, time, failures } = looped(async () => {
    if (isBroken) throw new Error("no disk");
    return undefined;
  });
  one.start();
  for (let round = 0; round < 8; round += 1) {
    await one.idle();
    one.poke();
    assert.equal(failures.length, round + 1);
    time.pass(time.next());
  }
  await one.idle();
  assert.deepEqual(
    failures.map((failure) => (failure as [string, number])[1]),
    [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000],
  );
  isBroken = false;
  time.pass(60_000);
  await one.idle();
  assert.equal(time.next(), 5_000);
});

test("a loop that is stopped lets what is under way end, and sets no timer any more", async () => {
  let ended = false;
  const { one, time } = looped(async (signal) => {
    await new Promise<void>((resolve) => setImmediate(resolve));
    assert.equal(signal.aborted, true);
    ended = true;
    return undefined;
  });
  one.start();
  await one.stop();
  assert.deepEqual([ended, time.waiting()], [true, 0]);
  one.start();
  assert.equal(time.waiting(), 0);
});
