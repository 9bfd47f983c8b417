/** Bits a character: how unlike each other the characters of a text are (Shannon 1948). */
export function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const mark of text) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  const length = [...text].length;
  let bits = 0;
  for (const count of counts.values()) bits -= (count / length) * Math.log2(count / length);
  return bits;
}

const LEAST_BITS = 3.2;
const LONGEST_RUN = 2.9;

/**
 * Whether a value reads as drawn by chance: letters and digits mixed, of many kinds, and changing kind often, which words, names in
 * code, dates and paths do not.
 */
export function isRandom(value: string): boolean {
  if (!/\d/.test(value) || !/[A-Za-z]/.test(value)) return false;
  const runs = value.match(/[A-Z]?[a-z]+|[A-Z]|\d+/g) ?? [];
  const length = runs.reduce((sum, run) => sum + run.length, 0);
  return length / runs.length < LONGEST_RUN && entropy(value) >= LEAST_BITS;
}

/** What stands in manuals in a secret's place. */
export function isPlaceholder(value: string): boolean {
  return /([A-Za-z0-9*.•])\1{5}|^(?:your|my|some|the)[-_]|^(?:<|\$|%|\{)|placeholder|changeme|redacted/i.test(value);
}
