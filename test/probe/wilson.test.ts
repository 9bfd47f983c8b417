import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { chanceOver, wilson } from "../../src/probe/wilson.js";

test("the interval is the one of the textbooks", () => {
  const rounded = (right: number, of: number) => Object.values(wilson(right, of)).map((end) => end.toFixed(4));
  // Agresti and Coull (1998), and any table of it.
  assert.deepEqual(rounded(0, 10), ["0.0000", "0.2775"]);
  assert.deepEqual(rounded(10, 10), ["0.7225", "1.0000"]);
  assert.deepEqual(rounded(81, 263), ["0.2553", "0.3662"]);
  assert.deepEqual(wilson(0, 0), { low: 0, high: 1 });
});

test("the rate lies within, more trials make the interval narrower, and right and wrong are mirror images", () => {
  const counts = fc.integer({ min: 1, max: 500 }).chain((of) => fc.tuple(fc.integer({ min: 0, max: of }), fc.constant(of)));
  fc.assert(
    fc.property(counts, ([right, of]) => {
      const { low, high } = wilson(right, of);
      assert.ok(low >= 0 && low <= right / of && right / of <= high && high <= 1);
      const more = wilson(right * 4, of * 4);
      assert.ok(more.high - more.low < high - low);
      const mirror = wilson(of - right, of);
      assert.ok(Math.abs(mirror.low - (1 - high)) < 1e-12);
    }),
  );
});

test("what is right nearly always is wrong somewhere in a long chain", () => {
  assert.deepEqual([chanceOver(5, 0.95).toFixed(3), chanceOver(10, 0.95).toFixed(3)], ["0.774", "0.599"]);
});
