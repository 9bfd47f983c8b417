import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { SessionMessage } from "../../src/registry/index.js";
import { keptEntries } from "../../src/registry/sessions/kept-entries.js";
import { charactersOf } from "../../src/registry/sessions/session-message.js";
import { assistant, user } from "./sessions-room.js";

const calling = (...ids: readonly string[]): SessionMessage => ({
  ...assistant(""),
  calls: ids.map((id) => ({ id, name: "look", arguments: {} })),
});
const result = (call: string, content = "found"): SessionMessage => ({ role: "tool", call, content });
const entries = (...messages: readonly SessionMessage[]) => messages.map((message) => ({ message }));

const LIMITS = { keepMessages: 3, keepCharacters: 1_000 };

function kept(messages: readonly SessionMessage[], limits = LIMITS): readonly SessionMessage[] {
  return keptEntries(entries(...messages), limits).map(({ message }) => message);
}

test("K1: the newest messages within both limits stay, and the newest whatever its length", () => {
  const said = ["1", "2", "3", "4"].map(user);
  assert.deepEqual(kept(said), said.slice(1));
  assert.deepEqual(kept(said, { keepMessages: 4, keepCharacters: 2 }), said.slice(2));
  assert.deepEqual(kept([user("1"), user("much too long")], { keepMessages: 4, keepCharacters: 5 }), [user("much too long")]);
  assert.deepEqual(kept([]), []);
});

test("K2: a call and its results go together, wherever the results stand", () => {
  const turn = [calling("a", "b"), result("a"), result("b")];
  assert.deepEqual(kept([...turn, user("1")]), [user("1")]);
  assert.deepEqual(kept([user("1"), ...turn]), turn);
  assert.deepEqual(kept([user("1"), ...turn], { keepMessages: 2, keepCharacters: 1_000 }), turn);
  assert.deepEqual(kept([calling("a"), user("1"), user("2"), user("3"), result("a")]), [user("1"), user("2"), user("3")]);
  assert.deepEqual(kept([result("gone"), user("1")]), [user("1")]);
});

test("K2: a result belongs to the latest call of its id", () => {
  const turn = [calling("1"), result("1", "new")];
  assert.deepEqual(kept([calling("1"), result("1", "old"), ...turn]), turn);
});

test("K3: the first system message stays, and counts", () => {
  const system: SessionMessage = { role: "system", content: "the story so far" };
  const said = ["1", "2", "3", "4"].map(user);
  assert.deepEqual(kept([system, ...said]), [system, ...said.slice(2)]);
  assert.deepEqual(kept([system, ...said], { keepMessages: 9, keepCharacters: 17 }), [system, user("4")]);
  assert.deepEqual(kept([system, ...said], { keepMessages: 1, keepCharacters: 1 }), [system, user("4")]);
  assert.deepEqual(kept([user("0"), system, ...said, { ...system }]), [system, user("4"), system]);
});

test("what a model has to read is counted, calls and reasoning too", () => {
  assert.equal(charactersOf(user("four")), 4);
  assert.equal(charactersOf(calling("a")), '[{"id":"a","name":"look","arguments":{}}]'.length);
  assert.equal(charactersOf({ ...assistant("no"), reasoning: [{ text: "hm" }] }), 2 + '[{"text":"hm"}]'.length);
});

test("whatever was said: no result without its call, no call without the results that there were, and keeping twice is keeping once", () => {
  const id = fc.constantFrom("a", "b", "c");
  const text = fc.string({ maxLength: 12 });
  const message: fc.Arbitrary<SessionMessage> = fc.oneof(
    text.map(user),
    text.map(assistant),
    fc.uniqueArray(id, { minLength: 1 }).map((ids) => calling(...ids)),
    fc.record({ role: fc.constant("tool" as const), call: id, content: text }),
    fc.record({ role: fc.constant("system" as const), content: text }),
  );
  const limits = fc.record({ keepMessages: fc.integer({ min: 1, max: 6 }), keepCharacters: fc.integer({ min: 1, max: 200 }) });
  fc.assert(
    fc.property(fc.array(message, { maxLength: 15 }), fc.array(message, { maxLength: 15 }), limits, (before, after, limits) => {
      const all = entries(...before, ...after);
      const whole = keptEntries(all, limits);
      const [first, last] = [entries(...before), entries(...after)];
      const twice = keptEntries([...keptEntries(first, limits), ...last], limits);
      assert.deepEqual(twice, whole);
      // Each kept result's call is the latest one of its id before it, and is kept.
      for (const [index, { message }] of all.entries()) {
        if (message.role !== "tool") continue;
        const caller = all
          .slice(0, index)
          .findLast(({ message: other }) => other.role === "assistant" && other.calls?.some(({ id }) => id === message.call));
        const isKept = (entry: unknown) => whole.some((one) => one === entry);
        assert.equal(isKept(all[index]), caller !== undefined && isKept(caller));
      }
    }),
    { numRuns: 1_000 },
  );
});
