import type { Sequence, Step } from "./pattern.js";
import type { Tokens } from "./tokens.js";

/** Words `first` to `last`, both included, that the pattern of `owner` takes. */
export interface Match<Owner> {
  readonly owner: Owner;
  readonly first: number;
  readonly last: number;
}

interface Entry<Owner> {
  readonly owner: Owner;
  readonly sequence: Sequence;
  /** For each place in the steps, and the one past the last, the places one may be at there: where a step need not be taken, the next as well. */
  readonly reach: readonly number[];
}

/** What may begin with one word: patterns by the word that must come next, and those of which that cannot be said. */
interface Beginning<Owner> {
  readonly always: readonly Entry<Owner>[];
  readonly byNext: ReadonlyMap<string, readonly Entry<Owner>[]>;
  readonly byNextPrefix: ReadonlyMap<string, readonly Entry<Owner>[]>;
  readonly prefixLengths: readonly number[];
}

/** Texts are of any size and words of any kind; past this many the words seen are forgotten. */
const WORDS_KEPT_AT_MOST = 50_000;

const NONE: readonly never[] = [];
const NO_BEGINNING: Beginning<never> = { always: NONE, byNext: new Map(), byNextPrefix: new Map(), prefixLengths: NONE };

/**
 * Finds many patterns in one pass. A word is looked up among the words that patterns begin with, and the word after it among those that
 * may come next; only where both are right the pattern is followed, with all the steps that it may be at in the bits of one
 * number, so that no text makes it go back.
 */
export function matcherOf<Owner>(
  patterns: readonly { readonly owner: Owner; readonly sequences: readonly Sequence[] }[],
): (tokens: Tokens) => readonly Match<Owner>[] {
  const byWord = new Map<string, Entry<Owner>[]>();
  const byPrefix = new Map<string, Entry<Owner>[]>();
  for (const { owner, sequences } of patterns) {
    for (const sequence of sequences) {
      const firsts = firstSteps(sequence.steps);
      const entry = { owner, sequence, reach: reachOf(sequence.steps) };
      for (const word of new Set(firsts.flatMap((step) => [...step.words]))) listIn(byWord, word).push(entry);
      for (const prefix of new Set(firsts.flatMap((step) => step.prefixes))) listIn(byPrefix, prefix).push(entry);
    }
  }
  const lengths = [...new Set([...byPrefix.keys()].map((prefix) => prefix.length))];
  const seen = new Map<string, Beginning<Owner>>();

  const beginningWith = (word: string): Beginning<Owner> => {
    const known = seen.get(word);
    if (known) return known;
    const found = [...(byWord.get(word) ?? []), ...lengths.flatMap((length) => byPrefix.get(word.slice(0, length)) ?? [])];
    const beginning = found.length > 0 ? beginningOf(word, [...new Set(found)]) : NO_BEGINNING;
    if (seen.size >= WORDS_KEPT_AT_MOST) seen.clear();
    seen.set(word, beginning);
    return beginning;
  };

  return (tokens) => {
    const matches: Match<Owner>[] = [];
    let sentence = 0;
    let isStart = false;
    let first = 0;
    const tryAll = (entries: readonly Entry<Owner>[] | undefined) => {
      if (entries === undefined) return;
      for (const { owner, sequence, reach } of entries) {
        if (sequence.atSentenceStart && !isStart) continue;
        const last = lastTaken(sequence.steps, reach, tokens, first);
        if (last >= first) matches.push({ owner, first, last });
      }
    };
    for (; first < tokens.texts.length; first += 1) {
      while ((tokens.sentences[sentence] ?? Number.POSITIVE_INFINITY) < first) sentence += 1;
      const beginning = beginningWith(tokens.texts[first] ?? "");
      if (beginning === NO_BEGINNING) continue;
      isStart = tokens.sentences[sentence] === first;
      tryAll(beginning.always);
      const next = tokens.texts[first + 1];
      if (next === undefined) continue;
      tryAll(beginning.byNext.get(next));
      for (const length of beginning.prefixLengths) tryAll(beginning.byNextPrefix.get(next.slice(0, length)));
    }
    return matches;
  };
}

/** Sorts the patterns that may begin with a word by what they need next. */
function beginningOf<Owner>(word: string, entries: readonly Entry<Owner>[]): Beginning<Owner> {
  const always: Entry<Owner>[] = [];
  const byNext = new Map<string, Entry<Owner>[]>();
  const byNextPrefix = new Map<string, Entry<Owner>[]>();
  for (const entry of entries) {
    const next = nextSteps(entry, word);
    if (next === undefined) always.push(entry);
    for (const step of next ?? []) {
      for (const text of step.words) if (listIn(byNext, text).at(-1) !== entry) listIn(byNext, text).push(entry);
      for (const prefix of step.prefixes) if (listIn(byNextPrefix, prefix).at(-1) !== entry) listIn(byNextPrefix, prefix).push(entry);
    }
  }
  return { always, byNext, byNextPrefix, prefixLengths: [...new Set([...byNextPrefix.keys()].map(({ length }) => length))] };
}

/** The steps of which one must take the word after `word`; nothing where any word may follow, or none need. */
function nextSteps({ sequence: { steps }, reach }: Entry<unknown>, word: string): readonly Step[] | undefined {
  const starts = (reach[0] ?? 0) & ~(1 << steps.length);
  let places = 0;
  for (const [place, step] of steps.entries()) if (starts & (1 << place) && takes(step, word, true)) places |= reach[place + 1] ?? 0;
  if (places & (1 << steps.length)) return undefined;
  const next = steps.filter((_, place) => places & (1 << place));
  return next.some(({ isAny }) => isAny) ? undefined : next;
}

function listIn<Entries>(map: Map<string, Entries[]>, key: string): Entries[] {
  const list = map.get(key) ?? [];
  map.set(key, list);
  return list;
}

function firstSteps(steps: readonly Step[]): readonly Step[] {
  const firm = steps.findIndex((step) => !step.isOptional);
  return steps.slice(0, firm + 1);
}

function reachOf(steps: readonly Step[]): readonly number[] {
  const reach = [1 << steps.length];
  for (let place = steps.length - 1; place >= 0; place -= 1) reach.unshift((1 << place) | (steps[place]?.isOptional ? (reach[0] ?? 0) : 0));
  return reach;
}

/** The last word of the longest stretch from `first` on that the steps take; -1 where they take none. */
function lastTaken(steps: readonly Step[], reach: readonly number[], { texts, isWord }: Tokens, first: number): number {
  const over = 1 << steps.length;
  let last = -1;
  let places = reach[0] ?? 0;
  for (let at = first; places !== 0 && at < texts.length; at += 1) {
    const text = texts[at] ?? "";
    let next = 0;
    for (let rest = places & ~over; rest !== 0; ) {
      const place = 31 - Math.clz32(rest);
      rest &= ~(1 << place);
      const step = steps[place];
      if (step && takes(step, text, isWord[at] ?? false)) next |= reach[place + 1] ?? 0;
    }
    places = next;
    if (places & over) last = at;
  }
  return last;
}

function takes(step: Step, text: string, isWord: boolean): boolean {
  if (step.isAny) return isWord;
  if (step.words.has(text)) return true;
  return step.prefixes.length > 0 && step.prefixes.some((prefix) => text.startsWith(prefix));
}
