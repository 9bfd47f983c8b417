import { lastAtMost } from "../text/places.js";
import type { Ratio } from "./derived.js";

const MOST_LOOKED_AT = 200;

/**
 * Proportions of two numbers. There are many, and any percentage comes near one of them, so one counts only where the sentence names
 * one of the two by a word of its key, or where the two are one thing before and after and the sentence speaks of a change.
 */
export class RatioTable {
  readonly #sorted: readonly (Ratio & { readonly words: ReadonlySet<string> })[];

  constructor(ratios: readonly Ratio[]) {
    this.#sorted = ratios
      .filter(({ value }) => Number.isFinite(value))
      .map((ratio) => ({ ...ratio, words: new Set(ratio.names.flatMap(wordsOf)) }))
      .sort((a, b) => a.value - b.value);
  }

  has(value: number, half: number, sentence: string): boolean {
    if (this.#sorted.length === 0) return false;
    const low = value - half * (1 + 1e-9) - 1e-12;
    const first = lastAtMost(this.#sorted.length, (index) => this.#sorted[index]?.value ?? 0, low);
    const said = wordsOf(sentence);
    const speaksOfChange = CHANGE.test(sentence);
    for (const { value: ratio, words, isChange } of this.#sorted.slice(first, first + MOST_LOOKED_AT)) {
      if (ratio > value + half * (1 + 1e-9) + 1e-12) return false;
      if (ratio >= low && ((speaksOfChange && isChange) || said.some((word) => words.has(word)))) return true;
    }
    return false;
  }
}

const CHANGE =
  /(?<![\p{L}])(?:fast|slow|small|larg|bigg?|short|long|quick|more|less|fewer|half|cut|cuts|reduc|increas|decreas|improv|grew|grow|dropp?|fell|fall|rose|ris|saved|saving|gain|lost|up|down|better|worse|mai)(?:\p{L}{0,5})(?![\p{L}])/u;

const SMALL: ReadonlySet<string> = new Set(
  "the and for one two sum sums all another from with that was were are has had not but its first last total totals more less than after before over".split(
    " ",
  ),
);

/** The words of keys or of a sentence, without the endings that make a plural or a past. */
export function wordsOf(text: string): string[] {
  const words =
    text
      .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
      .toLowerCase()
      .match(/\p{L}{3,}/gu) ?? [];
  return words.filter((word) => !SMALL.has(word)).map((word) => word.replace(/(?:ies|es|s|ed|ing)$/, ""));
}
