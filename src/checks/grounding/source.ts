import { kindAt, OF_WORD } from "../text/letters.js";

const RUN = /[\p{L}\p{M}\p{N}]+/gu;
const MOST_REMEMBERED = 10_000;

/** Where a part of a quotation was cut, so that it need not begin or end with a whole word there. */
export interface Cuts {
  readonly before: boolean;
  readonly after: boolean;
}

/** A text in canonical form that quotations are looked up in: by the rarest of their words, so that many take no time for each of all its size. */
export class Source {
  readonly #text: string;
  readonly #asked = new Map<string, boolean>();
  #places: ReadonlyMap<string, readonly number[]> | undefined;

  constructor(canonicalText: string) {
    this.#text = canonicalText;
  }

  /** Whether a part in canonical form stands here. What is not cut is asked for again and again, so the answers are kept as far as there is room. */
  holds(part: string, cuts: Cuts): boolean {
    if (cuts.before || cuts.after) return this.#isHeld(part, cuts);
    const known = this.#asked.get(part);
    if (known !== undefined) return known;
    const held = this.#isHeld(part, cuts);
    if (this.#asked.size >= MOST_REMEMBERED) this.#asked.clear();
    this.#asked.set(part, held);
    return held;
  }

  #isHeld(part: string, { before, after }: Cuts): boolean {
    const startsWord = !before && isOfWord(part, 0);
    const endsWord = !after && isOfWord(part, part.length - 1);
    const isAt = (at: number) =>
      (!startsWord || at === 0 || !isOfWord(this.#text, at - 1)) && (!endsWord || !isOfWord(this.#text, at + part.length));
    let rarest: { readonly index: number; readonly places: readonly number[] } | undefined;
    for (const { 0: run, index } of part.matchAll(RUN)) {
      const isWhole = (startsWord || index > 0) && (endsWord || index + run.length < part.length);
      if (!isWhole) continue;
      const places = this.#placesOf(run);
      if (rarest === undefined || places.length < rarest.places.length) rarest = { index, places };
      if (places.length === 0) return false;
    }
    if (rarest === undefined) return this.#holdsSomewhere(part, isAt);
    const { index, places } = rarest;
    return places.some((place) => this.#text.startsWith(part, place - index) && place >= index && isAt(place - index));
  }

  /** For a part with no whole word in it. */
  #holdsSomewhere(part: string, isAt: (at: number) => boolean): boolean {
    for (let at = this.#text.indexOf(part); at !== -1; at = this.#text.indexOf(part, at + 1)) if (isAt(at)) return true;
    return false;
  }

  #placesOf(run: string): readonly number[] {
    this.#places ??= placesOfRuns(this.#text);
    return this.#places.get(run) ?? [];
  }
}

/** Of a pair of units neither half is a letter by itself. */
function isOfWord(text: string, at: number): boolean {
  return (kindAt(text, at) & OF_WORD) !== 0 && (text.charCodeAt(at) & 0xf8_00) !== 0xd8_00;
}

function placesOfRuns(text: string): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const { 0: run, index } of text.matchAll(RUN)) {
    const known = places.get(run);
    if (known === undefined) places.set(run, [index]);
    else known.push(index);
  }
  return places;
}
