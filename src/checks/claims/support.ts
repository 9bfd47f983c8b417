import { walkFacts } from "../grounding/walk-facts.js";
import { FactWords } from "./fact-words.js";
import { type Gist, gistOf } from "./stems.js";
import { keysOf, linesOf, told } from "./told.js";

interface Fact {
  readonly path: string;
  readonly text: string;
  /** A number under its keys: `repaired: 38`. */
  readonly isCount: boolean;
}

export interface Support {
  /** The share of the clause's content that the facts carry, 0 to 1; halved where no fact names the act. */
  readonly score: number;
  readonly nearest: { readonly path: string; readonly text: string } | undefined;
}

/** What a clause claims to have been done: an act that is known, or a verb. */
export interface Claimed {
  readonly act: string | undefined;
  readonly verb: string;
}

/** A clause may bring together what this many facts say. */
const MOST_JOINED = 3;
const FEWEST_NEW = 2;
/** Who did it, how many there were, and that it was compared say less than what was. */
const WEIGHT_OF_SIDE = 0.5;
/** "We saw that …", "I changed …" and "we added …" need no fact that names the seeing or changing where it says nearly all of the rest. */
const OF_TELLING: ReadonlySet<string> = new Set([
  "see",
  "show",
  "change",
  "add",
  "write",
  "remove",
  "move",
  "fix",
  "read",
  "search",
  "release",
  "restore",
]);
const MOSTLY = 0.66;
const FEWEST_TOLD = 2;
/** Nor does any other, where facts say all of the rest with its figures: `1,120 passes at four bends` were measured. */
const NEARLY_ALL = 0.8;
const FEWEST_OF_ALL = 3;
/** A decision is never told by what it was about: that may be a proposal. */
const OF_DECIDING: ReadonlySet<string> = new Set(["decide", "propose"]);
/** "We repaired 38 bicycles" is carried by `repaired: 38`: so many words may be those of what was counted. */
const MOST_COUNTED = 3;
/** Who is named as the author of something wrote it, added it or changed it. */
const BY_SOMEBODY = /(?:^|[; ])(?:authors?|committer|autor|von|de|\p{Ll}*[bB]y): |(?:authors?|autor|(?:^| )by|By) \p{Lu}/u;
const BY_AUTHORS = ["act write", "act add", "act change"];
const MOST_DEEP = 3;
const LONGEST_WHOLE = 600;

/** Facts by the words in them, for finding what carries a clause. */
export class Supports {
  readonly #facts: Fact[] = [];
  readonly #words = new FactWords();
  /** What the facts as a whole are about says little of what one clause claims. */
  readonly #topics: ReadonlySet<string>;

  constructor(facts: unknown) {
    const { texts, objects, numbers, lists } = walkFacts(facts);
    for (const { path, value } of texts) for (const line of linesOf(value)) this.#add(path, line, `${keysOf(path)} ${line}`);
    for (const { path, value } of numbers) this.#addCount(path, value);
    for (const { path, value } of lists) this.#addCount(path, value.length);
    for (const { path, shape, value } of objects) this.#addObject(path, shape, value);
    const [whole] = objects;
    this.#topics = gistOf(whole?.path === "" ? Object.keys(whole.value).join(" ") : "").stems;
  }

  #addCount(path: string, count: number): void {
    const text = `${keysOf(path)}: ${count}`;
    this.#add(path, text, text, true);
  }

  /** An object with its keys is one fact; not one that holds all the facts, which would carry whatever clause uses their words. */
  #addObject(path: string, shape: string, value: Readonly<Record<string, unknown>>): void {
    const whole = told(value, MOST_DEEP);
    const text = shape.endsWith("[]") || (shape !== "" && whole.length < LONGEST_WHOLE) ? whole : told(value, 1);
    this.#add(path, text, `${keysOf(path)} ${text}`);
  }

  /** The keys that a text stands under are part of what it says: an item of `decisions` was decided. */
  #add(path: string, text: string, said: string, isCount = false): void {
    const words = new Set([...wordsOf(gistOf(said)), ...(BY_SOMEBODY.test(said) ? BY_AUTHORS : [])]);
    if (words.size === 0) return;
    this.#facts.push({ path, text, isCount });
    this.#words.add(words, text.length);
  }

  /** `around` is the sentence of the clause. */
  of(clause: string, { act, verb }: Claimed, around = clause): Support {
    const own = gistOf(clause);
    // A clause of small words alone, `the group voted on it`, is about what the rest of its sentence says.
    const gist = own.stems.size + own.figures.size === 0 ? gistOf(around) : own;
    const claimed = act === undefined ? ([...gistOf(verb).stems][0] ?? "") : `act ${act}`;
    const wanted = new Set(wordsOf(gist));
    if (act !== undefined) wanted.add(claimed);
    const weight = (word: string) =>
      gist.stems.has(word) && !own.names.has(word) && !this.#topics.has(word) && word !== claimed ? 1 : WEIGHT_OF_SIDE;
    const total = sumOf(wanted, weight);
    const ranked = total === 0 ? [] : this.#words.sharingMost(wanted);
    const best = this.#facts[ranked[0]?.fact ?? -1];
    if (best === undefined) return { score: 0, nearest: undefined };

    const covered = new Set<string>();
    let joined = 0;
    let namesAct = act === undefined;
    for (const { fact: id, shared } of ranked) {
      if (joined === MOST_JOINED || covered.size === wanted.size) break;
      const fact = this.#facts[id];
      if (fact === undefined) break;
      const hasClaimed = shared.includes(claimed);
      if (fact.isCount && hasClaimed && own.stems.size <= MOST_COUNTED && shared.some((word) => own.figures.has(word))) {
        return { score: 1, nearest: fact };
      }
      // A fact that names the act and nothing else of the clause is about something else.
      const names = hasClaimed && (shared.length > 1 || wanted.size === 1);
      const fresh = shared.filter((word) => !covered.has(word));
      if (joined > 0 && fresh.length < FEWEST_NEW && !(names && !namesAct)) continue;
      for (const word of fresh) if (word !== claimed || names) covered.add(word);
      namesAct ||= names;
      joined += 1;
    }
    const share = sumOf(covered, weight) / total;
    return { score: namesAct || isTold(act, gist, covered) ? share : share / 2, nearest: best };
  }
}

/** Whether so much else is covered that the act need not be named. */
function isTold(act: string | undefined, { stems, figures }: Gist, covered: ReadonlySet<string>): boolean {
  if (act === undefined || OF_DECIDING.has(act)) return false;
  const told = [...stems].filter((word) => covered.has(word)).length;
  if (OF_TELLING.has(act) && told >= Math.max(FEWEST_TOLD, MOSTLY * stems.size)) return true;
  return told >= Math.max(FEWEST_OF_ALL, NEARLY_ALL * stems.size) && [...figures].some((figure) => covered.has(figure));
}

function sumOf(words: ReadonlySet<string>, weight: (word: string) => number): number {
  let total = 0;
  for (const word of words) total += weight(word);
  return total;
}

function wordsOf({ stems, acts, figures }: Gist): readonly string[] {
  return [...stems, ...[...acts].map((act) => `act ${act}`), ...figures];
}

const known = new WeakMap<object, Supports>();

/** Made once for the same object. */
export function supportsOf(facts: unknown): Supports {
  if (typeof facts !== "object" || facts === null) return new Supports(facts);
  const made = known.get(facts) ?? new Supports(facts);
  known.set(facts, made);
  return made;
}
