import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { RouteSignals } from "../../src/routing/choice.js";
import { complexityOf, squash } from "../../src/routing/complexity.js";
import { ComplexitySettings } from "../../src/routing/routes.js";

const DEFAULTS = ComplexitySettings.parse({});
const scoreOf = (signals: RouteSignals, failureRate = 0) => complexityOf(signals, failureRate, DEFAULTS).score;

describe("complexity", () => {
  test("each signal is squashed, weighed and added, and all of it can be read", () => {
    const found = complexityOf({ inputTokens: 8_000, sources: 5, userFacing: true, timeSensitivity: 0.5 }, 0.25, DEFAULTS);
    assert.deepEqual(found, {
      score: 0.53,
      tier: "middle",
      signals: [
        { name: "inputTokens", value: 8_000, squashed: 0.5, weight: 0.25, share: 0.125 },
        { name: "sources", value: 5, squashed: 0.5, weight: 0.2, share: 0.1 },
        { name: "failureRate", value: 0.25, squashed: 0.5, weight: 0.2, share: 0.1 },
        { name: "userFacing", value: 1, squashed: 1, weight: 0.15, share: 0.15 },
        { name: "expectedToolCalls", value: 0, squashed: 0, weight: 0.1, share: 0 },
        { name: "timeSensitivity", value: 0.5, squashed: 0.5, weight: 0.1, share: 0.05 },
      ],
    });
  });

  test("what is not known of a stage does not make it harder", () => {
    assert.equal(scoreOf({ inputTokens: 0, sources: 0 }), 0);
  });

  test("the tiers begin at their thresholds, as the score is shown", () => {
    const tierAt = (timeSensitivity: number) =>
      complexityOf({ inputTokens: 0, sources: 0, timeSensitivity }, 0, {
        ...DEFAULTS,
        weights: { inputTokens: 0, sources: 0, failureRate: 0, userFacing: 0, expectedToolCalls: 0, timeSensitivity: 1 },
      });
    assert.deepEqual(
      [0.29, 0.2949, 0.295, 0.3, 0.59, 0.6, 1].map((value) => tierAt(value)).map(({ score, tier }) => `${score} ${tier}`),
      ["0.29 low", "0.29 low", "0.3 middle", "0.3 middle", "0.59 middle", "0.6 high", "1 high"],
    );
  });

  test("only the ratios of the weights matter", () => {
    const signals = { inputTokens: 12_000, sources: 3, userFacing: true, expectedToolCalls: 2, timeSensitivity: 0.3 };
    const doubled = Object.fromEntries(Object.entries(DEFAULTS.weights).map(([name, weight]) => [name, weight * 2]));
    const settings = ComplexitySettings.parse({ weights: doubled });
    assert.deepEqual(complexityOf(signals, 0.1, settings), complexityOf(signals, 0.1, DEFAULTS));
  });

  test("the curve is 0 at 0, a half at its half, and stays below 1", () => {
    assert.deepEqual(
      [0, 4_000, 8_000, 24_000, 72_000].map((tokens) => squash(tokens, 8_000)),
      [0, 1 - 2 / 3, 0.5, 0.75, 0.9],
    );
  });
});

describe("complexity, for any signals and settings", () => {
  const amount = fc.oneof(fc.nat(), fc.double({ min: 0, max: 1e9, noNaN: true }));
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const half = fc.double({ min: 1e-6, max: 1e6, noNaN: true });
  const settings = fc.record({
    weights: fc
      .record({
        inputTokens: share,
        sources: share,
        failureRate: share,
        userFacing: share,
        expectedToolCalls: share,
        timeSensitivity: share,
      })
      .map((weights) => ({ ...weights, sources: weights.sources + 0.01 })),
    thresholds: fc.tuple(share, share).map(([a, b]): [number, number] => [Math.min(a, b), Math.max(a, b)]),
    curves: fc.record({ inputTokens: half, sources: half, failureRate: half, expectedToolCalls: half }),
  });
  const signals = fc.record({
    inputTokens: amount,
    sources: amount,
    userFacing: fc.boolean(),
    expectedToolCalls: amount,
    timeSensitivity: share,
  });

  test("the score is within 0..1", () => {
    fc.assert(
      fc.property(signals, share, settings, (given, failureRate, chosen) => {
        const { score } = complexityOf(given, failureRate, chosen);
        assert.ok(score >= 0 && score <= 1, String(score));
      }),
    );
  });

  test("no signal that grows makes a stage easier", () => {
    const order = ["low", "middle", "high"];
    fc.assert(
      fc.property(signals, signals, share, share, settings, (one, other, rate, otherRate, chosen) => {
        const less: RouteSignals = {
          inputTokens: Math.min(one.inputTokens, other.inputTokens),
          sources: Math.min(one.sources, other.sources),
          userFacing: one.userFacing && other.userFacing,
          expectedToolCalls: Math.min(one.expectedToolCalls, other.expectedToolCalls),
          timeSensitivity: Math.min(one.timeSensitivity, other.timeSensitivity),
        };
        const before = complexityOf(less, Math.min(rate, otherRate), chosen);
        const more: RouteSignals = {
          inputTokens: Math.max(one.inputTokens, other.inputTokens),
          sources: Math.max(one.sources, other.sources),
          userFacing: one.userFacing || other.userFacing,
          expectedToolCalls: Math.max(one.expectedToolCalls, other.expectedToolCalls),
          timeSensitivity: Math.max(one.timeSensitivity, other.timeSensitivity),
        };
        const grown = [
          ...(["inputTokens", "sources", "userFacing", "expectedToolCalls", "timeSensitivity"] as const).map((name) =>
            complexityOf({ ...less, [name]: more[name] }, Math.min(rate, otherRate), chosen),
          ),
          complexityOf(less, Math.max(rate, otherRate), chosen),
        ];
        for (const after of grown) {
          assert.ok(after.score >= before.score, `${before.score} became ${after.score}`);
          assert.ok(order.indexOf(after.tier) >= order.indexOf(before.tier));
        }
      }),
      { numRuns: 300 },
    );
  });

  test("the least step up never leads down, although numbers are rounded", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e6, noNaN: true }), half, (value, at) => {
        const next = value + Math.max(Number.MIN_VALUE, value * Number.EPSILON);
        assert.ok(squash(next, at) >= squash(value, at));
      }),
      { numRuns: 1_000 },
    );
  });
});
