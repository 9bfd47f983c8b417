import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { emptyIndex, foldIndex, linesOfIndex } from "../../src/registry/sessions/session-index.js";
import { linesOfSession } from "../../src/registry/sessions/session-log.js";
import { ANA, BO, sessionsRoom, user } from "./sessions-room.js";

const which = fc.constantFrom(ANA, BO);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("say" as const), talk: which, isTwice: fc.boolean(), inOther: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("close" as const), talk: which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("expire" as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("later" as const), seconds: fc.nat(70) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("restart" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("compact" as const) }) },
);

test("whatever happens in whatever order, a talk has one session that is open, and each session has what was said in it, once and in order", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const room = sessionsRoom({ idleSeconds: 100, ageSeconds: 300 });
      let stores = [room.sessions, room.open()];
      const said = new Map<string, string[]>();
      let count = 0;
      for (const step of steps) {
        const [mine = room.sessions, other = mine] = stores;
        if (step.do === "say") {
          count += 1;
          const { session, isResumed } = await mine.open(step.talk);
          assert.equal(isResumed, said.has(session.id));
          said.set(session.id, [...(said.get(session.id) ?? []), `${count}`]);
          const store = step.inOther ? other : mine;
          assert.equal(await store.append(session.id, [user(`${count}`)], `k${count}`), true);
          if (step.isTwice) assert.equal(await mine.append(session.id, [user(`${count}`)], `k${count}`), false);
        } else if (step.do === "close") {
          const session = mine.find(step.talk);
          if (session !== undefined) await mine.close(session.id);
        } else if (step.do === "expire") {
          await other.expire();
          for (const { lastAt, end } of mine.list()) assert.ok(end !== undefined || room.now() - Date.parse(lastAt) < 100_000);
        } else if (step.do === "restart") stores = [room.open(), mine];
        else if (step.do === "later") room.later(step.seconds);
        else await mine.index.compact(0, (state) => linesOfIndex(state));
        const index = mine.index.read();
        assert.deepEqual(linesOfIndex(index).reduce(foldIndex, emptyIndex()), index);
        for (const talk of [ANA, BO]) {
          const open = other.list().filter(({ channel, end }) => channel === talk.channel && end === undefined);
          assert.ok(open.length <= 1);
          assert.equal(other.find(talk)?.id, open[0]?.id);
        }
        for (const [id, texts] of said) for (const store of stores) assert.deepEqual(room.said(id, store), texts);
      }
    }),
    { numRuns: 40 },
  );
});

test("an index whose lines speak of what is not there means what the others mean", () => {
  const at = "2026-03-19T12:00:00.000Z";
  const index = foldIndex(emptyIndex(), { type: "spoken", id: "s1", at });
  assert.deepEqual(foldIndex(index, { type: "ended", id: "s1", at, how: "closed", because: "over" }), emptyIndex());
  assert.deepEqual(
    linesOfSession({ entries: [], lastAt: undefined, keys: new Set(), end: undefined }, (entries) => entries),
    [],
  );
});
