/**
 * Words by number, each spelling once. A table of hashes with open addressing (Knuth, TAOCP 6.4), since a `Map` needs a string for each
 * time that a word is asked for, and those of a long text cost more than all else.
 */
export class Forms {
  /** The words by their numbers. */
  readonly all: string[] = [];
  readonly #hashes: number[] = [];
  /** Numbers of words, plus one; 0 is free. */
  #slots = new Int32Array(4_096);

  /** The number of the word that stands in `text` between two places. */
  numberOf(text: string, from: number, to: number): number {
    let hash = FIRST_HASH;
    for (let at = from; at < to; at += 1) hash = hashedWith(hash, text.charCodeAt(at));
    return this.numberOfHashed(text, from, to, hash);
  }

  /** The same for who has the hash of the word already. */
  numberOfHashed(text: string, from: number, to: number, hash: number): number {
    const last = this.#slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & last;
    for (let taken = this.#slots[slot] ?? 0; taken !== 0; taken = this.#slots[slot] ?? 0) {
      const word = this.all[taken - 1] ?? "";
      if (this.#hashes[taken - 1] === hash && isAt(text, from, to, word)) return taken - 1;
      slot = (slot + 1) & last;
    }
    this.#slots[slot] = this.all.push(text.slice(from, to));
    this.#hashes.push(hash);
    if (2 * this.all.length > last) this.#grow();
    return this.all.length - 1;
  }

  #grow(): void {
    const slots = new Int32Array(4 * this.#slots.length);
    const last = slots.length - 1;
    for (const [number, hash] of this.#hashes.entries()) {
      let slot = (hash ^ (hash >>> 15)) & last;
      while (slots[slot] !== 0) slot = (slot + 1) & last;
      slots[slot] = number + 1;
    }
    this.#slots = slots;
  }
}

/** The hash of no word (Fowler, Noll and Vo). */
export const FIRST_HASH = 0x81_1c_9d_c5;

/** The hash of a word with one more unit. */
export function hashedWith(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01_00_01_93);
}

function isAt(text: string, from: number, to: number, word: string): boolean {
  if (word.length !== to - from) return false;
  for (let at = 0; at < word.length; at += 1) if (word.charCodeAt(at) !== text.charCodeAt(from + at)) return false;
  return true;
}
