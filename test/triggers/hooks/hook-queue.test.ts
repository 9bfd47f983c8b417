import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { test } from "node:test";
import { compactHooks, type HookQueueOptions, type HookWork, hookHealth, hookQueue, hookStore } from "../../../src/triggers/index.js";
import { emptyFolder } from "../../store/files/folder.js";
import { FakeTime } from "../jobs/clock-world.js";

function work(id: string, hook = "in"): HookWork {
  return { id: `${hook}:${id}`, hook, at: "2026-12-01T12:00:00.000Z", pipeline: "dossier", input: { id }, body: { id } };
}

interface World {
  readonly root: string;
  readonly time: FakeTime;
  readonly done: string[];
  queue(more?: Partial<HookQueueOptions>): ReturnType<typeof hookQueue>;
}

function world(): World {
  const root = emptyFolder();
  const time = new FakeTime("2026-12-01T12:00:00Z");
  const done: string[] = [];
  return {
    root,
    time,
    done,
    queue: (more = {}) =>
      hookQueue({
        store: hookStore(root),
        work: async ({ id }) => void done.push(id),
        now: time.now,
        setTimer: time.setTimer,
        trouble: (error) => {
          throw error;
        },
        ...more,
      }),
  };
}

test("what is taken is done once, in its order, and known when it comes again, also behind a restart", async () => {
  const { queue, done } = world();
  const first = queue({ atOnce: 1 });
  await first.start();
  assert.deepEqual(await Promise.all(["a", "b", "a"].map((id) => first.take(work(id)))), ["taken", "taken", "known"]);
  await first.idle();
  await first.stop();
  const second = queue();
  await second.start();
  assert.equal(await second.take(work("a")), "known");
  assert.equal(await second.take(work("a", "other")), "taken");
  await second.idle();
  await second.stop();
  assert.deepEqual(done, ["in:a", "in:b", "other:a"]);
});

test("what is taken before the queue has started, or behind its end, is done when it starts", async () => {
  const { queue, done } = world();
  const first = queue();
  await first.take(work("early"));
  await first.idle();
  assert.deepEqual(done, []);
  await first.start();
  await first.idle();
  await first.stop();
  await first.take(work("late"));
  await first.idle();
  assert.deepEqual(done, ["in:early"]);
  const second = queue();
  await second.start();
  await second.idle();
  await second.stop();
  assert.deepEqual(done, ["in:early", "in:late"]);
});

test("no more than so many are done at once", async () => {
  const { queue } = world();
  const ends: (() => void)[] = [];
  let going = 0;
  let most = 0;
  const busy = queue({
    atOnce: 2,
    work: () => {
      going += 1;
      most = Math.max(most, going);
      return new Promise<void>((resolve) => ends.push(resolve)).finally(() => {
        going -= 1;
      });
    },
  });
  for (let nth = 0; nth < 5; nth += 1) await busy.take(work(String(nth)));
  await busy.start();
  while (going > 0 || ends.length > 0) {
    ends.shift()?.();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await busy.stop();
  assert.equal(most, 2);
});

test("what fails is tried three times, later each time, and then given up with its words", async () => {
  const { root, time, queue } = world();
  const tried: string[] = [];
  const troubles: string[] = [];
  const failing = queue({
    trouble: (error) => troubles.push(String(error)),
    work: async () => {
      tried.push(time.now().toISOString());
      throw new Error("no such pipeline");
    },
  });
  await failing.start();
  await failing.take(work("a"));
  await failing.idle();
  await time.until("2026-12-01T13:00:00Z", failing.idle);
  await failing.stop();
  assert.deepEqual(tried, ["2026-12-01T12:00:00.000Z", "2026-12-01T12:00:10.000Z", "2026-12-01T12:02:10.000Z"]);
  const { open, givenUp } = hookStore(root).read();
  assert.equal(open.size, 0);
  assert.deepEqual(
    givenUp.map(({ work: { id }, reason }) => `${id} ${reason}`),
    ["in:a no such pipeline"],
  );
  // Whoever looks at the log sees each of them, and that it is over.
  assert.deepEqual(troubles, [
    'Error: hook "in": what came as in:a was not done, tried again at 2026-12-01T12:00:10Z: no such pipeline',
    'Error: hook "in": what came as in:a was not done, tried again at 2026-12-01T12:02:10Z: no such pipeline',
    'Error: hook "in": what came as in:a was not done, it is given up: no such pipeline',
  ]);
});

test("what was given up is named until it is sent again, and then it is done, also where the log was written anew", async () => {
  const { root, time, queue, done } = world();
  let isBroken = true;
  const mended = queue({
    trouble: () => {},
    work: async ({ id }) => {
      if (isBroken) throw new Error("no such pipeline");
      done.push(id);
    },
  });
  const findings = () => hookHealth(hookStore(root).read()).map(({ key, message }) => `${key} | ${message}`);
  await mended.start();
  await mended.take(work("a"));
  await mended.idle();
  await time.until("2026-12-01T13:00:00Z", mended.idle);
  const named = [
    'hooks/given-up in:a 2026-12-01T12:02:10.000Z | hook "in": what came as in:a was given up at 2026-12-01T12:02:10Z: no such pipeline',
  ];
  assert.deepEqual(findings(), named);
  await compactHooks(hookStore(root), time.now(), 0);
  assert.deepEqual(findings(), named);
  isBroken = false;
  assert.equal(await mended.take(work("a")), "taken");
  assert.equal(await mended.take(work("a")), "known");
  await mended.idle();
  await mended.stop();
  await compactHooks(hookStore(root), time.now(), 0);
  assert.deepEqual([findings(), done, await queue().take(work("a"))], [[], ["in:a"], "known"]);
});

test("work whose process has ended three times is given up, and is not the end of a fourth", async () => {
  const { root, queue, done } = world();
  const store = hookStore(root);
  const at = "2026-12-01T12:00:00.000Z";
  const owner = { host: "here", pid: 1, startedAt: "then" };
  await store.change(() => ({
    add: [
      { type: "taken", at, work: work("a") },
      { type: "claimed", at, id: "in:a", owner, tries: 3 },
      { type: "taken", at, work: work("b") },
      { type: "claimed", at, id: "in:b", owner, tries: 2 },
    ],
    gives: undefined,
  }));
  const troubles: unknown[] = [];
  const next = queue({ isGone: () => true, trouble: (error) => troubles.push(error) });
  await next.start();
  await next.idle();
  await next.stop();
  assert.deepEqual(done, ["in:b"]);
  assert.match(String(troubles), /in:a was not done, it is given up: its process ended 3 times before it was done$/);
  assert.deepEqual(
    hookStore(root)
      .read()
      .givenUp.map(({ reason }) => reason),
    ["its process ended 3 times before it was done"],
  );
});

test("what another machine has claimed is its own for a day", async () => {
  const { root, time, queue, done } = world();
  const owner = { host: "another-machine", pid: 1, startedAt: "then" };
  const at = "2026-12-01T12:00:00.000Z";
  await hookStore(root).change(() => ({
    add: [
      { type: "taken", at, work: work("a") },
      { type: "claimed", at, id: "in:a", owner, tries: 1 },
    ],
    gives: undefined,
  }));
  const here = queue();
  await here.start();
  await here.idle();
  assert.deepEqual(done, []);
  await time.jumpTo("2026-12-02T12:00:01Z", here.idle);
  assert.deepEqual(done, ["in:a"]);
  await here.stop();
});

test("a log that is written anew keeps what is open and which deliveries are known", async () => {
  const { root, time, queue } = world();
  const store = hookStore(root);
  const some = queue({
    store,
    work: async ({ id }) => {
      if (id === "in:bad") throw new Error("no");
    },
    trouble: () => {},
  });
  await some.start();
  for (const id of ["good", "bad"]) await some.take(work(id));
  await some.idle();
  await some.stop();
  await some.take(work("open"));
  await compactHooks(store, time.now(), 0);
  const { open, known } = hookStore(root).read();
  assert.deepEqual(
    [...open].map(([id, { tries, notBefore }]) => ({ id, tries, notBefore })).sort((a, b) => (a.id < b.id ? -1 : 1)),
    [
      { id: "in:bad", tries: 1, notBefore: time.ms + 10_000 },
      { id: "in:open", tries: 0, notBefore: 0 },
    ],
  );
  assert.deepEqual([...(known.get("in") ?? [])], ["in:good", "in:bad", "in:open"]);
});

test("of each hook ten thousand deliveries are remembered, and a busy one pushes out none of another", async () => {
  const { root } = world();
  const store = hookStore(root);
  const at = "2026-12-01T12:00:00.000Z";
  await store.change(() => ({
    add: [
      { type: "known", at, hook: "rare", ids: ["rare:1"] },
      { type: "known", at, hook: "busy", ids: Array.from({ length: 10_001 }, (_, nth) => `busy:${nth}`) },
    ],
    gives: undefined,
  }));
  const { known } = hookStore(root).read();
  assert.equal(known.get("busy")?.size, 10_000);
  assert.deepEqual(
    ["busy:0", "busy:1", "busy:10000"].map((id) => known.get("busy")?.has(id)),
    [false, true, true],
  );
  assert.equal(known.get("rare")?.has("rare:1"), true);
});

test("what was answered with 202 is done although its process was killed right behind the answer", async () => {
  const { root, queue, done } = world();
  const child = fork(join(import.meta.dirname, "hook-process.ts"), [root], { execArgv: ["--import", "tsx"] });
  const [port] = await once(child, "message");
  const send = (id: string) =>
    fetch(`http://127.0.0.1:${port}/in`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ id }) });
  // The first is being done when the process is killed, the second waits.
  for (const id of ["one", "two"]) {
    const answer = await send(id);
    assert.deepEqual([answer.status, await answer.text()], [202, "Taken.\n"]);
  }
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
  const next = queue({ atOnce: 1 });
  await next.start();
  assert.equal(await next.take(work("one")), "known");
  await next.idle();
  await next.stop();
  assert.deepEqual(done, ["in:one", "in:two"]);
});
