import { distanceTo } from "./distance-to.js";

const MOST_COMPARED = 40;
const MOST_LENGTH = 120;
const MOST_REMEMBERED = 10_000;

interface Candidate {
  readonly text: string;
  readonly lower: string;
  readonly from: string;
  readonly letters: number;
}

/** Texts by how they begin and by the words in them, so that the one nearest to another is found without looking at all. */
export class NearTexts {
  readonly #asked = new Map<string, { readonly text: string; readonly from: string } | undefined>();
  readonly #byBeginning = new Map<string, Candidate[]>();

  add(text: string, from: string): void {
    if (text.length > MOST_LENGTH) return;
    const lower = text.toLowerCase();
    const candidate = { text, lower, from, letters: lettersOf(lower) };
    for (const key of keysOf(text)) {
      const known = this.#byBeginning.get(key);
      if (known === undefined) this.#byBeginning.set(key, [candidate]);
      else if (known.length < MOST_COMPARED) known.push(candidate);
    }
  }

  /** `undefined` where none is alike in at least half of its characters. */
  nearest(text: string): { readonly text: string; readonly from: string } | undefined {
    if (text.length > MOST_LENGTH) return undefined;
    if (!this.#asked.has(text)) {
      if (this.#asked.size >= MOST_REMEMBERED) this.#asked.clear();
      this.#asked.set(text, this.#find(text));
    }
    return this.#asked.get(text);
  }

  #find(text: string): { readonly text: string; readonly from: string } | undefined {
    const lower = text.toLowerCase();
    const letters = lettersOf(lower);
    const distance = distanceTo(lower);
    let best: { text: string; from: string } | undefined;
    let least = text.length * 0.5;
    for (const key of keysOf(text)) {
      for (const candidate of this.#byBeginning.get(key) ?? []) {
        if (Math.abs(candidate.text.length - text.length) > least) continue;
        // Each letter that only one of them has costs a change; those that only the other has may be made of them.
        if (bitsIn(letters & ~candidate.letters) > least || bitsIn(candidate.letters & ~letters) > least) continue;
        const found = distance(candidate.lower, least);
        if (found > least) continue;
        best = candidate;
        least = found - 0.01;
      }
    }
    return best;
  }
}

/** Which letters stand in a text, as bits of a number: some share one, so that two texts never seem further apart than they are. */
function lettersOf(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at += 1) letters |= 1 << (text.charCodeAt(at) & 31);
  return letters;
}

/** How many bits of a number are set (Warren 2012, figure 5-2). */
function bitsIn(number: number): number {
  const pairs = number - ((number >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The first three letters of each of a text's words, a hump of a camel being a word too. */
function keysOf(text: string): readonly string[] {
  const words = text.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return [...new Set(words.slice(0, 8).map((word) => word.slice(0, 3).toLowerCase()))];
}
