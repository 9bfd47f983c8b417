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

/** Texts are of any size and words of any kind; past this many the words seen are forgotten. */
const WORDS_KEPT_AT_MOST = 50_000;

const NONE: readonly never[] = [];

/**
 * Finds many patterns in one pass. A word is looked up among the words that patterns begin with; only for those that do, the
 * pattern is followed, with all the steps that it may be at in the bits of one number, so that no text makes it go back.
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
  const seen = new Map<string, readonly Entry<Owner>[]>();

  const beginningWith = (word: string): readonly Entry<Owner>[] => {
    const known = seen.get(word);
    if (known) return known;
    const found = [...(byWord.get(word) ?? []), ...lengths.flatMap((length) => byPrefix.get(word.slice(0, length)) ?? [])];
    const entries = found.length > 0 ? [...new Set(found)] : NONE;
    if (seen.size >= WORDS_KEPT_AT_MOST) seen.clear();
    seen.set(word, entries);
    return entries;
  };

  return (tokens) => {
    const matches: Match<Owner>[] = [];
    let sentence = 0;
    for (let first = 0; first < tokens.texts.length; first += 1) {
      while ((tokens.sentences[sentence] ?? Number.POSITIVE_INFINITY) < first) sentence += 1;
      for (const { owner, sequence, reach } of beginningWith(tokens.texts[first] ?? "")) {
        if (sequence.atSentenceStart && tokens.sentences[sentence] !== first) continue;
        const last = lastTaken(sequence.steps, reach, tokens, first);
        if (last >= first) matches.push({ owner, first, last });
      }
    }
    return matches;
  };
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
