import { wordsOf } from "./words.js";

/** Short words of Latin script say little about what a text is of; numbers and signs of other scripts do. */
const LEAST_LETTERS = 4;
const SHORT_LATIN = /^[\p{Script=Latin}'\p{M}]+$/u;

/** The words of a text that tell what it is of, each once. */
export function tellingWords(text: string): ReadonlySet<string> {
  return new Set(wordsOf(text).filter((word) => word.length >= LEAST_LETTERS || !SHORT_LATIN.test(word)));
}

/** The telling words of many texts as numbers, so that a million of them are compared with a task in milliseconds. */
export class TellingWords {
  readonly #numbers = new Map<string, number>();
  readonly #starts: number[] = [0];
  #words = new Uint32Array(1024);

  /** The next text; texts count from 0. */
  add(text: string): void {
    let end = this.#starts.at(-1) ?? 0;
    for (const word of tellingWords(text)) {
      if (end === this.#words.length) {
        const larger = new Uint32Array(end * 2);
        larger.set(this.#words);
        this.#words = larger;
      }
      this.#words[end] = this.#numberOf(word);
      end += 1;
    }
    this.#starts.push(end);
  }

  /** Gives, for the number of a text, which share of its telling words stands in `task`. */
  comparedWith(task: string): (text: number) => number {
    const isAsked = new Uint8Array(this.#numbers.size);
    for (const word of tellingWords(task)) {
      const number = this.#numbers.get(word);
      if (number !== undefined) isAsked[number] = 1;
    }
    return (text) => {
      const start = this.#starts[text] ?? 0;
      const end = this.#starts[text + 1] ?? start;
      let common = 0;
      for (let at = start; at < end; at += 1) common += isAsked[this.#words[at] ?? 0] ?? 0;
      return end === start ? 0 : common / (end - start);
    };
  }

  #numberOf(word: string): number {
    let number = this.#numbers.get(word);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(word, number);
    }
    return number;
  }
}
