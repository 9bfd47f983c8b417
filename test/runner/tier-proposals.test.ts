import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type DecisionMade, tierProposals } from "../../src/runner/index.js";

const at = (hour: number) => new Date(Date.UTC(2026, 2, 19, hour)).toISOString();
const made = (count: number, more: Partial<DecisionMade> = {}, from = 0): DecisionMade[] =>
  Array.from({ length: count }, (_, index) => ({ about: "publisher/approve", tier: 4, at: at(from + index), isUnchanged: true, ...more }));

test("what was approved unchanged 20 times in a row could be asked at one tier less, and 19 times is not enough", () => {
  assert.deepEqual(tierProposals(made(19), new Map()), []);
  assert.deepEqual(tierProposals(made(20), new Map()), [
    { about: "publisher/approve", tier: 4, lower: 3, unchanged: 20, since: at(0), until: at(19) },
  ]);
  assert.equal(tierProposals(made(20, { tier: 3 }), new Map())[0]?.lower, 2);
});

test("an edit, a rejection or an answer ends the row", () => {
  const edited = [...made(15), ...made(1, { isUnchanged: false }, 15), ...made(19, {}, 16)];
  assert.deepEqual(tierProposals(edited, new Map()), []);
  assert.equal(tierProposals([...edited, ...made(1, {}, 35)], new Map())[0]?.unchanged, 20);
});

test("nothing is proposed about tier 5, nor where a run does not wait", () => {
  for (const tier of [1, 2, 5]) assert.deepEqual(tierProposals(made(50, { tier }), new Map()), [], String(tier));
});

test("a row at a higher tier says nothing about the tier that is asked now", () => {
  assert.deepEqual(tierProposals([...made(25), ...made(5, { tier: 3 }, 25)], new Map()), []);
});

test("what a person has said about a proposal holds for another 20", () => {
  const settled = new Map([["publisher/approve", at(19)]]);
  assert.deepEqual(tierProposals(made(39), settled), []);
  assert.equal(tierProposals(made(40), settled)[0]?.unchanged, 20);
});

test("each question is counted for itself", () => {
  const mixed = [...made(20), ...made(20, { about: "email.send" })].sort((a, b) => (a.at < b.at ? -1 : 1));
  assert.deepEqual(
    tierProposals(mixed, new Map()).map(({ about }) => about),
    ["publisher/approve", "email.send"],
  );
});

test("whatever was decided, a proposal rests on 20 approvals at its end, all at the tier that it would lower", () => {
  const decision = fc.record({ about: fc.constantFrom("a", "b"), tier: fc.constantFrom(3, 4), isUnchanged: fc.boolean() });
  const rare = fc.record({ about: fc.constantFrom("a", "b"), tier: fc.constant(3), isUnchanged: fc.constant(true) });
  const one = fc.oneof({ weight: 1, arbitrary: decision }, { weight: 30, arbitrary: rare });
  fc.assert(
    fc.property(fc.array(one, { maxLength: 90 }), (given) => {
      const decisions = given.map((one, index) => ({ ...one, at: at(index) }));
      for (const { about, tier, unchanged } of tierProposals(decisions, new Map())) {
        const last = decisions.filter((one) => one.about === about).slice(-unchanged);
        assert.ok(unchanged >= 20 && last.every((one) => one.isUnchanged && one.tier === tier));
      }
    }),
  );
});
