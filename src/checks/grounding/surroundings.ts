/** A figure that a text has said and that is known to be right. */
export interface Said {
  readonly from: number;
  readonly to: number;
  readonly kind: "number" | "duration" | "size" | "percentage" | "time" | "date";
  /** As it is written, without its unit. */
  readonly raw: readonly number[];
  /** In seconds, bytes or minutes since midnight where it has such a unit. */
  readonly values: readonly number[];
}

/** What stands around a detail: its sentence, and the figures that the text has said near it. */
export interface Surroundings {
  /** The words of its sentence before and after it, a little way, in small letters. */
  readonly before: string;
  readonly after: string;
  readonly sentence: string;
  /** The words of its sentence as they are compared with those of keys. */
  readonly words: ReadonlySet<string>;
  /** Whether its sentence, or the one before or after it, says a number. */
  says(value: number): boolean;
  /** Whether the text has said it anywhere up to here. */
  hasSaid(value: number): boolean;
  /** All that the text has said up to here, and where here is. */
  readonly said: { readonly values: ReadonlySet<number>; readonly at: number };
  /** The figures near it, with how many sentences off each is. */
  readonly near: readonly Near[];
}

export interface Near extends Said {
  readonly sentencesOff: number;
}

const REACH = 120;
const MOST_NEAR = 8;
const FARTHEST = 320;
const NONE: ReadonlySet<string> = new Set();

/** Where nothing stands around: of a word in a span of code. */
export const NOWHERE: Surroundings = {
  before: "",
  after: "",
  sentence: "",
  words: NONE,
  says: () => false,
  hasSaid: () => false,
  said: { values: new Set(), at: 0 },
  near: [],
};

/** The figures of a block in the order of their places, each where it is known to be right. */
export type Figures = readonly (Said | undefined)[];

/** Worked out only as far as somebody asks, since most details are in the facts as they stand. */
export class Around implements Surroundings {
  #before: string | undefined;
  #after: string | undefined;
  readonly #prose: string;
  readonly #from: number;
  readonly #to: number;
  readonly #figures: Figures;
  readonly #index: number;
  readonly #soFar: SaidSoFar;
  #words: ReadonlySet<string> | undefined;
  #near: readonly Near[] | undefined;

  /** `index` is the place of the detail itself among the figures; `soFar` is what the text has said before. */
  constructor(
    prose: string,
    { from, to }: { readonly from: number; readonly to: number },
    figures: Figures,
    index: number,
    soFar: SaidSoFar,
  ) {
    this.#prose = prose;
    this.#from = from;
    this.#to = to;
    this.#figures = figures;
    this.#index = index;
    this.#soFar = soFar;
  }

  get before(): string {
    this.#before ??= this.#prose
      .slice(Math.max(0, this.#from - REACH), this.#from)
      .toLowerCase()
      .replace(/^.*[.!?]\s/s, "");
    return this.#before;
  }

  get after(): string {
    this.#after ??= this.#prose
      .slice(this.#to, this.#to + REACH)
      .toLowerCase()
      .replace(/[.!?]\s.*$/s, "");
    return this.#after;
  }

  get sentence(): string {
    return `${this.before} ${this.after}`;
  }

  get said(): Surroundings["said"] {
    return { values: this.#soFar.values, at: this.#from };
  }

  get words(): ReadonlySet<string> {
    this.#words ??= new Set(wordsOf(this.sentence));
    return this.#words;
  }

  get near(): readonly Near[] {
    this.#near ??= [...this.#towards(-1), ...this.#towards(1)]
      .sort((a, b) => Math.abs(a.from - this.#from) - Math.abs(b.from - this.#from))
      .slice(0, MOST_NEAR);
    return this.#near;
  }

  says(value: number): boolean {
    return this.near.some(({ raw, values }) => raw.includes(value) || values.includes(value));
  }

  hasSaid(value: number): boolean {
    return this.#soFar.values.has(value) || this.says(value);
  }

  #towards(step: -1 | 1): readonly Near[] {
    const found: Near[] = [];
    for (let index = this.#index + step; index >= 0 && index < this.#figures.length && found.length < MOST_NEAR; index += step) {
      const said = this.#figures[index];
      if (said === undefined) continue;
      if (Math.abs(said.from - this.#from) > FARTHEST) break;
      if (said.to > this.#from && said.from < this.#to) continue;
      const sentencesOff = this.#sentencesTo(said);
      if (sentencesOff > 1) break;
      found.push({ ...said, sentencesOff });
    }
    return found;
  }

  #sentencesTo({ from, to }: Said): number {
    const between = to <= this.#from ? this.#prose.slice(to, this.#from) : this.#prose.slice(this.#to, from);
    return between.match(/[.!?]["”)]?\s/g)?.length ?? 0;
  }
}

const MOST_SAID = 60;

/** The figures that a text has said and that are right, the last of them: what stood pages before is nothing that a reader reckons with. */
export class SaidSoFar {
  readonly #values = new Set<number>();

  get values(): ReadonlySet<number> {
    return this.#values;
  }

  add(value: number): void {
    this.#values.delete(value);
    this.#values.add(value);
    const [oldest] = this.#values;
    if (this.#values.size > MOST_SAID && oldest !== undefined) this.#values.delete(oldest);
  }
}

const SMALL: ReadonlySet<string> = new Set(
  "the and for one two sum sums all another from with that was were are has had not but its first last total totals more less than after before over per count different".split(
    " ",
  ),
);

/** The words of keys or of a sentence, in small letters without accents or the endings that make a plural or a past. */
export function wordsOf(text: string): string[] {
  const words =
    text
      .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
      .normalize("NFD")
      .replace(/\p{M}+/gu, "")
      .toLowerCase()
      .match(/\p{L}{3,}/gu) ?? [];
  return words.filter((word) => !SMALL.has(word)).map((word) => word.replace(/(?:ies|es|s|ed|ing)$/, ""));
}
