import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Transitions, UNKNOWN } from "../../../src/checks/tropes/transitions.js";

test("transitions are kept apart as a map by both numbers keeps them, however many there are", () => {
  const number = fc.integer({ min: 1, max: 60_000 });
  fc.assert(
    fc.property(fc.array(fc.tuple(number, fc.nat(6_000), fc.nat(60_000)), { minLength: 4_000, maxLength: 9_000 }), (list) => {
      const transitions = new Transitions();
      const map = new Map<string, number>();
      for (const [state, sign, next] of list) {
        const key = `${state} ${sign}`;
        assert.equal(transitions.next(state, sign), map.get(key) ?? UNKNOWN);
        if (map.has(key)) continue;
        transitions.set(state, sign, next);
        map.set(key, next);
      }
      for (const [state, sign] of list) assert.equal(transitions.next(state, sign), map.get(`${state} ${sign}`));
    }),
    { numRuns: 5 },
  );
});
