/** 95 in 100 intervals that are made this way hold the true rate. */
const Z = 1.96;

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * The Wilson score interval of a rate, from 0 to 1; it stays honest near the ends and with few trials.
 *
 * E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", JASA 22 (1927).
 */
export function wilson(successes: number, trials: number): Interval {
  if (trials === 0) return { low: 0, high: 1 };
  const rate = successes / trials;
  const spread = Z * Math.sqrt((rate * (1 - rate)) / trials + (Z * Z) / (4 * trials * trials));
  const centre = rate + (Z * Z) / (2 * trials);
  const scale = 1 + (Z * Z) / trials;
  // At the ends the two halves cancel, but for the last bit of the arithmetic.
  const low = successes === 0 ? 0 : (centre - spread) / scale;
  const high = successes === trials ? 1 : (centre + spread) / scale;
  return { low, high };
}

/** The chance that all of so many calls are right, where each is by itself. */
export function chanceOver(steps: number, rate: number): number {
  return rate ** steps;
}
