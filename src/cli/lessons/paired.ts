import { type Interval, wilson } from "../../probe/index.js";

/** Cases that were tried both ways, and whether the thing that is counted happened. */
export interface Pair {
  readonly without: boolean;
  readonly with: boolean;
}

export interface PairedRates {
  readonly cases: number;
  readonly without: { readonly count: number; readonly rate: number; readonly interval: Interval };
  readonly with: { readonly count: number; readonly rate: number; readonly interval: Interval };
  /** The rate without less the rate with: above 0, lessons help. */
  readonly difference: { readonly rate: number; readonly interval: Interval };
}

/**
 * Two rates of the same cases and their difference. The intervals are Wilson's for the rates, and Newcombe's for the
 * difference of paired rates; both stay honest where all or none of a few cases are counted.
 *
 * R. G. Newcombe, "Improved confidence intervals for the difference between binomial proportions based on paired data",
 * Statistics in Medicine 17 (1998), method 10.
 */
export function pairedRates(pairs: readonly Pair[]): PairedRates {
  const cases = pairs.length;
  const count = (isCounted: (pair: Pair) => boolean) => pairs.filter(isCounted).length;
  const without = rateOf(
    count((pair) => pair.without),
    cases,
  );
  const lessons = rateOf(
    count((pair) => pair.with),
    cases,
  );
  const both = count((pair) => pair.without && pair.with);
  const neither = count((pair) => !pair.without && !pair.with);
  const phi = correlation(both, without.count - both, lessons.count - both, neither);
  const rate = without.rate - lessons.rate;
  const [a, b] = [without.rate - without.interval.low, lessons.interval.high - lessons.rate];
  const [c, d] = [without.interval.high - without.rate, lessons.rate - lessons.interval.low];
  const low = rate - Math.sqrt(Math.max(0, a * a - 2 * phi * a * b + b * b));
  const high = rate + Math.sqrt(Math.max(0, c * c - 2 * phi * c * d + d * d));
  return { cases, without, with: lessons, difference: { rate, interval: cases === 0 ? { low: -1, high: 1 } : { low, high } } };
}

function rateOf(count: number, cases: number): PairedRates["with"] {
  return { count, rate: cases === 0 ? 0 : count / cases, interval: wilson(count, cases) };
}

/** How far both ways go together, with Newcombe's correction for few cases. */
function correlation(both: number, onlyWithout: number, onlyWith: number, neither: number): number {
  const margins = (both + onlyWithout) * (onlyWith + neither) * (both + onlyWith) * (onlyWithout + neither);
  if (margins === 0) return 0;
  const cases = both + onlyWithout + onlyWith + neither;
  const product = both * neither - onlyWithout * onlyWith;
  const corrected = product > cases / 2 ? product - cases / 2 : Math.min(product, 0);
  return corrected / Math.sqrt(margins);
}
