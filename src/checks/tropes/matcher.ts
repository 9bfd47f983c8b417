import type { Sequence } from "./pattern.js";
import type { Tokens } from "./tokens.js";

/** Words `first` to `last`, both included, that a pattern of `owner` takes. */
export interface Match<Owner> {
  readonly owner: Owner;
  readonly first: number;
  readonly last: number;
}

/** A word or mark, as far as patterns know it. */
interface Sign {
  /** The steps that name it, and whether each is the first of its pattern. */
  readonly steps: readonly number[];
  readonly isWord: boolean;
  readonly isAdverb: boolean;
}

/** What may still be found after some words from one first word on. It is worked out once for each next word that is met. */
interface State {
  /** Each step that was taken last, with how many adverbs may still slip in behind it. */
  readonly taken: ReadonlyMap<number, number>;
  /** The owners of the patterns that are complete here. */
  readonly complete: readonly number[];
  readonly next: Map<Sign, State | undefined>;
  /** The steps that may follow. */
  reach?: Reach;
}

interface Reach {
  readonly named: ReadonlyMap<number, number>;
  readonly any: ReadonlyMap<number, number>;
}

const NOTHING_TAKEN: ReadonlyMap<number, number> = new Map();

/** Texts are of any size and words of any kind; past this many the words and states seen are forgotten. */
const WORDS_KEPT_AT_MOST = 50_000;
const STATES_KEPT_AT_MOST = 50_000;

const ADVERBS: ReadonlySet<string> = new Set("just really very so quite even ever still also now rather pretty super both all".split(" "));
const NO_ADVERBS: ReadonlySet<string> = new Set(
  "only family early daily weekly reply apply supply july italy assembly rely imply fly".split(" "),
);
/** More of them would make a text of nothing else slow. */
const ADVERBS_AT_MOST = 2;

const MARK: Sign = { steps: [], isWord: false, isAdverb: false };
const WORD: Sign = { steps: [], isWord: true, isAdverb: false };
const ADVERB: Sign = { steps: [], isWord: true, isAdverb: true };

/**
 * Finds many patterns in one pass. From each word that begins one all of them are followed together; what a next word makes of them is
 * kept, so that a text costs about one look-up a word, and no text makes it go back. An adverb may slip in between the words of a
 * phrase: "plays an absolutely crucial role".
 */
export function matcherOf<Owner>(
  patterns: readonly { readonly owner: Owner; readonly sequences: readonly Sequence[] }[],
): (tokens: Tokens) => readonly Match<Owner>[] {
  const steps = numbered(patterns.map(({ sequences }) => sequences));
  let signs = new Map<string, Sign>();
  let starts = [new Map<Sign, State | undefined>(), new Map<Sign, State | undefined>()];
  let states = new Map<string, State>();

  const signOf = (text: string, isWord: boolean): Sign => {
    const known = signs.get(text);
    if (known) return known;
    const named = steps.naming(text);
    const adverb = isWord && isAdverb(text);
    const sign = named.length > 0 ? { steps: named, isWord, isAdverb: adverb } : adverb ? ADVERB : isWord ? WORD : MARK;
    signs.set(text, sign);
    return sign;
  };

  const stateOf = (taken: ReadonlyMap<number, number>, slipped: ReadonlyMap<number, number>): State | undefined => {
    if (taken.size + slipped.size === 0) return undefined;
    const all = slipped.size === 0 ? taken : new Map([...slipped, ...taken]);
    const complete = new Set<number>();
    for (const step of taken.keys()) if (steps.isLast[step]) complete.add(steps.ownerOf[step] ?? 0);
    const key = `${[...all].join(";")}|${[...complete].join()}`;
    const known = states.get(key);
    if (known) return known;
    const state: State = { taken: all, complete: [...complete], next: new Map() };
    states.set(key, state);
    return state;
  };

  const begin = (sign: Sign, isAtStart: boolean): State | undefined => {
    const taken = new Map<number, number>();
    for (const step of sign.steps) {
      const from = steps.isFirst[step] ?? NOWHERE;
      if (from === ANYWHERE || (from === AT_START && isAtStart)) taken.set(step, ADVERBS_AT_MOST);
    }
    return stateOf(taken, NOTHING_TAKEN);
  };

  const after = (state: State, sign: Sign): State | undefined => {
    state.reach ??= reachOf(state.taken, steps);
    const { named, any } = state.reach;
    const read = new Map<number, number>();
    if (sign.steps.length < named.size) {
      for (const step of sign.steps) {
        const adverbs = named.get(step);
        if (adverbs !== undefined) read.set(step, adverbs);
      }
    } else {
      const naming = new Set(sign.steps);
      for (const [step, adverbs] of named) if (naming.has(step)) read.set(step, adverbs);
    }
    // A word that nothing here names is to it as any other.
    const other = sign.isAdverb ? ADVERB : sign.isWord ? WORD : MARK;
    if (read.size === 0 && sign !== other) return nextOf(state, other);
    if (sign.isWord) for (const [step, adverbs] of any) read.set(step, adverbs);
    if (!sign.isAdverb) return stateOf(read, NOTHING_TAKEN);
    const slipped = new Map<number, number>();
    for (const [step, adverbs] of state.taken) if (adverbs > 0 && (steps.next[step]?.length ?? 0) > 0) slipped.set(step, adverbs - 1);
    return stateOf(read, slipped);
  };

  const nextOf = (state: State, sign: Sign): State | undefined => {
    const known = state.next.get(sign);
    if (known !== undefined || state.next.has(sign)) return known;
    const next = after(state, sign);
    state.next.set(sign, next);
    return next;
  };

  return ({ texts, isWord, sentences }) => {
    if (signs.size > WORDS_KEPT_AT_MOST || states.size > STATES_KEPT_AT_MOST) {
      signs = new Map();
      starts = [new Map(), new Map()];
      states = new Map();
    }
    const matches: Match<Owner>[] = [];
    const read = texts.map((text, at) => signOf(text, isWord[at] ?? false));
    let sentence = 0;
    for (let first = 0; first < read.length; first += 1) {
      const sign = read[first];
      if (!sign || sign.steps.length === 0) continue;
      while ((sentences[sentence] ?? Number.POSITIVE_INFINITY) < first) sentence += 1;
      const isAtStart = sentences[sentence] === first;
      const known = starts[isAtStart ? 1 : 0];
      let state = known?.get(sign);
      if (state === undefined && !known?.has(sign)) {
        state = begin(sign, isAtStart);
        known?.set(sign, state);
      }
      let last: Map<number, number> | undefined;
      for (let at = first; state !== undefined; ) {
        if (state.complete.length > 0) {
          last ??= new Map();
          for (const owner of state.complete) last.set(owner, at);
        }
        at += 1;
        const next = read[at];
        if (next === undefined) break;
        state = nextOf(state, next);
      }
      for (const [number, at] of last ?? []) {
        const owner = patterns[number]?.owner;
        if (owner !== undefined) matches.push({ owner, first, last: at });
      }
    }
    return matches;
  };
}

const NOWHERE = 0;
const AT_START = 1;
const ANYWHERE = 2;

/** The steps of all patterns, numbered as one. */
interface Steps {
  readonly next: readonly (readonly number[])[];
  readonly isAny: readonly boolean[];
  readonly isLast: readonly boolean[];
  readonly isFirst: readonly number[];
  readonly ownerOf: readonly number[];
  readonly naming: (text: string) => readonly number[];
}

function numbered(patterns: readonly (readonly Sequence[])[]): Steps {
  const next: (readonly number[])[] = [];
  const isAny: boolean[] = [];
  const isLast: boolean[] = [];
  const isFirst: number[] = [];
  const ownerOf: number[] = [];
  const byWord = new Map<string, number[]>();
  const byPrefix = new Map<string, number[]>();
  for (const [owner, sequences] of patterns.entries()) {
    for (const { steps, first, atSentenceStart } of sequences) {
      const base = next.length;
      for (const [index, step] of steps.entries()) {
        next.push(step.next.map((number) => number + base));
        isAny.push(step.isAny);
        isLast.push(step.isLast);
        isFirst.push(NOWHERE);
        ownerOf.push(owner);
        for (const word of step.words) listIn(byWord, word).push(base + index);
        for (const prefix of step.prefixes) listIn(byPrefix, prefix).push(base + index);
      }
      for (const number of first) isFirst[base + number] = atSentenceStart ? AT_START : ANYWHERE;
    }
  }
  const lengths = [...new Set([...byPrefix.keys()].map((prefix) => prefix.length))];
  const naming = (text: string) => {
    const prefixed = lengths.flatMap((length) => (length <= text.length ? (byPrefix.get(text.slice(0, length)) ?? []) : []));
    const named = byWord.get(text) ?? [];
    return prefixed.length === 0 ? named : [...named, ...prefixed];
  };
  return { next, isAny, isLast, isFirst, ownerOf, naming };
}

function reachOf(taken: ReadonlyMap<number, number>, { next, isAny }: Steps): Reach {
  const named = new Map<number, number>();
  const any = new Map<number, number>();
  for (const [step, adverbs] of taken) {
    for (const number of next[step] ?? []) {
      const reach = isAny[number] ? any : named;
      if ((reach.get(number) ?? -1) < adverbs) reach.set(number, adverbs);
    }
  }
  return { named, any };
}

function listIn<Entries>(map: Map<string, Entries[]>, key: string): Entries[] {
  const list = map.get(key) ?? [];
  map.set(key, list);
  return list;
}

function isAdverb(word: string): boolean {
  return ADVERBS.has(word) || (word.length > 4 && word.endsWith("ly") && !NO_ADVERBS.has(word));
}
