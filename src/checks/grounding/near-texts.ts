import { distanceTo } from "./distance-to.js";

const MOST_COMPARED = 40;
const MOST_LENGTH = 120;
const MOST_REMEMBERED = 10_000;

/** Texts by how they begin and by the words in them, so that the one nearest to another is found without looking at all. */
export class NearTexts {
  readonly #asked = new Map<string, { readonly text: string; readonly from: string } | undefined>();
  readonly #byBeginning = new Map<string, { readonly text: string; readonly lower: string; readonly from: string }[]>();

  add(text: string, from: string): void {
    if (text.length > MOST_LENGTH) return;
    const lower = text.toLowerCase();
    for (const key of keysOf(text)) {
      const known = this.#byBeginning.get(key);
      if (known === undefined) this.#byBeginning.set(key, [{ text, lower, from }]);
      else if (known.length < MOST_COMPARED) known.push({ text, lower, from });
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
    const distance = distanceTo(text.toLowerCase());
    let best: { text: string; from: string } | undefined;
    let least = text.length * 0.5;
    for (const key of keysOf(text)) {
      for (const candidate of this.#byBeginning.get(key) ?? []) {
        if (Math.abs(candidate.text.length - text.length) > least) continue;
        const found = distance(candidate.lower, least);
        if (found > least) continue;
        best = candidate;
        least = found - 0.01;
      }
    }
    return best;
  }
}

/** The first three letters of each of a text's words, a hump of a camel being a word too. */
function keysOf(text: string): readonly string[] {
  const words = text.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return [...new Set(words.slice(0, 8).map((word) => word.slice(0, 3).toLowerCase()))];
}
