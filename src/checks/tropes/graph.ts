import type { Sequence, Step } from "./pattern.js";
import { withoutRomanianMarks } from "./romanian-marks.js";

/** What a step may be, as bits. */
export const STEP = { any: 1, last: 2, first: 4, firstOfSentence: 8 } as const;

/** The steps of all patterns, numbered as one, in flat lists: there are tens of thousands. */
export interface Graph {
  /** What each step is, as bits of `STEP`. */
  readonly kinds: readonly number[];
  /** The owner of each step, by number; -1 where it is not looked for. */
  readonly owners: readonly number[];
  readonly next: Lists;
  readonly words: Index;
  readonly prefixes: Index;
}

/** Lists one behind the other: list `n` lies from `ends[n - 1]` up to `ends[n]`. */
interface Lists {
  readonly ends: readonly number[];
  readonly all: readonly number[];
}

/** For each text the steps that name it. */
interface Index {
  readonly texts: readonly string[];
  readonly steps: Lists;
}

/** Numbers the steps of patterns; each pattern's owner is its place in the list. */
export function graphOf(patterns: readonly (readonly Sequence[])[]): Graph {
  const kinds: number[] = [];
  const owners: number[] = [];
  const next: number[][] = [];
  const words = new Map<string, number[]>();
  const prefixes = new Map<string, number[]>();
  for (const [owner, sequences] of patterns.entries()) {
    for (const { steps, first, atSentenceStart } of sequences) {
      const base = next.length;
      for (const [index, step] of steps.entries()) {
        next.push(step.next.map((number) => number + base));
        kinds.push(kindOf(step));
        owners.push(owner);
        for (const word of step.words) listIn(words, word).push(base + index);
        for (const prefix of step.prefixes) listIn(prefixes, prefix).push(base + index);
      }
      const kind = atSentenceStart ? STEP.firstOfSentence : STEP.first;
      for (const number of first) kinds[base + number] = (kinds[base + number] ?? 0) | kind;
    }
  }
  return { kinds, owners, next: listed(next), words: indexOf(words), prefixes: indexOf(prefixes) };
}

/** One graph of two, the steps of the second behind those of the first. */
export function joined(one: Graph, other: Graph): Graph {
  const base = one.kinds.length;
  const moved = (steps: readonly number[]) => steps.map((step) => step + base);
  const index = (first: Index, second: Index): Index => {
    const all = new Map(first.texts.map((text, number) => [text, [...listAt(first.steps, number)]]));
    for (const [number, text] of second.texts.entries()) listIn(all, text).push(...moved(listAt(second.steps, number)));
    return indexOf(all);
  };
  return {
    kinds: [...one.kinds, ...other.kinds],
    owners: [...one.owners, ...other.owners],
    next: {
      ends: [...one.next.ends, ...other.next.ends.map((end) => end + one.next.all.length)],
      all: [...one.next.all, ...moved(other.next.all)],
    },
    words: index(one.words, other.words),
    prefixes: index(one.prefixes, other.prefixes),
  };
}

/** The same steps under other numbers of owners; those of an owner without one are not looked for. */
export function withOwners(graph: Graph, numberOf: (owner: number) => number | undefined): Graph {
  return { ...graph, owners: graph.owners.map((owner) => numberOf(owner) ?? -1) };
}

/** Whether any step may follow one. */
export function goesOn({ next: { ends } }: Graph, step: number): boolean {
  return (ends[step] ?? 0) > (step === 0 ? 0 : (ends[step - 1] ?? 0));
}

/** The steps that may follow one. */
export function nextOf({ next }: Graph, step: number): readonly number[] {
  return listAt(next, step);
}

/** Tells the steps that name a word, by all of it or by its beginning; in a text without Romanian marks also as it is spelled without. */
export function namesIn({ words, prefixes }: Graph): (word: string, isUnmarked: boolean) => readonly number[] {
  const [byWord, byPrefix] = [new Names(words), new Names(prefixes)];
  const lengths = [...new Set(prefixes.texts.map((prefix) => prefix.length))];
  const shortest = Math.min(...lengths);
  const heads = new Set(prefixes.texts.flatMap((text) => [text, withoutRomanianMarks(text) ?? text].map((way) => way.slice(0, shortest))));
  return (word, isUnmarked) => {
    const named = byWord.stepsOf(word, isUnmarked);
    // Most words begin like no prefix, which one look tells.
    if (word.length < shortest || !heads.has(word.slice(0, shortest))) return named;
    const prefixed: number[] = [];
    for (const length of lengths) {
      if (length <= word.length) prefixed.push(...byPrefix.stepsOf(word.slice(0, length), isUnmarked));
    }
    return prefixed.length === 0 ? named : [...named, ...prefixed];
  };
}

const NO_STEPS: readonly number[] = [];

class Names {
  readonly #index: Index;
  readonly #numbers: ReadonlyMap<string, number>;
  /** By the spelling without marks; made for the first text that has none. */
  #unmarked: ReadonlyMap<string, readonly number[]> | undefined;

  constructor(index: Index) {
    this.#index = index;
    this.#numbers = new Map(index.texts.map((text, number) => [text, number]));
  }

  stepsOf(text: string, isUnmarked: boolean): readonly number[] {
    const number = this.#numbers.get(text);
    const steps = number === undefined ? NO_STEPS : listAt(this.#index.steps, number);
    if (!isUnmarked) return steps;
    this.#unmarked ??= unmarked(this.#index);
    const others = this.#unmarked.get(text);
    return others === undefined ? steps : [...new Set([...steps, ...others.flatMap((other) => listAt(this.#index.steps, other))])];
  }
}

/** For each spelling without marks the numbers of the texts that have some. */
function unmarked({ texts }: Index): ReadonlyMap<string, readonly number[]> {
  const all = new Map<string, number[]>();
  for (const [number, text] of texts.entries()) {
    const plain = withoutRomanianMarks(text);
    if (plain !== undefined) listIn(all, plain).push(number);
  }
  return all;
}

function kindOf({ isAny, isLast }: Step): number {
  return (isAny ? STEP.any : 0) | (isLast ? STEP.last : 0);
}

function listAt({ ends, all }: Lists, number: number): readonly number[] {
  return all.slice(number === 0 ? 0 : ends[number - 1], ends[number]);
}

function listed(lists: Iterable<readonly number[]>): Lists {
  const ends: number[] = [];
  const all: number[] = [];
  for (const list of lists) {
    for (const number of list) all.push(number);
    ends.push(all.length);
  }
  return { ends, all };
}

function indexOf(steps: ReadonlyMap<string, readonly number[]>): Index {
  return { texts: [...steps.keys()], steps: listed(steps.values()) };
}

function listIn(map: Map<string, number[]>, key: string): number[] {
  const known = map.get(key);
  if (known) return known;
  const list: number[] = [];
  map.set(key, list);
  return list;
}
