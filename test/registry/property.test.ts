import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Announcer, Registry } from "../../src/registry/index.js";
import { emptyRegistry, foldRegistry, linesOfRegistry, type RegistryState } from "../../src/registry/registry-state.js";
import { promised, registryRoom } from "./registry-room.js";

const MAX_CHILDREN = 3;

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("spawn" as const), under: fc.nat(12), isBegun: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("end" as const), which: fc.nat(12) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("terminate" as const), which: fc.nat(12) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("announce" as const), how: fc.constantFrom("told", "refused") }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("crash" as const), isTold: fc.boolean(), goOn: fc.array(fc.boolean(), { maxLength: 6 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("restart" as const), goOn: fc.array(fc.boolean(), { maxLength: 6 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("compact" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("later" as const), seconds: fc.nat(100) }) },
);

/** A state as plain data, all orders that count with it. */
function plain(state: RegistryState): unknown {
  return JSON.parse(
    JSON.stringify({
      runs: [...state.runs.values()],
      queues: Object.fromEntries([...state.queues].map(([parent, queue]) => [parent, [...queue]])),
      liveChildren: Object.fromEntries([...state.liveChildren].map(([parent, children]) => [parent, [...children].sort()])),
      sets: [state.live, state.givenUp, state.toTearDown].map((set) => [...set].sort()),
    }),
  );
}

function check(registry: Registry): void {
  const state = registry.log.read();
  for (const id of state.live) {
    const run = state.runs.get(id);
    assert.ok(run !== undefined && run.depth <= 4);
    if (run.parent !== undefined) assert.ok(state.live.has(run.parent), `${id} lives under ${run.parent}, which has ended`);
  }
  for (const children of state.liveChildren.values()) assert.ok(children.size <= MAX_CHILDREN);
  for (const parent of state.queues.keys()) assert.ok(state.live.has(parent), `${parent} has ended and is to be told something`);
  const again = linesOfRegistry(state, Number.POSITIVE_INFINITY).reduce(foldRegistry, emptyRegistry());
  assert.deepEqual(plain(again), plain(state));
}

test("whatever happens in whatever order, each result is told once and in order, nothing lives under what has ended, and no orphan is left", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const room = registryRoom({ maxChildren: MAX_CHILDREN, retry: { firstSeconds: 10, longestSeconds: 40, tries: 1_000 } });
      let registry = room.registry;
      let pid = 1;
      /** The keys as they were told, and how often. */
      const told: string[] = [];
      const ended: string[] = [];
      const telling: Announcer = {
        announce: async (_parent, _child, key) => {
          told.push(key);
        },
        wasTold: async (key) => told.includes(key),
      };
      const refusing: Announcer = { ...telling, announce: () => Promise.reject(new Error("it is busy")) };
      const live = () => [...registry.log.read().live];
      const one = (which: number) => live()[which % Math.max(1, live().length)];
      const restart = async (goOn: readonly boolean[]) => {
        room.dead.add(String(pid));
        pid += 1;
        registry = room.open();
        const goesOn = new Set(live().filter((_, index) => goOn[index] === true));
        ended.push(...(await registry.settleOrphans(({ id }) => goesOn.has(id))));
        for (const id of live()) {
          assert.ok(goesOn.has(id), `${id} is an orphan`);
          await registry.begin(id);
        }
      };
      for (const step of steps) {
        if (step.do === "spawn") {
          const parent = step.under === 12 ? undefined : one(step.under);
          const spawned = await registry.spawn({ agent: "builder", task: null, ...(parent !== undefined && { parent }) }).catch((error) => {
            assert.ok(["registry/depth", "registry/children"].includes(Object(error).code));
          });
          if (spawned && step.isBegun) await registry.begin(spawned.id);
        } else if (step.do === "end" || step.do === "terminate") {
          const id = one(step.which);
          if (id === undefined) continue;
          const before = new Set(live());
          if (step.do === "end") await registry.end(id, { how: "done", result: id });
          else await registry.terminate(id);
          ended.push(...[...before].filter((run) => run !== id && !live().includes(run)), id);
        } else if (step.do === "announce") await registry.announceDue(step.how === "told" ? telling : refusing);
        else if (step.do === "crash") {
          const reached = promised();
          const running = registry.announceDue({
            ...telling,
            announce: (...given) => {
              if (step.isTold) void telling.announce(...given);
              reached.resolve();
              return new Promise(() => {});
            },
          });
          await Promise.race([running, reached.promise]);
          await restart(step.goOn);
        } else if (step.do === "restart") await restart(step.goOn);
        else if (step.do === "compact") await registry.log.compact(0, (state) => linesOfRegistry(state, 1_000));
        else room.later(step.seconds);
        check(registry);
      }
      for (let wakeAt: number | undefined = 0; wakeAt !== undefined; room.later(40)) wakeAt = await registry.announceDue(telling);
      check(registry);
      const { runs, queues, toTearDown } = registry.log.read();
      assert.equal(queues.size, 0, "a result waits for ever");
      assert.equal(toTearDown.size, 0, "a run is not taken down");
      assert.equal(new Set(told).size, told.length, "a result was told twice");
      for (const { id, parent, stand } of runs.values()) {
        if (stand.state !== "ended") continue;
        const { state } = stand.announcement;
        if (state === "delivered") assert.ok(told.includes(id));
        else assert.ok(state === "not wanted" && !live().includes(parent ?? ""), `${id} was never told`);
      }
      const orders = new Map<string, { ended: string[]; told: string[] }>();
      for (const { parent } of runs.values()) if (parent !== undefined) orders.set(parent, { ended: [], told: [], ...orders.get(parent) });
      for (const id of ended) orders.get(runs.get(id)?.parent ?? "")?.ended.push(id);
      for (const id of told) orders.get(runs.get(id)?.parent ?? "")?.told.push(id);
      for (const order of orders.values()) {
        assert.deepEqual(
          order.told,
          order.ended.filter((id) => order.told.includes(id)),
          "not in the order in which they ended",
        );
      }
    }),
    { numRuns: 60 },
  );
});

test("a log whose lines speak of what is not there, or of what is past, means what the others mean", () => {
  const id = fc.constantFrom("a", "b", "c");
  const at = fc.constant("2026-03-19T12:00:00.000Z");
  const line = fc.oneof(
    fc.record({ type: fc.constant("began" as const), id, at, owner: fc.constant("h~1~x") }),
    fc.record({ type: fc.constantFrom("torn-down", "delivered", "again", "dropped"), id, at }),
    fc.record({ type: fc.constantFrom("tearing-down", "announcing"), id, at, by: fc.constant("h~1~x") }),
    fc.record({ type: fc.constant("not-delivered" as const), id, at, error: fc.constant("busy") }),
    fc.record({ type: fc.constant("given-up" as const), id, at, because: fc.constant("busy") }),
    fc.record({ type: fc.constant("spent" as const), id, at, usd: fc.constant(1) }),
    fc.record({ type: fc.constant("queue" as const), parent: id, ids: fc.array(id) }),
    fc.record({
      type: fc.constant("ended" as const),
      id,
      at,
      how: fc.constantFrom("done", "failed"),
      usd: fc.constant(0),
    }),
    fc.constantFrom("a", "b").map((id) => ({
      type: "spawned" as const,
      id,
      depth: 0,
      agent: "builder",
      task: null,
      at: "2026-03-19T12:00:00.000Z",
      owner: "h~1~x",
      ...(id === "b" && { parent: "a", depth: 1 }),
    })),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
      const state = lines.reduce(foldRegistry, emptyRegistry());
      const again = linesOfRegistry(state, Number.POSITIVE_INFINITY).reduce(foldRegistry, emptyRegistry());
      assert.deepEqual(plain(again), plain(state));
      for (const { id, stand } of state.runs.values()) assert.equal(state.live.has(id), stand.state !== "ended");
    }),
  );
});
