/** Chance that is the same for the same seed (mulberry32). */
export interface Chance {
  /** From 0 up to, and without, 1. */
  next(): number;
  /** A whole number of `least` to `most`. */
  between(least: number, most: number): number;
  /** Whether something happens that happens with this probability. */
  is(probability: number): boolean;
  oneOf<T>(values: readonly [T, ...T[]]): T;
}

export function chance(seed: number): Chance {
  let state = Math.imul(seed + 1, 0x9e3779b1) | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    is: (probability) => next() < probability,
    oneOf: (values) => values[between(0, values.length - 1)] ?? values[0],
  };
}
