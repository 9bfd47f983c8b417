import { polarityOf } from "./polarity.js";
import { wordsOf } from "./words.js";

/** From this share of common shingles on, two texts are one lesson. */
const ALIKE = 0.75;

/** What is compared of a text: its words and pairs of neighbours, with numbers as one sign, and whether it says "not". */
export interface Shingles {
  readonly shingles: ReadonlySet<string>;
  readonly isNegated: boolean;
}

export function shinglesOf(text: string): Shingles {
  const words = wordsOf(text).map((word) => (/^\p{N}/u.test(word) ? "#" : word));
  const pairs = words.slice(1).map((word, index) => `${words[index]} ${word}`);
  return { shingles: new Set(words.length === 0 ? [text.trim()] : [...words, ...pairs]), isNegated: polarityOf(text)?.isNegated ?? false };
}

/** Whether two texts say the same but for a word or a number. The same words with and without "not" never do. */
export function isAlike(one: Shingles, other: Shingles): boolean {
  if (one.isNegated !== other.isNegated) return false;
  const [small, large] = one.shingles.size <= other.shingles.size ? [one.shingles, other.shingles] : [other.shingles, one.shingles];
  // Even if all of the smaller stood in the larger, it would not do.
  if (small.size < ALIKE * large.size) return false;
  let common = 0;
  for (const shingle of small) if (large.has(shingle)) common += 1;
  return common / (small.size + large.size - common) >= ALIKE;
}
