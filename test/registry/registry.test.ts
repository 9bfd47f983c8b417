import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { linesOfRegistry } from "../../src/registry/registry-state.js";
import { realDisk } from "../../src/store/index.js";
import { promised, registryRoom } from "./registry-room.js";

const AT = "2026-03-19T12:00:00.000Z";

describe("spawn", () => {
  test("a run is noted with its agent, its parent, its depth and who spawned it", async () => {
    const { registry, folder } = registryRoom();
    assert.ok(!existsSync(join(folder, "registry")));
    await registry.spawn({ agent: "researcher", task: { topic: "tides" }, model: "small" });
    assert.deepEqual(await registry.spawn({ agent: "builder", task: null, parent: "r1" }), {
      id: "r2",
      parent: "r1",
      depth: 1,
      agent: "builder",
      task: null,
      at: AT,
      owner: "h~1~x",
      costUsd: 0,
      stand: { state: "queued" },
    });
    assert.deepEqual(registry.get("r1"), {
      id: "r1",
      depth: 0,
      agent: "researcher",
      model: "small",
      task: { topic: "tides" },
      at: AT,
      owner: "h~1~x",
      costUsd: 0,
      stand: { state: "queued" },
    });
  });

  test("an agent or a model that nobody knows, or none, is an error and no run", async () => {
    const { registry } = registryRoom();
    await assert.rejects(registry.spawn({ agent: "reseacher", task: null }), {
      code: "registry/unknown-agent",
      message: 'there is no agent "reseacher"',
      hint: 'did you mean "researcher"? There are "researcher", "builder"',
    });
    await assert.rejects(registry.spawn({ agent: "", task: null }), {
      code: "registry/unknown-agent",
      message: "a run needs the name of its agent",
      hint: 'There are "researcher", "builder"',
    });
    await assert.rejects(registry.spawn({ agent: "builder", model: "gpt", task: null }), {
      code: "registry/unknown-model",
      message: 'there is no model "gpt"',
      hint: 'There are "small", "large"',
    });
    await assert.rejects(registryRoom({}, { agents: () => [] }).registry.spawn({ agent: "builder", task: null }), {
      message: 'there is no agent "builder"',
      hint: "There is none yet",
    });
    assert.equal(registry.log.read().runs.size, 0);
  });

  test("the same id again is the same run", async () => {
    const { registry } = registryRoom();
    await registry.spawn({ agent: "builder", task: 1, id: "mine" });
    assert.deepEqual((await registry.spawn({ agent: "researcher", task: 2, id: "mine" })).task, 1);
    assert.equal(registry.log.read().runs.size, 1);
  });

  test("a run has no child once it has ended, and an unknown one has none", async () => {
    const { registry, running } = registryRoom();
    await registry.end(await running(), { how: "done" });
    await assert.rejects(running("r1"), {
      code: "registry/ended",
      message: 'the run "r1" has ended and can have no more children',
      hint: "spawn it without a parent, or under a run that has not ended",
    });
    await assert.rejects(running("r9"), {
      code: "registry/no-run",
      message: 'there is no run "r9"',
      hint: "it was never spawned, or it ended so long ago that its record is gone",
    });
  });
});

describe("depth", () => {
  test("four runs may stand above one, and no more", async () => {
    const { registry, running } = registryRoom();
    let parent = await running();
    for (const depth of [1, 2, 3, 4]) {
      parent = await running(parent);
      assert.equal(registry.get(parent)?.depth, depth);
    }
    await assert.rejects(running(parent), {
      code: "registry/depth",
      message: 'a run under "r5" would have 5 runs above it; the limit is 4',
      hint: "let the run do it itself, or give it back to its parent",
    });
  });

  test("the settings may lower the limit", async () => {
    const { running } = registryRoom({ maxDepth: 1 });
    await assert.rejects(running(await running(await running())), { code: "registry/depth" });
    assert.throws(() => registryRoom({ maxDepth: 5 }));
  });

  test("a run has as many children at once as it may have; one that has ended makes room", async () => {
    const { registry, running } = registryRoom({ maxChildren: 2 });
    const parent = await running();
    const child = await running(parent);
    await running(parent);
    await assert.rejects(running(parent), {
      code: "registry/children",
      message: 'the run "r1" has 2 children that have not ended; the limit is 2',
      hint: "wait until one has ended, or raise `maxChildren`",
    });
    await registry.end(child, { how: "done" });
    await running(parent);
  });

  test("two processes that spawn at once do not pass the limit together", async () => {
    const room = registryRoom({ maxChildren: 1 });
    const parent = await room.running();
    const ends = await Promise.allSettled([room.running(parent), room.running(parent, room.open())]);
    assert.deepEqual(ends.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
  });
});

describe("begin, spent and end", () => {
  test("a run that is begun runs in the process that began it, and in no other that is alive with it", async () => {
    const room = registryRoom();
    const id = await room.running();
    await room.registry.begin(id);
    const other = room.open();
    await assert.rejects(other.begin(id), {
      code: "registry/taken",
      message: 'the run "r1" runs in another process',
      hint: "leave it to that one, or end it",
    });
    room.later(60);
    room.dead.add("1");
    assert.deepEqual(await other.begin(id), { ...room.registry.get(id), owner: "h~2~x", stand: { state: "running", since: AT } });
    await other.end(id, { how: "done" });
    await assert.rejects(other.begin(id), { code: "registry/ended", message: 'the run "r1" has ended', hint: "spawn another" });
  });

  test("what a run costs is added up, in its tree as well, and what comes after its end counts too", async () => {
    const { registry, running } = registryRoom();
    await running(await running());
    assert.equal((await registry.spent("r2", 0.25)).costUsd, 0.25);
    assert.equal((await registry.end("r2", { how: "done", usd: 0.5 })).costUsd, 0.75);
    await registry.spent("r2", 0.25);
    await registry.spent("r1", 2);
    const [tree] = registry.tree();
    assert.deepEqual([tree?.costUsd, tree?.children[0]?.costUsd, tree?.children.length], [3, 1, 1]);
    await assert.rejects(registry.spent("r1", Number.NaN), {
      code: "registry/cost",
      message: "NaN is no cost of a run",
      hint: "it is a number of US dollars, 0 or more",
    });
    await assert.rejects(registry.end("r1", { how: "done", usd: -1 }), { code: "registry/cost" });
    await assert.rejects(registry.spent("r9", 1), { code: "registry/no-run" });
    await assert.rejects(registry.end("r9", { how: "done" }), { code: "registry/no-run" });
  });

  test("what has ended stays as it ended", async () => {
    const { registry, running } = registryRoom();
    const id = await running();
    const ended = await registry.end(id, { how: "failed", because: "the page is gone" });
    assert.deepEqual(ended.stand, {
      state: "ended",
      at: AT,
      how: "failed",
      because: "the page is gone",
      announcement: { state: "not wanted" },
      tearDown: { state: "done", at: AT },
    });
    assert.deepEqual(await registry.end(id, { how: "done", result: 1 }), ended);
    assert.deepEqual(await registry.terminate(id), []);
  });

  test("a run that ends takes along what still lives below it, and the results that it did not take", async () => {
    const { registry, running, stand, announcement, told, announcer } = registryRoom();
    const parent = await running();
    const [ready, busy] = [await running(parent), await running(parent)];
    const below = await running(busy);
    await registry.end(ready, { how: "done", result: "text" });
    await registry.end(parent, { how: "done" });
    assert.deepEqual(announcement(ready), { state: "not wanted" });
    for (const id of [busy, below]) {
      const { how, because } = Object(stand(id));
      assert.deepEqual([how, because], ["terminated", "the run above it has ended"]);
    }
    assert.equal(await registry.announceDue(announcer), undefined);
    assert.deepEqual(told, []);
  });
});

describe("terminate", () => {
  test("a run ends with all that live below it, the deepest first, in one append, and its parent hears of it alone", async () => {
    let writes = 0;
    const disk = {
      ...realDisk,
      fdatasyncSync: (fd: number) => {
        writes += 1;
        realDisk.fdatasyncSync(fd);
      },
    };
    const { registry, running, told, tornDown, announcer, folder } = registryRoom({}, { disk });
    const top = await running();
    const chosen = await running(top);
    const [left, right] = [await running(chosen), await running(chosen)];
    const { id: queued } = await registry.spawn({ agent: "builder", task: null, parent: left });
    const beside = await running(top);
    await registry.end(right, { how: "done" });
    const before = readFileSync(join(folder, "registry/registry.jsonl"), "utf8");
    writes = 0;
    assert.deepEqual(await registry.terminate(chosen, "ana said so"), [queued, left, chosen]);
    // One for the ends, three for what was taken down.
    assert.equal(writes, 1 + 3);
    const lines = readFileSync(join(folder, "registry/registry.jsonl"), "utf8").slice(before.length).trim().split("\n");
    assert.deepEqual(
      lines.map((line) => [JSON.parse(line).type, JSON.parse(line).id]),
      [
        ["ended", queued],
        ["ended", left],
        ["ended", chosen],
        ["torn-down", queued],
        ["torn-down", left],
        ["torn-down", chosen],
      ],
    );
    assert.deepEqual(tornDown, [right, queued, left, chosen]);
    await registry.announceDue(announcer);
    assert.deepEqual(told, [`${top} < ${chosen} terminated`]);
    assert.deepEqual([...registry.log.read().live], [top, beside]);
    await assert.rejects(registry.terminate("r9"), { code: "registry/no-run" });
  });
});

describe("tearing down", () => {
  test("one that cannot be taken down holds up no other, and is taken down later; its record stays", async () => {
    let isBroken = true;
    const tornDown: string[] = [];
    const { registry, running, troubles, announcer } = registryRoom(
      {},
      {
        tearDown: async ({ id }) => {
          if (isBroken && id === "r2") throw new Error("the folder is busy");
          tornDown.push(id);
        },
      },
    );
    await running(await running());
    await registry.terminate("r1");
    assert.deepEqual(tornDown, ["r1"]);
    assert.equal(registry.standing().toTearDown, 1);
    assert.deepEqual(troubles, ['a run that has ended was not taken down: the folder is busy {"id":"r2"}']);
    isBroken = false;
    await registry.announceDue(announcer);
    assert.deepEqual(tornDown, ["r1", "r2"]);
    assert.equal(registry.get("r2")?.stand.state, "ended");
    await registry.announceDue(announcer);
    assert.deepEqual(tornDown, ["r1", "r2"]);
  });

  test("what a process that is gone did not take down is left to the next one, what a living one does to that one", async () => {
    const room = registryRoom();
    const held = promised();
    const first = room.open({ tearDown: () => held.promise });
    const id = await room.running(undefined, first);
    const ending = first.end(id, { how: "done" });
    while (room.registry.standing().toTearDown === 0) await new Promise<void>((resolve) => setImmediate(resolve));
    await room.registry.settleOrphans();
    assert.deepEqual(room.tornDown, []);
    room.dead.add("2");
    await room.registry.settleOrphans();
    assert.deepEqual(room.tornDown, [id]);
    held.resolve();
    await ending;
    assert.equal(room.registry.standing().toTearDown, 0);
  });

  test("a process without a way to take down leaves it to one that has", async () => {
    const room = registryRoom();
    const bare = room.openBare();
    await bare.terminate(await room.running());
    assert.equal(bare.standing().toTearDown, 1);
    await room.registry.announceDue(room.announcer);
    assert.deepEqual(room.tornDown, ["r1"]);
  });

  test("two calls at once take a run down once", async () => {
    const held = promised();
    const reached = promised();
    const tornDown: string[] = [];
    const room = registryRoom(
      {},
      {
        tearDown: async ({ id }) => {
          tornDown.push(id);
          reached.resolve();
          await held.promise;
        },
      },
    );
    const ending = room.registry.terminate(await room.running());
    await reached.promise;
    await room.registry.settleOrphans();
    await room.open().settleOrphans();
    held.resolve();
    await ending;
    assert.deepEqual(tornDown, ["r1"]);
  });
});

describe("announce", () => {
  test("results come to a parent once, in the order in which its children ended", async () => {
    const { registry, running, told, announcer, announcement } = registryRoom();
    const parent = await running();
    const [a, b, c] = [await running(parent), await running(parent), await running(parent)];
    await registry.end(b, { how: "done", result: { text: "second" } });
    await registry.end(a, { how: "failed", because: "no network" });
    await registry.end(c, { how: "cancelled" });
    assert.equal(await registry.announceDue(announcer), undefined);
    assert.equal(await registry.announceDue(announcer), undefined);
    assert.deepEqual(told, [`r1 < ${b} done`, `r1 < ${a} failed`, `r1 < ${c} cancelled`]);
    assert.deepEqual(announcement(a), { state: "delivered", at: AT });
  });

  test("retry: a result that cannot be brought is brought again later, and those behind it wait for it; other parents do not", async () => {
    const room = registryRoom({ retry: { firstSeconds: 10, longestSeconds: 15, tries: 5 } });
    const { registry, running, told, announcer, announcement, troubles } = room;
    const [one, other] = [await running(), await running()];
    const [a, b, c] = [await running(one), await running(one), await running(other)];
    for (const id of [a, b, c]) await registry.end(id, { how: "done" });
    const busy = {
      ...announcer,
      announce: (...[parent, child, key]: Parameters<typeof announcer.announce>) =>
        parent.id === one ? Promise.reject(new Error("it is busy")) : announcer.announce(parent, child, key),
    };
    assert.equal(await registry.announceDue(busy), Date.parse("2026-03-19T12:00:10Z"));
    assert.deepEqual(announcement(a), { state: "due", failures: 1, failedAt: AT, error: "it is busy" });
    assert.deepEqual(troubles, ['a result was not brought to its parent: it is busy {"id":"r3","parent":"r1"}']);
    assert.deepEqual(told, [`${other} < ${c} done`]);
    room.later(9);
    assert.equal(await registry.announceDue(announcer), Date.parse("2026-03-19T12:00:10Z"));
    room.later(1);
    assert.equal(await registry.announceDue(busy), Date.parse("2026-03-19T12:00:25Z"));
    room.later(15);
    assert.equal(await registry.announceDue(announcer), undefined);
    assert.deepEqual(told.slice(1), [`${one} < ${a} done`, `${one} < ${b} done`]);
  });

  test("a parent that can take nothing now is passed over, however often, and holds up no other", async () => {
    const { registry, running, told, announcer, announcement } = registryRoom({ retry: { tries: 1 } });
    const [busy, ready] = [await running(), await running()];
    const [one, other] = [await running(busy), await running(ready)];
    await registry.end(one, { how: "done" });
    await registry.end(other, { how: "done" });
    const canTake = async ({ id }: { id: string }) => id !== busy;
    for (let time = 0; time < 3; time += 1) await registry.announceDue({ ...announcer, canTake });
    assert.deepEqual(told, [`${ready} < ${other} done`]);
    assert.deepEqual(announcement(one), { state: "due", failures: 0 });
    await registry.announceDue(announcer);
    assert.deepEqual(told.at(-1), `${busy} < ${one} done`);
  });

  test("a result that failed too often is given up, and a person brings it again or drops it; the next ones go on", async () => {
    const room = registryRoom({ retry: { tries: 1 } });
    const { registry, running, told, announcer, announcement, troubles } = room;
    const parent = await running();
    const [a, b, c] = [await running(parent), await running(parent), await running(parent)];
    for (const id of [a, b]) await registry.end(id, { how: "done" });
    assert.equal(await registry.announceDue(room.failing("nobody is there")), undefined);
    assert.deepEqual(
      registry.standing().givenUp.map(({ id }) => id),
      [a, b],
    );
    assert.deepEqual(announcement(a), {
      state: "given up",
      at: AT,
      because: "1 try failed, the last one: nobody is there",
      isDropped: false,
    });
    assert.ok(troubles.includes(`a result was given up: 1 try failed, the last one: nobody is there {"id":"${a}","parent":"${parent}"}`));
    await registry.end(c, { how: "done" });
    await registry.drop(b);
    await registry.again(a);
    await registry.announceDue(announcer);
    assert.deepEqual(told, [`${parent} < ${c} done`, `${parent} < ${a} done`]);
    assert.deepEqual(registry.standing().givenUp, []);
    for (const decide of [registry.again, registry.drop]) {
      await assert.rejects(decide(b), {
        code: "registry/not-given-up",
        message: `the result of the run "${b}" was not given up`,
        hint: "only one that was can be brought again, or dropped",
      });
      await assert.rejects(decide("r9"), { code: "registry/no-run" });
    }
  });

  test("a result that was given up can be brought to no parent that has ended", async () => {
    const room = registryRoom({ retry: { tries: 1 } });
    const parent = await room.running();
    await room.registry.end(await room.running(parent), { how: "done" });
    await room.registry.announceDue(room.failing("nobody is there"));
    await room.registry.end(parent, { how: "done" });
    await assert.rejects(room.registry.again("r2"), {
      code: "registry/ended",
      message: 'nobody can take the result of the run "r2": its parent has ended',
      hint: "drop it; the record keeps the result",
    });
    await room.registry.drop("r2");
  });

  test("restart: what was told before a process was gone is not told again, what was not is", async () => {
    for (const isTold of [true, false]) {
      const room = registryRoom();
      const parent = await room.running();
      const child = await room.running(parent);
      await room.registry.end(child, { how: "done" });
      const reached = promised();
      // A process that comes so far and no further.
      void room.registry.announceDue({
        announce: async (...given) => {
          if (isTold) await room.announcer.announce(...given);
          reached.resolve();
          return new Promise(() => {});
        },
      });
      await reached.promise;
      const next = room.open();
      assert.equal(await next.announceDue(room.announcer), undefined, "the first one is at it");
      assert.equal(room.told.length, isTold ? 1 : 0);
      room.dead.add("1");
      await next.begin(parent);
      await next.announceDue(room.announcer);
      assert.deepEqual(room.told, [`${parent} < ${child} done`]);
      assert.equal(next.standing().results, 0);
    }
  });

  test("a result that ends each process that brings it is given up as one that fails is", async () => {
    const room = registryRoom({ retry: { tries: 2 } });
    const child = await room.running(await room.running());
    await room.registry.end(child, { how: "done" });
    for (let time = 1; time <= 2; time += 1) {
      const reached = promised();
      void room.open().announceDue({
        announce: () => {
          reached.resolve();
          return new Promise(() => {});
        },
      });
      await reached.promise;
      room.kill();
    }
    const last = room.open();
    await last.announceDue(room.announcer);
    assert.deepEqual(room.told, []);
    assert.deepEqual(room.announcement(child), {
      state: "given up",
      at: AT,
      because: "2 tries failed, at the last one the process ended",
      isDropped: false,
    });
  });

  test("two processes that announce at once tell each result once", async () => {
    const room = registryRoom();
    const parent = await room.running();
    for (const id of [await room.running(parent), await room.running(parent)]) await room.registry.end(id, { how: "done" });
    const other = room.open();
    await Promise.all([
      room.registry.announceDue(room.announcer),
      room.registry.announceDue(room.announcer),
      other.announceDue(room.announcer),
    ]);
    assert.deepEqual(room.told, [`${parent} < r2 done`, `${parent} < r3 done`]);
  });

  test("while a result is being brought, no other call brings it", async () => {
    const room = registryRoom();
    const child = await room.running(await room.running());
    await room.registry.end(child, { how: "done" });
    const [held, reached] = [promised(), promised()];
    const told: string[] = [];
    const slow = {
      announce: async (_parent: unknown, _child: unknown, key: string) => {
        told.push(key);
        reached.resolve();
        await held.promise;
      },
    };
    const first = room.registry.announceDue(slow);
    await reached.promise;
    assert.equal(await room.registry.announceDue(slow), undefined);
    assert.equal(await room.open().announceDue(slow), undefined);
    held.resolve();
    await first;
    assert.deepEqual(told, [child]);
    assert.deepEqual(room.announcement(child), { state: "delivered", at: AT });
  });

  test("where what came of it cannot be noted, the receiver is asked the next time", async () => {
    let isFull = false;
    const disk = {
      ...realDisk,
      fdatasyncSync: (fd: number) => {
        if (isFull) throw Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });
        realDisk.fdatasyncSync(fd);
      },
    };
    const room = registryRoom({}, { disk });
    const parent = await room.running();
    const child = await room.running(parent);
    await room.registry.end(child, { how: "done" });
    isFull = true;
    await assert.rejects(room.registry.announceDue(room.announcer), { code: "store/full" });
    assert.deepEqual(room.told, []);
    isFull = false;
    const filling = {
      ...room.announcer,
      announce: async (...given: Parameters<typeof room.announcer.announce>) => {
        await room.announcer.announce(...given);
        isFull = true;
      },
    };
    await assert.rejects(room.registry.announceDue(filling), { code: "store/full" });
    isFull = false;
    await room.registry.announceDue(room.announcer);
    assert.deepEqual(room.told, [`${parent} < ${child} done`]);
    assert.deepEqual(room.announcement(child), { state: "delivered", at: AT });
  });
});

describe("orphans", () => {
  test("runs whose process is gone are ended with all below them, and their parents that live hear of it", async () => {
    const room = registryRoom();
    const other = room.open();
    const top = await room.running();
    const lost = await room.running(top, other);
    const below = await room.running(lost);
    const { id: queued } = await other.spawn({ agent: "builder", task: null, parent: top });
    assert.deepEqual(await room.registry.settleOrphans(), []);
    room.dead.add("2");
    assert.deepEqual(await room.registry.settleOrphans(), [below, lost, queued]);
    const hows = [lost, below, queued].map((id) => Object(room.stand(id)).how);
    assert.deepEqual(hows, ["orphaned", "terminated", "orphaned"]);
    assert.equal(Object(room.stand(lost)).because, "its process is gone");
    assert.deepEqual(room.tornDown, [below, lost, queued]);
    await room.registry.announceDue(room.announcer);
    assert.deepEqual(room.told, [`${top} < ${lost} orphaned`, `${top} < ${queued} orphaned`]);
    assert.deepEqual(await room.registry.settleOrphans(), []);
  });

  test("a run with whom somebody goes on is no orphan", async () => {
    const room = registryRoom();
    const top = await room.running();
    const child = await room.running(top);
    room.kill();
    const next = room.open();
    assert.deepEqual(await next.settleOrphans(({ id }) => id === top), [child]);
    await next.begin(top);
    await next.announceDue(room.announcer);
    assert.deepEqual(room.told, [`${top} < ${child} orphaned`]);
  });
});

test("how the registry stands is told without changing anything", async () => {
  const { registry, running } = registryRoom();
  const parent = await running();
  await registry.spawn({ agent: "builder", task: null, parent });
  await registry.end(await running(parent), { how: "done" });
  assert.deepEqual(registry.standing(), { queued: 1, running: 1, results: 1, toTearDown: 0, givenUp: [] });
  assert.deepEqual(
    registry.tree().map(({ run, children }) => [run.id, children.map((child) => child.run.id)]),
    [["r1", ["r2", "r3"]]],
  );
});

test("a log that was compacted means the same, but for the oldest runs that are settled", async () => {
  const { registry, running, open, told, announcer } = registryRoom();
  const top = await running();
  const old = await running();
  await registry.end(old, { how: "done" });
  const [a, b] = [await running(top), await running(top)];
  await registry.end(b, { how: "done", result: "b" });
  await registry.end(a, { how: "done", result: "a" });
  await registry.end(await running(), { how: "done" });
  await registry.log.compact(0, (state) => linesOfRegistry(state, 1));
  const next = open();
  assert.deepEqual([...next.log.read().runs.keys()], [top, a, b, "r5"]);
  assert.deepEqual(next.log.unreadable, []);
  await next.announceDue(announcer);
  assert.deepEqual(told, [`${top} < ${b} done`, `${top} < ${a} done`]);
});
