import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Pair, pairedRates } from "../../../src/cli/lessons/paired.js";

/** Counts of pairs: both, only without, only with, neither. */
function pairs(both: number, without: number, lessons: number, neither: number): readonly Pair[] {
  const of = (count: number, pair: Pair) => Array.from({ length: count }, () => pair);
  return [
    ...of(both, { without: true, with: true }),
    ...of(without, { without: true, with: false }),
    ...of(lessons, { without: false, with: true }),
    ...of(neither, { without: false, with: false }),
  ];
}

const rounded = ({ low, high }: { readonly low: number; readonly high: number }) => [low.toFixed(4), high.toFixed(4)];

test("the interval of a difference is that of the example in Newcombe's paper", () => {
  // 36 cases of both kinds, 12 and 2 of one, none of neither.
  assert.deepEqual(rounded(pairedRates(pairs(36, 12, 2, 0)).difference.interval), ["0.0569", "0.3404"]);
});

test("rates and difference lie inside their intervals, and these inside of what is possible", () => {
  const count = fc.nat(20);
  fc.assert(
    fc.property(count, count, count, count, (both, without, lessons, neither) => {
      fc.pre(both + without + lessons + neither > 0);
      const rates = pairedRates(pairs(both, without, lessons, neither));
      for (const { rate, interval } of [rates.without, rates.with])
        assert.ok(0 <= interval.low && interval.low <= rate && rate <= interval.high && interval.high <= 1);
      const { rate, interval } = rates.difference;
      assert.ok(-1 - 1e-9 <= interval.low && interval.low <= rate + 1e-9 && rate <= interval.high + 1e-9 && interval.high <= 1 + 1e-9);
    }),
  );
});

test("the other way round the difference is the same with another sign", () => {
  const [one, other] = [pairedRates(pairs(3, 7, 2, 8)).difference, pairedRates(pairs(3, 2, 7, 8)).difference];
  assert.ok(Math.abs(one.rate + other.rate) < 1e-9 && Math.abs(one.interval.low + other.interval.high) < 1e-9);
});

test("without a case nothing is known", () => {
  const { without, difference } = pairedRates([]);
  assert.deepEqual(
    [without.interval, difference.interval],
    [
      { low: 0, high: 1 },
      { low: -1, high: 1 },
    ],
  );
});
