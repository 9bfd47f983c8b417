import { walkFacts } from "../grounding/walk-facts.js";
import { type Gist, gistOf } from "./stems.js";

interface Fact {
  readonly path: string;
  readonly text: string;
  readonly words: readonly string[];
}

export interface Support {
  /** The share of the sentence's content words that the facts carry, 0 to 1; halved where no fact names the act. */
  readonly score: number;
  readonly nearest: { readonly path: string; readonly text: string } | undefined;
}

/** More facts than these with one word in common say that the word is common. */
const MOST_SHARING = 400;
/** A sentence may bring together what this many facts say. */
const MOST_JOINED = 3;
const FEWEST_NEW = 2;
const MOST_LOOKED_AT = 40;
/** That something was compared says less than what was. */
const WEIGHT_OF_ACT = 0.5;
/** "We saw that …", "I changed …" and "we added …" need no fact that names the seeing or changing where it says nearly all of the rest. */
const OF_TELLING: ReadonlySet<string> = new Set(["see", "show", "change", "add"]);
const MOSTLY = 0.75;
const FEWEST_TOLD = 3;

/** Facts by the words in them, for finding what carries a sentence. */
export class Supports {
  readonly #facts: Fact[] = [];
  readonly #byWord = new Map<string, number[]>();

  constructor(facts: unknown) {
    const { texts, objects, numbers } = walkFacts(facts);
    for (const { path, key, value } of texts) for (const line of linesOf(value)) this.#add(path, line, `${key} ${line}`);
    for (const { path, key, value } of numbers) this.#add(path, `${key} ${path.replace(/[.[\]\d]+/g, " ")}: ${value}`);
    // Only the items of lists: an object that holds all the facts would carry whatever sentence uses their words.
    for (const { path, shape, value } of objects) if (shape.endsWith("[]")) this.#add(path, told(value));
  }

  /** The key that a text stands under is part of what it says: an item of `decisions` was decided. */
  #add(path: string, text: string, said = text): void {
    const gist = gistOf(said);
    if (gist.stems.size === 0 && gist.acts.size === 0) return;
    const words = wordsOf(gist);
    const id = this.#facts.push({ path, text, words }) - 1;
    for (const word of words) {
      const sharing = this.#byWord.get(word);
      if (sharing === undefined) this.#byWord.set(word, [id]);
      else if (sharing.length < MOST_SHARING) sharing.push(id);
    }
  }

  /** `act` is the act by which the sentence claims something. */
  of(sentence: string, act: string | undefined): Support {
    const gist = gistOf(sentence);
    const wanted = new Set(wordsOf(gist));
    const weight = (word: string) => (word === `act ${act}` ? WEIGHT_OF_ACT : 1);
    const total = sum([...wanted].map(weight));
    if (total === 0) return { score: 0, nearest: undefined };
    const ranked = this.#sharingMost(wanted);
    const best = this.#facts[ranked[0] ?? -1];
    if (best === undefined) return { score: 0, nearest: undefined };

    const covered = new Set<string>();
    let joined = 0;
    for (const id of ranked) {
      const fact = this.#facts[id];
      if (fact === undefined || joined === MOST_JOINED) break;
      const fresh = fact.words.filter((word) => wanted.has(word) && !covered.has(word));
      if (joined > 0 && fresh.length < FEWEST_NEW) continue;
      for (const word of fresh) covered.add(word);
      joined += 1;
    }
    const stems = [...gist.stems].filter((word) => covered.has(word)).length;
    const saysAll = act !== undefined && OF_TELLING.has(act) && stems >= Math.max(FEWEST_TOLD, MOSTLY * gist.stems.size);
    const namesAct = act === undefined || covered.has(`act ${act}`) || saysAll;
    const share = sum([...covered].map(weight)) / total;
    return { score: namesAct ? share : share / 2, nearest: { path: best.path, text: best.text } };
  }

  /** The facts that share the most words with those wanted, the shorter ones first; no more than are looked at. */
  #sharingMost(wanted: ReadonlySet<string>): readonly number[] {
    const counts = new Map<number, number>();
    for (const word of wanted) for (const id of this.#byWord.get(word) ?? []) counts.set(id, (counts.get(id) ?? 0) + 1);
    const byCount: number[][] = [];
    for (const [id, count] of counts) {
      byCount[count] ??= [];
      byCount[count].push(id);
    }
    const ranked: number[] = [];
    for (const alike of byCount.reverse()) {
      if (ranked.length >= MOST_LOOKED_AT) break;
      if (alike !== undefined) ranked.push(...alike.sort((a, b) => this.#lengthOf(a) - this.#lengthOf(b)));
    }
    return ranked.slice(0, MOST_LOOKED_AT);
  }

  #lengthOf(id: number): number {
    return this.#facts[id]?.text.length ?? 0;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function wordsOf({ stems, acts }: Gist): readonly string[] {
  return [...stems, ...[...acts].map((act) => `act ${act}`)];
}

function linesOf(text: string): readonly string[] {
  return text
    .split(/\r?\n|(?<=[.!?]) (?=\p{Lu})/u)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

const MOST_TOLD = 2_000;

/** An object in a line: its keys with what stands directly in it, so that a sentence may use a subject with its author and files. */
function told(object: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(object).map(([key, value]) => {
    const inner = Array.isArray(value) ? value.slice(0, 50).map(shown).join(" ") : shown(value);
    return `${key}: ${inner}`;
  });
  return parts.join("; ").slice(0, MOST_TOLD);
}

function shown(value: unknown): string {
  if (typeof value === "string" || typeof value === "number") return String(value);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "";
  return Object.values(value)
    .filter((inner) => typeof inner === "string")
    .join(" ");
}

const known = new WeakMap<object, Supports>();

/** Made once for the same object. */
export function supportsOf(facts: unknown): Supports {
  if (typeof facts !== "object" || facts === null) return new Supports(facts);
  const made = known.get(facts) ?? new Supports(facts);
  known.set(facts, made);
  return made;
}
