/** Where no word has led yet. */
export const UNKNOWN = -1;

/**
 * From a state and a sign, both numbers, to the next state: a table of hashes with open addressing in one flat list (Knuth, TAOCP 6.4). A text
 * asks for a million of them, and a `Map` of each state's own takes several times as long.
 */
export class Transitions {
  /** State, sign and next state, one behind the other; a state of 0 is a free place. */
  #places = new Int32Array(3 * 8_192);
  #taken = 0;

  next(state: number, sign: number): number {
    const places = this.#places;
    const last = places.length / 3 - 1;
    for (let place = hashOf(state, sign) & last; ; place = (place + 1) & last) {
      const at = 3 * place;
      const there = places[at];
      if (there === state && places[at + 1] === sign) return places[at + 2] ?? UNKNOWN;
      if (there === 0) return UNKNOWN;
    }
  }

  /** Notes one that is not known yet. */
  set(state: number, sign: number, next: number): void {
    if (2 * this.#taken >= this.#places.length / 3) this.#grow();
    this.#taken += 1;
    put(this.#places, state, sign, next);
  }

  #grow(): void {
    const larger = new Int32Array(2 * this.#places.length);
    for (let at = 0; at < this.#places.length; at += 3) {
      const [state = 0, sign = 0, next = 0] = this.#places.subarray(at, at + 3);
      if (state !== 0) put(larger, state, sign, next);
    }
    this.#places = larger;
  }
}

function put(places: Int32Array, state: number, sign: number, next: number): void {
  const last = places.length / 3 - 1;
  let place = hashOf(state, sign) & last;
  while (places[3 * place] !== 0) place = (place + 1) & last;
  places[3 * place] = state;
  places[3 * place + 1] = sign;
  places[3 * place + 2] = next;
}

function hashOf(state: number, sign: number): number {
  const mixed = Math.imul(state, 0x9e_37_79_b1) ^ Math.imul(sign, 0x85_eb_ca_6b);
  return mixed ^ (mixed >>> 15);
}
