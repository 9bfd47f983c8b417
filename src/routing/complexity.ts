import { type Complexity, type RouteSignals, SIGNALS, type Signal, type TIERS } from "./choice.js";
import type { ComplexitySettings, Curves } from "./routes.js";

/**
 * How hard a stage is, in 0..1.
 *
 * C1. No signal that grows makes a stage easier. All steps (squash, weigh, add, round) keep that in floating point, too.
 * C2. The score is within 0..1.
 * C3. The tier follows from the score as it is shown.
 */
export function complexityOf(signals: RouteSignals, failureRate: number, settings: ComplexitySettings): Complexity {
  const { weights, curves, thresholds } = settings;
  const values = valuesOf(signals, failureRate);
  const squashed = squashedOf(values, curves);
  const total = SIGNALS.reduce((sum, name) => sum + weights[name], 0);
  let sum = 0;
  const shares = SIGNALS.map((name) => {
    const weight = weights[name] / total;
    const share = weight * squashed[name];
    sum += share;
    return {
      name,
      value: values[name],
      squashed: rounded(squashed[name], 3),
      weight: rounded(weight, 3),
      share: rounded(share, 3),
    };
  });
  const score = rounded(Math.min(1, sum), 2);
  return { score, tier: tierOf(score, thresholds), signals: shares };
}

function valuesOf(signals: RouteSignals, failureRate: number): Record<Signal, number> {
  const { inputTokens, sources, userFacing = false, expectedToolCalls = 0, timeSensitivity = 0 } = signals;
  return { inputTokens, sources, failureRate, userFacing: userFacing ? 1 : 0, expectedToolCalls, timeSensitivity };
}

/** What has an end is on the scale already. */
function squashedOf(values: Record<Signal, number>, curves: Curves): Record<Signal, number> {
  return {
    ...values,
    inputTokens: squash(values.inputTokens, curves.inputTokens),
    sources: squash(values.sources, curves.sources),
    failureRate: squash(values.failureRate, curves.failureRate),
    expectedToolCalls: squash(values.expectedToolCalls, curves.expectedToolCalls),
  };
}

/**
 * 0 at 0, a half at `half`, towards 1 without end: v / (v + half). Written as what is missing to 1, since a sum, a
 * quotient and a difference that are rounded each keep the order of what goes in, and v / (v + half) does not.
 */
export function squash(value: number, half: number): number {
  return 1 - half / (value + half);
}

function tierOf(score: number, [middle, high]: readonly [number, number]): (typeof TIERS)[number] {
  if (score >= high) return "high";
  return score >= middle ? "middle" : "low";
}

function rounded(value: number, digits: number): number {
  const factor = 10 ** digits;
  return Math.round(value * factor) / factor;
}
