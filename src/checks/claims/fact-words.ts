/** More facts than these with one word in common say that the word is common. */
const MOST_SHARING = 400;
const MOST_LOOKED_AT = 16;
const ENOUGH_SHARING = 60;

/** A fact by its number with the words wanted that it has. */
export interface Sharing {
  readonly fact: number;
  readonly shared: readonly string[];
}

/** Which facts have which words; words and facts by number, since each is asked for thousands of times. */
export class FactWords {
  readonly #numbers = new Map<string, number>();
  readonly #words: string[] = [];
  /** For each word the facts that have it, and for each fact its words. */
  readonly #factsOf: number[][] = [];
  readonly #wordsOf: Int32Array[] = [];
  readonly #lengths: number[] = [];
  /** For each fact how many of the words wanted it has, for each word whether it is wanted; all 0 between two calls. */
  #counts = new Uint16Array(0);
  #isWanted = new Uint8Array(0);

  /** The words of the next fact; of two that share as much the shorter one comes first. */
  add(words: ReadonlySet<string>, length: number): void {
    const fact = this.#lengths.push(length) - 1;
    this.#wordsOf.push(Int32Array.from(words, (word) => this.#numberOf(word)));
    for (const number of this.#wordsOf[fact] ?? []) {
      const sharing = this.#factsOf[number];
      if (sharing !== undefined && sharing.length < MOST_SHARING) sharing.push(fact);
    }
  }

  #numberOf(word: string): number {
    const found = this.#numbers.get(word);
    if (found !== undefined) return found;
    const number = this.#words.push(word) - 1;
    this.#numbers.set(word, number);
    this.#factsOf.push([]);
    return number;
  }

  /**
   * The facts that share the most words with those wanted, no more than are looked at. Facts are looked for by the rare words; once there are
   * enough of them, the common words only count for those.
   */
  sharingMost(wanted: ReadonlySet<string>): readonly Sharing[] {
    if (this.#counts.length < this.#lengths.length) this.#counts = new Uint16Array(this.#lengths.length);
    if (this.#isWanted.length < this.#words.length) this.#isWanted = new Uint8Array(this.#words.length);
    const numbers = [...wanted].map((word) => this.#numbers.get(word)).filter((number) => number !== undefined);
    for (const number of numbers) this.#isWanted[number] = 1;
    const ranked = this.#ranked(numbers.map((number) => this.#factsOf[number] ?? []).sort((a, b) => a.length - b.length));
    const sharing = ranked.map((fact) => ({ fact, shared: this.#sharedBy(fact) }));
    for (const number of numbers) this.#isWanted[number] = 0;
    return sharing;
  }

  #ranked(lists: readonly (readonly number[])[]): readonly number[] {
    const counts = this.#counts;
    const found: number[] = [];
    for (const list of lists) {
      const mayAdd = found.length < ENOUGH_SHARING;
      for (const fact of list) {
        const count = counts[fact] ?? 0;
        if (count === 0) {
          if (!mayAdd) continue;
          found.push(fact);
        }
        counts[fact] = count + 1;
      }
    }
    const byCount: number[][] = [];
    for (const fact of found) {
      const count = counts[fact] ?? 0;
      byCount[count] ??= [];
      byCount[count].push(fact);
      counts[fact] = 0;
    }
    const ranked: number[] = [];
    for (const alike of byCount.reverse()) {
      if (ranked.length >= MOST_LOOKED_AT) break;
      if (alike !== undefined) ranked.push(...this.#shortest(alike, MOST_LOOKED_AT - ranked.length));
    }
    return ranked;
  }

  /** The first `most` of the facts by their lengths, in their order where they are as long: a few of hundreds, so they are not all sorted. */
  #shortest(facts: readonly number[], most: number): readonly number[] {
    const kept: number[] = [];
    for (const fact of facts) {
      const length = this.#lengths[fact] ?? 0;
      let at = kept.length;
      while (at > 0 && (this.#lengths[kept[at - 1] ?? 0] ?? 0) > length) at -= 1;
      if (at === most) continue;
      kept.splice(at, 0, fact);
      if (kept.length > most) kept.pop();
    }
    return kept;
  }

  #sharedBy(fact: number): readonly string[] {
    const shared: string[] = [];
    for (const number of this.#wordsOf[fact] ?? []) if (this.#isWanted[number] === 1) shared.push(this.#words[number] ?? "");
    return shared;
  }
}
