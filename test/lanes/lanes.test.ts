import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { linesOfLanes } from "../../src/lanes/lanes-state.js";
import { thisProcess } from "../../src/store/index.js";
import { lanesRoom } from "./lanes-room.js";

const ONE = { lanes: { main: { maxConcurrent: 1 } } };

test("limit: a lane runs no more at once than it may, in the order in which it was queued", async () => {
  const room = lanesRoom({ lanes: { main: { maxConcurrent: 2 } } });
  for (const id of ["a", "b", "c", "d"]) await room.put(id);
  await room.look();
  assert.deepEqual(room.ids(), ["a", "b"]);
  await room.end("b");
  assert.deepEqual(room.ids(), ["a", "c"]);
  await room.end("a");
  await room.end("c");
  await room.end("d");
  assert.deepEqual(room.started, ["a", "b", "c", "d"]);
  assert.deepEqual(room.ended, ["b done", "a done", "c done", "d done"]);
});

test("limit: all lanes together run no more than the total", async () => {
  const room = lanesRoom({ total: 3 });
  for (const id of ["a", "b", "c", "d"]) await room.put(id);
  for (const id of ["x", "y"]) await room.put(id, "cron");
  await room.look();
  assert.deepEqual(room.ids(), ["a", "b", "c"]);
});

test("live change: a limit that is raised or lowered counts from the next look on", async () => {
  const room = lanesRoom(ONE);
  for (const id of ["a", "b", "c", "d"]) await room.put(id);
  await room.look();
  assert.deepEqual(room.ids(), ["a"]);
  room.change({ lanes: { main: { maxConcurrent: 3 } } });
  await room.look();
  assert.deepEqual(room.ids(), ["a", "b", "c"]);
  room.change({ lanes: { main: { maxConcurrent: 0 } } });
  await room.end("a");
  assert.deepEqual(room.ids(), ["b", "c"]);
});

test("priority: a conversation goes before background work, and what has waited long enough goes before it", async () => {
  const room = lanesRoom({ total: 1 });
  await room.put("night", "background");
  await room.put("talk", "main");
  await room.look();
  assert.deepEqual(room.ids(), ["talk"]);
  // 3 levels apart: 15 minutes make up for them.
  room.later(901);
  await room.put("talk more", "main");
  await room.end("talk");
  assert.deepEqual(room.ids(), ["night"]);
});

test("fairness: within a lane the owners have their turns one after the other", async () => {
  const room = lanesRoom(ONE);
  for (const id of ["a1", "a2", "a3"]) await room.put(id, "main", "ana");
  await room.put("b1", "main", "bo");
  await room.look();
  for (const id of ["a1", "b1", "a2", "a3"]) await room.end(id);
  assert.deepEqual(room.started, ["a1", "b1", "a2", "a3"]);
});

test("generations: what was queued before a reset never runs after it; what comes later does", async () => {
  const room = lanesRoom(ONE);
  for (const id of ["a", "b", "c"]) await room.put(id);
  await room.look();
  assert.equal(await room.lanes.reset("main"), 2);
  await room.put("d");
  await room.end("a");
  assert.deepEqual(room.started, ["a", "d"]);
  await assert.rejects(room.lanes.reset("mian"), { code: "lanes/unknown" });
});

test("generations: what was begun before a reset and was cut off is not begun again after it", async () => {
  const room = lanesRoom(ONE);
  await room.put("a");
  await room.look();
  await room.lanes.reset("main");
  const next = room.open(() => true, { host: "h", pid: 2, startedAt: "2" });
  await room.look(next);
  assert.deepEqual(room.started, ["a"]);
  assert.deepEqual(room.ended, ["a cancelled: it is no longer wanted"]);
});

test("drain: nothing more is started, what runs is waited for, and the rest lies there for the next", async () => {
  const room = lanesRoom(ONE);
  for (const id of ["a", "b"]) await room.put(id);
  await room.look();
  let isDrained = false;
  const drained = room.runner.drain().then(() => {
    isDrained = true;
  });
  await room.look();
  assert.equal(isDrained, false);
  await room.end("a");
  await drained;
  assert.deepEqual(room.started, ["a"]);
  await room.look(room.open());
  assert.deepEqual(room.started, ["a", "b"]);
});

test("restart: what was running in a process that is gone is gone on with, before anything new", async () => {
  const room = lanesRoom(ONE);
  for (const id of ["a", "b"]) await room.put(id);
  await room.look();
  const next = room.open((process) => process !== "h~2~2", { host: "h", pid: 2, startedAt: "2" });
  await room.look(next);
  assert.deepEqual(room.started, ["a", "a"]);
  assert.equal(room.running.get("a")?.starting.interrupted, true);
  await room.end("a");
  assert.deepEqual(room.started, ["a", "a", "b"]);
  assert.equal(room.running.get("b")?.starting.interrupted, false);
});

test("two processes that look at once start nothing twice", async () => {
  const room = lanesRoom({ lanes: { main: { maxConcurrent: 2 } } });
  for (const id of ["a", "b", "c"]) await room.put(id);
  const other = room.open(() => false, { host: "h", pid: 2, startedAt: "2" });
  await Promise.all([room.runner.look(), other.look()]);
  await room.settled();
  assert.deepEqual(room.started, ["a", "b"]);
});

test("interrupt: what is told to end because its process ends is gone on with by the next", async () => {
  const room = lanesRoom(ONE);
  await room.put("a");
  await room.look();
  const interrupted = room.runner.interrupt();
  assert.equal(room.running.get("a")?.starting.signal.aborted, true);
  await room.end("a", { outcome: "failed", because: "interrupted" });
  await interrupted;
  assert.deepEqual(room.ended, []);
  await room.look(room.open());
  assert.deepEqual(room.started, ["a", "a"]);
});

test("an item that ends while a look waits for the lock is not taken for one that was left behind", async () => {
  const room = lanesRoom(ONE);
  for (const id of ["a", "b"]) await room.put(id);
  await room.look();
  // Of this process, which lives: whoever wants the lock waits behind it.
  const { host, pid, startedAt } = thisProcess();
  const folder = `${room.lanes.log.path}.lock`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `1~${host}~${pid}~${startedAt}~0`), "");
  const looked = room.runner.look();
  await room.end("a");
  rmSync(join(folder, `1~${host}~${pid}~${startedAt}~0`));
  await looked;
  await room.settled();
  assert.deepEqual(room.started, ["a", "b"]);
  assert.deepEqual(room.ended, ["a done"]);
});

test("an item that is cancelled is gone if it waits, and told to end if it runs", async () => {
  const room = lanesRoom(ONE);
  for (const id of ["a", "b"]) await room.put(id);
  await room.look();
  assert.equal(await room.lanes.cancel("b"), true);
  assert.equal(await room.lanes.cancel("a"), true);
  assert.equal(await room.lanes.cancel("z"), false);
  await room.look();
  assert.equal(room.running.get("a")?.starting.signal.aborted, true);
  await room.end("a", { outcome: "cancelled" });
  assert.deepEqual(room.ended, ["a cancelled"]);
  assert.deepEqual(room.started, ["a"]);
});

test("work that throws has failed, and the lane goes on", async () => {
  const room = lanesRoom(ONE);
  for (const id of ["a", "b"]) await room.put(id);
  await room.look();
  await room.end("a", { outcome: "failed", because: "thrown" });
  assert.deepEqual(room.ended, ["a failed: it broke"]);
  assert.deepEqual(room.ids(), ["b"]);
});

test("the same id again is the same item, while it waits, while it runs and when it is over", async () => {
  const room = lanesRoom(ONE);
  await room.put("first");
  assert.deepEqual(await room.put("a"), { item: { id: "a", lane: "main", owner: "ana", work: { id: "a" } }, before: 1 });
  assert.equal((await room.lanes.enqueue({ id: "a", lane: "cron", owner: "bo", work: 7 })).item.lane, "main");
  await room.look();
  await room.end("first");
  await room.put("a");
  await room.end("a");
  await room.put("a");
  await room.look();
  assert.deepEqual(room.started, ["first", "a"]);
});

test("a lane that there is none of is an error that names the nearest one", async () => {
  const room = lanesRoom({ lanes: { nightly: {} } });
  await assert.rejects(room.put("a", "nihgtly"), {
    code: "lanes/unknown",
    message: 'there is no lane "nihgtly"',
    hint: 'did you mean "nightly"? There are "main", "subagent", "cron", "background", "nightly"; `lanes` of the settings adds your own',
  });
});

test("how the lanes stand is told without changing anything", async () => {
  const room = lanesRoom(ONE);
  for (const id of ["a", "b", "c"]) await room.put(id);
  await room.look();
  assert.deepEqual(room.lanes.standing()[0], {
    lane: "main",
    maxConcurrent: 1,
    priority: 0,
    running: [{ id: "a", owner: "ana", since: "2026-03-19T12:00:00.000Z" }],
    waiting: 2,
    generation: 0,
    oldest: "2026-03-19T12:00:00.000Z",
  });
});

test("whatever happens in whatever order, no lane is above its limit, and each item is run to its end once or taken away", async () => {
  const step = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant("put" as const), lane: fc.constantFrom("main", "cron"), owner: fc.constantFrom("ana", "bo") }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constant("end" as const), which: fc.nat(5) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("restart" as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("reset" as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("compact" as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("cancel" as const), which: fc.nat(9) }) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const room = lanesRoom({ total: 3, lanes: { main: { maxConcurrent: 2 }, cron: { maxConcurrent: 2 } } });
      let pid = 1;
      let runner = room.runner;
      let queued = 0;
      const check = () => {
        const running = [...room.running.values()];
        assert.ok(running.length <= 3);
        for (const lane of ["main", "cron"]) assert.ok(running.filter(({ item }) => item.lane === lane).length <= 2);
      };
      for (const step of steps) {
        if (step.do === "put") {
          queued += 1;
          await room.put(`i${queued}`, step.lane, step.owner);
        } else if (step.do === "end") await room.end([...room.running.keys()][step.which] ?? "");
        else if (step.do === "reset") await room.lanes.reset("main");
        else if (step.do === "compact") await room.lanes.log.compact(0, (state) => linesOfLanes(state, 100));
        else if (step.do === "cancel") await room.lanes.cancel(`i${step.which}`);
        else {
          room.running.clear();
          pid += 1;
          const mine = `h~${pid}~x`;
          runner = room.open((process) => process !== mine, { host: "h", pid, startedAt: "x" });
        }
        await room.look(runner);
        check();
      }
      for (let left = room.ids(); left.length > 0; left = room.ids()) for (const id of left) await room.end(id);
      const ends = room.ended.map((text) => text.split(" ")[0]);
      assert.equal(new Set(ends).size, ends.length, "an item ended twice");
      const state = room.lanes.log.read();
      assert.equal(state.places.size, 0, "something was left");
    }),
    { numRuns: 40 },
  );
});
