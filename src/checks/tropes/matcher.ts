import { type Graph, goesOn, namesIn, STEP, nextOf as stepsAfter } from "./graph.js";
import type { Tokens, WordsOfText } from "./tokens.js";
import { Transitions, UNKNOWN } from "./transitions.js";

/** Words `first` to `last`, both included, that a pattern of an owner takes. */
export interface Match {
  readonly owner: number;
  readonly first: number;
  readonly last: number;
}

/** A word or mark, as far as patterns know it. */
interface Sign {
  readonly number: number;
  /** The steps that name it. */
  readonly steps: readonly number[];
  readonly isWord: boolean;
  readonly isAdverb: boolean;
  /** The state that it begins inside a sentence, and at the start of one; worked out when it is first met. */
  readonly begins: [inside: number, atStart: number];
}

/** What may still be found after some words from one first word on. It is worked out once for each next word that is met. */
interface State {
  /** Each step that was taken last, with how many adverbs may still slip in behind it. */
  readonly taken: ReadonlyMap<number, number>;
  /** The owners of the patterns that are complete here. */
  readonly complete: readonly number[];
  /** The steps that may follow. */
  reach?: Reach;
}

interface Reach {
  readonly named: ReadonlyMap<number, number>;
  readonly any: ReadonlyMap<number, number>;
}

const NOTHING_TAKEN: ReadonlyMap<number, number> = new Map();
const NO_MATCHES: readonly Match[] = [];

/** Texts are of any size and words of any kind; past this many the words and states seen are forgotten. */
const SIGNS_KEPT_AT_MOST = 50_000;
const STATES_KEPT_AT_MOST = 50_000;

const ADVERBS: ReadonlySet<string> = new Set("just really very so quite even ever still also now rather pretty super both all".split(" "));
const NO_ADVERBS: ReadonlySet<string> = new Set(
  "only family early daily weekly reply apply supply july italy assembly rely imply fly".split(" "),
);
/** More of them would make a text of nothing else slow. */
const ADVERBS_AT_MOST = 2;

/** The state in which nothing can be found. */
const NO_STATE = 0;

/** What a word is that no pattern names. */
const MARK: Sign = { number: 0, steps: [], isWord: false, isAdverb: false, begins: [NO_STATE, NO_STATE] };
const WORD: Sign = { number: 1, steps: [], isWord: true, isAdverb: false, begins: [NO_STATE, NO_STATE] };
const ADVERB: Sign = { number: 2, steps: [], isWord: true, isAdverb: true, begins: [NO_STATE, NO_STATE] };

/** Looks for patterns in the blocks of one text, one after the other. */
export type BlockMatcher = (tokens: Tokens) => readonly Match[];

/**
 * Finds many patterns in one pass. From each word that begins one all of them are followed together; what a next word makes of them is
 * kept, so that a text costs about one look-up a word, and no text makes it go back. An adverb may slip in between the words of a
 * phrase: "plays an absolutely crucial role".
 */
export function matcherOf(graph: Graph): (words: WordsOfText) => BlockMatcher {
  const { kinds, owners } = graph;
  const naming = namesIn(graph);
  /** Those that a pattern names. */
  let signs = new Map<string, Sign>();
  /** Those of texts without Romanian marks, where a word may name more. */
  let unmarkedSigns = new Map<string, Sign>();
  let numbers = ADVERB.number;
  let states: (State | undefined)[] = [undefined];
  let stateNumbers = new Map<string, number>();
  let transitions = new Transitions();

  const signOf = (text: string, isWord: boolean, isUnmarked: boolean): Sign => {
    const kept = isUnmarked ? unmarkedSigns : signs;
    const known = kept.get(text);
    if (known) return known;
    const steps = naming(text, isUnmarked);
    const adverb = isWord && isAdverb(text);
    if (steps.length === 0) return adverb ? ADVERB : isWord ? WORD : MARK;
    numbers += 1;
    const sign: Sign = { number: numbers, steps, isWord, isAdverb: adverb, begins: [UNKNOWN, UNKNOWN] };
    kept.set(text, sign);
    return sign;
  };

  const stateOf = (taken: ReadonlyMap<number, number>, slipped: ReadonlyMap<number, number>): number => {
    if (taken.size + slipped.size === 0) return NO_STATE;
    const all = slipped.size === 0 ? taken : new Map([...slipped, ...taken]);
    const complete = new Set<number>();
    for (const step of taken.keys()) if (((kinds[step] ?? 0) & STEP.last) !== 0) complete.add(owners[step] ?? 0);
    const key = `${[...all].join(";")}|${[...complete].join()}`;
    const known = stateNumbers.get(key);
    if (known !== undefined) return known;
    const number = states.push({ taken: all, complete: [...complete] }) - 1;
    stateNumbers.set(key, number);
    return number;
  };

  const begin = (sign: Sign, isAtStart: boolean): number => {
    const taken = new Map<number, number>();
    const begins = isAtStart ? STEP.first | STEP.firstOfSentence : STEP.first;
    for (const step of sign.steps) if (((kinds[step] ?? 0) & begins) !== 0 && (owners[step] ?? -1) >= 0) taken.set(step, ADVERBS_AT_MOST);
    return stateOf(taken, NOTHING_TAKEN);
  };

  const after = (number: number, sign: Sign): number => {
    const state = states[number];
    if (state === undefined) return NO_STATE;
    state.reach ??= reachOf(state.taken, graph);
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
    if (read.size === 0 && sign !== other) return nextOf(number, other);
    if (sign.isWord) for (const [step, adverbs] of any) read.set(step, adverbs);
    if (!sign.isAdverb) return stateOf(read, NOTHING_TAKEN);
    const slipped = new Map<number, number>();
    for (const [step, adverbs] of state.taken) if (adverbs > 0 && goesOn(graph, step)) slipped.set(step, adverbs - 1);
    return stateOf(read, slipped);
  };

  const nextOf = (state: number, sign: Sign): number => {
    const known = transitions.next(state, sign.number);
    if (known !== UNKNOWN) return known;
    const next = after(state, sign);
    transitions.set(state, sign.number, next);
    return next;
  };

  return (words) => {
    let signOfId: (Sign | undefined)[] = [];
    const signAt = (id: number): Sign => {
      const sign = signOf(words.textOf(id), words.isWord(id), words.isUnmarked);
      signOfId[id] = sign;
      return sign;
    };
    return ({ length, ids, sentences }) => {
      if (signs.size + unmarkedSigns.size > SIGNS_KEPT_AT_MOST || states.length > STATES_KEPT_AT_MOST) {
        signs = new Map();
        unmarkedSigns = new Map();
        states = [undefined];
        stateNumbers = new Map();
        transitions = new Transitions();
        signOfId = [];
      }
      for (let id = signOfId.length; id < words.count; id += 1) signOfId.push(undefined);
      let matches: Match[] | undefined;
      let sentence = 0;
      for (let first = 0; first < length; first += 1) {
        const id = ids[first] ?? 0;
        const sign = signOfId[id] ?? signAt(id);
        if (sign.steps.length === 0) continue;
        while ((sentences[sentence] ?? Number.POSITIVE_INFINITY) < first) sentence += 1;
        const isAtStart = sentences[sentence] === first;
        let state = sign.begins[isAtStart ? 1 : 0];
        if (state === UNKNOWN) {
          state = begin(sign, isAtStart);
          sign.begins[isAtStart ? 1 : 0] = state;
        }
        if (state === NO_STATE) continue;
        let last: Map<number, number> | undefined;
        for (let at = first; state !== NO_STATE; ) {
          const complete = states[state]?.complete;
          if (complete !== undefined && complete.length > 0) {
            last ??= new Map();
            for (const owner of complete) last.set(owner, at);
          }
          at += 1;
          if (at === length) break;
          const next = ids[at] ?? 0;
          state = nextOf(state, signOfId[next] ?? signAt(next));
        }
        if (last === undefined) continue;
        matches ??= [];
        for (const [owner, at] of last) matches.push({ owner, first, last: at });
      }
      return matches ?? NO_MATCHES;
    };
  };
}

function reachOf(taken: ReadonlyMap<number, number>, graph: Graph): Reach {
  const named = new Map<number, number>();
  const any = new Map<number, number>();
  for (const [step, adverbs] of taken) {
    for (const number of stepsAfter(graph, step)) {
      const reach = ((graph.kinds[number] ?? 0) & STEP.any) !== 0 ? any : named;
      if ((reach.get(number) ?? -1) < adverbs) reach.set(number, adverbs);
    }
  }
  return { named, any };
}

function isAdverb(word: string): boolean {
  return ADVERBS.has(word) || (word.length > 4 && word.endsWith("ly") && !NO_ADVERBS.has(word));
}
