import { lastAtMost } from "../text/places.js";
import { type Surroundings, wordsOf } from "./surroundings.js";

/** Two numbers of the facts that stand near each other, from which a third may follow. */
export interface Pair {
  readonly a: number;
  readonly b: number;
  /** The key of each, or of the list or text that it counts. */
  readonly names: readonly [string, string];
  /** The key of the object or the list that both stand in. */
  readonly within: string;
  /** The key of both where they are one number of two things. */
  readonly field: string;
  /** Whether there are many pairs with these names, so that the names say nothing of one. */
  readonly isOneOfMany: boolean;
  /** Whether both are lengths of lists. */
  readonly areCounts: boolean;
  /** Whether the two are one thing at two times (`before` and `after`), or in two places. */
  readonly isChange: boolean;
}

/** What a pair yields, and the pair. */
interface Yield {
  readonly value: number;
  readonly pair: Pair;
}

const MOST_LOOKED_AT = 200;
/** Words that speak of a change: they tell of a pair before and after, whatever its keys are. */
const CHANGE =
  /(?<![\p{L}])(?:fast|slow|small|larg|bigg?|short|long|quick|soon|earl|late|high|low|light|heav|more|less|fewer|half|cut|cuts|reduc|increas|decreas|improv|grew|grow|dropp?|fell|fall|rose|ris|sav|gain|lost|up|down|better|worse|gone|mai|wenig|mehr|kürz|läng|schnell|spar|sank|stieg)(?:\p{L}{0,5})(?![\p{L}])/u;

/**
 * Values that follow from two numbers beside each other. Of fifty figures there are a thousand pairs, and any number is near what one of them
 * yields. So a pair counts only where the sentence speaks of it: by what it says of its numbers, or by the words of their keys.
 */
export class PairTable {
  readonly #yields: readonly Yield[];

  constructor(yields: readonly Yield[]) {
    this.#yields = yields.filter(({ value }) => Number.isFinite(value)).sort((a, b) => a.value - b.value);
  }

  /** Whether a pair that `isMeant` yields `value`, give or take `half`. */
  has(value: number, half: number, isMeant: (pair: Pair) => boolean): boolean {
    const yields = this.#yields;
    if (yields.length === 0) return false;
    const low = value - half * (1 + 1e-9) - 1e-9 * Math.abs(value);
    const high = value + half * (1 + 1e-9) + 1e-9 * Math.abs(value);
    let at = lastAtMost(yields.length, (index) => yields[index]?.value ?? 0, low);
    // Several are equal often, and the search may end on any of them.
    while (at > 0 && (yields[at - 1]?.value ?? 0) >= low) at -= 1;
    for (let looked = 0; looked < MOST_LOOKED_AT; at += 1) {
      const found = yields[at];
      if (found === undefined || found.value > high) return false;
      if (found.value < low) continue;
      if (isMeant(found.pair)) return true;
      looked += 1;
    }
    return false;
  }
}

/** Whether a sentence names one of the two, or says one of the numbers. */
export function isTouched(pair: Pair, near: Surroundings): boolean {
  if (near.says(pair.a) || near.says(pair.b)) return true;
  return !pair.isOneOfMany && isNamed(pair, near);
}

function isNamed(pair: Pair, near: Surroundings): boolean {
  return namedIn(pair.names[0], near) || namedIn(pair.names[1], near) || namedIn(pair.field, near) || isNamedChange(pair, near);
}

/** Whether a sentence names both of the two, or says one and the text the other. */
export function isSpokenOf(pair: Pair, near: Surroundings): boolean {
  const [first, second] = pair.names;
  const isFirst = near.says(pair.a) || (!pair.isOneOfMany && namedIn(first, near));
  const isSecond = near.says(pair.b) || (!pair.isOneOfMany && namedIn(second, near));
  if (isFirst && isSecond) return true;
  if ((near.says(pair.a) && near.hasSaid(pair.b)) || (near.says(pair.b) && near.hasSaid(pair.a))) return true;
  return !pair.isOneOfMany && isNamedChange(pair, near);
}

function isNamedChange({ isChange, within, names }: Pair, near: Surroundings): boolean {
  return isChange && CHANGE.test(near.sentence) && (namedIn(within, near) || names.some((name) => namedIn(name, near)));
}

const wordsOfName = new Map<string, readonly string[]>();
const MOST_NAMES = 5_000;

function namedIn(name: string, { words }: Surroundings): boolean {
  let own = wordsOfName.get(name);
  if (own === undefined) {
    own = wordsOf(name);
    if (wordsOfName.size >= MOST_NAMES) wordsOfName.clear();
    wordsOfName.set(name, own);
  }
  return own.some((word) => words.has(word));
}
