/** Chance that comes out the same for the same seed, so that two models are given the same trials. */
export interface Chance {
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  of<T>(items: readonly [T, ...T[]]): T;
  /** True one time in two. */
  toss(): boolean;
}

/** Mulberry32: one multiplication and a few shifts a number, good enough to choose test values by. */
export function seeded(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    between,
    of: (items) => items[between(0, items.length - 1)] ?? items[0],
    toss: () => next() < 0.5,
  };
}
