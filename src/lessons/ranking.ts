import { StagewrightError } from "../dsl/index.js";
import { type DroppedLesson, droppedOf } from "./dropped.js";
import { byCode, type KnownLesson } from "./fold-lines.js";
import { isAlike, type Shingles, shinglesOf } from "./similar.js";
import { TellingWords } from "./telling-words.js";
import {
  ageDaysOf,
  decayOf,
  type Factors,
  HALF_LIFE_DAYS,
  isTooOld,
  lastingOf,
  type Matter,
  MOST_FOR_TASK,
  productOf,
  relevanceOf,
  taskRelevance,
} from "./weight.js";

/** So many lessons are put into a prompt unless told otherwise. */
export const DEFAULT_LIMIT = 5;

const HALF_LIFE_MS = HALF_LIFE_DAYS * 86_400_000;
/** Powers and their logarithms differ in the last bits. */
const ROUNDING = 1e-9;

export interface RankedLesson {
  readonly lesson: KnownLesson;
  readonly ageDays: number;
  /** The product of the factors. */
  readonly weight: number;
  readonly factors: Factors;
}

export interface RankOptions extends Matter {
  readonly now: Date;
  /** What is to be done, in words: lessons that speak of it weigh up to twice as much. */
  readonly task?: string;
  readonly limit?: number;
}

/**
 * The lessons that weigh most, heaviest first, none that was last seen more than 90 days ago, none that counts no more,
 * and of several that say the same only one. Of equal weights the newer goes first, then the text decides, so that the
 * order of the lines in the file changes nothing. Throws `lessons/limit` for a limit below 0.
 *
 * The first call for a list orders it; the following ones look at the heaviest lessons only.
 */
export function rankLessons(lessons: readonly KnownLesson[], options: RankOptions): readonly RankedLesson[] {
  const { limit = DEFAULT_LIMIT } = options;
  if (!Number.isInteger(limit) || limit < 0) {
    throw new StagewrightError("lessons/limit", `the limit of lessons is ${limit}`, { hint: "give a whole number of at least 0" });
  }
  const order = orderOf(lessons);
  for (let most = limit + 16; ; most *= 4) {
    const heaviest = order.heaviest(most, options);
    const single = withoutLikes(heaviest, limit);
    if (single.length === limit || heaviest.length < most) return single;
  }
}

/** Those that count no more, by id. */
export function droppedLessons(lessons: readonly KnownLesson[]): ReadonlyMap<string, DroppedLesson> {
  return orderOf(lessons).dropped;
}

const orders = new WeakMap<readonly KnownLesson[], Order>();

function orderOf(lessons: readonly KnownLesson[]): Order {
  let order = orders.get(lessons);
  if (order === undefined) {
    order = new Order(lessons);
    orders.set(lessons, order);
  }
  return order;
}

/**
 * A weight falls with time by one factor for all lessons, so their order by what else weighs is the same at every moment:
 * it is made once, and a ranking walks down until nothing below can weigh more.
 */
class Order {
  readonly dropped: ReadonlyMap<string, DroppedLesson>;
  /** Those that count, from the greatest key down; the arrays beside them go in the same order. */
  readonly #lessons: readonly KnownLesson[];
  /** log2 of the lasting factors, and the half-lives from 1970 to when it was seen last. */
  readonly #keys: Float64Array;
  /** One of each kind of lesson that matters to the same stages and pipelines, and the number of each lesson's kind. */
  readonly #kinds: readonly KnownLesson[];
  readonly #kindOf: Uint32Array;
  readonly #words = new TellingWords();

  constructor(lessons: readonly KnownLesson[]) {
    this.dropped = droppedOf(lessons);
    const keys = Float64Array.from(lessons, (lesson) => {
      const { severity, reinforcement, fading } = lastingOf(lesson);
      return Math.log2(severity * reinforcement * fading) + lesson.lastSeenMs / HALF_LIFE_MS;
    });
    const counting = [...lessons.keys()].filter((index) => !this.dropped.has(lessons[index]?.id ?? ""));
    const descending = Uint32Array.from(counting).sort((a, b) => (keys[b] ?? 0) - (keys[a] ?? 0));
    const kinds = new Map<string, number>();
    const ofKind: KnownLesson[] = [];
    const sorted: KnownLesson[] = [];
    this.#keys = new Float64Array(descending.length);
    this.#kindOf = new Uint32Array(descending.length);
    for (const [place, index] of descending.entries()) {
      const lesson = lessons[index];
      if (lesson === undefined) continue;
      const name = JSON.stringify([lesson.stage, lesson.source?.pipeline]);
      const kind = kinds.get(name) ?? ofKind.push(lesson) - 1;
      kinds.set(name, kind);
      sorted.push(lesson);
      this.#keys[place] = keys[index] ?? 0;
      this.#kindOf[place] = kind;
      this.#words.add(lesson.description);
    }
    this.#lessons = sorted;
    this.#kinds = ofKind;
  }

  heaviest(most: number, { now, task, ...matter }: RankOptions): readonly RankedLesson[] {
    const shareOf = task === undefined ? undefined : this.#words.comparedWith(task);
    const mostForTask = shareOf === undefined ? 0 : Math.log2(MOST_FOR_TASK);
    const relevances = this.#kinds.map((lesson) => relevanceOf(lesson, matter));
    const logs = relevances.map(Math.log2);
    const nowKey = now.getTime() / HALF_LIFE_MS;
    const best: RankedLesson[] = [];
    /** What a lesson must weigh at least to come in, as its log2. */
    let least = most === 0 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
    for (let place = 0; place < this.#lessons.length; place += 1) {
      const atMost = (this.#keys[place] ?? 0) - nowKey + ROUNDING;
      if (atMost + mostForTask < least) break;
      const kind = this.#kindOf[place] ?? 0;
      const relevance = relevances[kind] ?? 0;
      const withRelevance = atMost + (logs[kind] ?? 0);
      if (relevance === 0 || withRelevance + mostForTask < least) continue;
      const ofTask = shareOf === undefined ? 1 : taskRelevance(shareOf(place));
      if (withRelevance + Math.log2(ofTask) < least) continue;
      const lesson = this.#lessons[place];
      const ageDays = lesson === undefined ? Number.POSITIVE_INFINITY : ageDaysOf(lesson, now);
      if (lesson === undefined || isTooOld(ageDays)) continue;
      const factors = { ...lastingOf(lesson), decay: decayOf(ageDays), relevance: relevance * ofTask };
      insert(best, { lesson, ageDays, weight: productOf(factors), factors }, most);
      if (best.length === most) least = Math.log2(best.at(-1)?.weight ?? 0);
    }
    return best;
  }
}

function insert(best: RankedLesson[], one: RankedLesson, most: number): void {
  const last = best.at(-1);
  if (best.length === most && (last === undefined || heavierFirst(one, last) >= 0)) return;
  let low = 0;
  for (let high = best.length; low < high; ) {
    const middle = (low + high) >> 1;
    const there = best[middle];
    if (there && heavierFirst(there, one) <= 0) low = middle + 1;
    else high = middle;
  }
  best.splice(low, 0, one);
  if (best.length > most) best.pop();
}

function heavierFirst(a: RankedLesson, b: RankedLesson): number {
  return (
    b.weight - a.weight ||
    b.lesson.lastSeenMs - a.lesson.lastSeenMs ||
    byCode(a.lesson.description, b.lesson.description) ||
    byCode(a.lesson.id, b.lesson.id)
  );
}

/** The first `limit` of which none says what a heavier one says. */
function withoutLikes(ranked: readonly RankedLesson[], limit: number): readonly RankedLesson[] {
  const chosen: { readonly one: RankedLesson; readonly shingles: Shingles }[] = [];
  for (const one of ranked) {
    if (chosen.length === limit) break;
    const shingles = shinglesOf(one.lesson.description);
    if (!chosen.some((other) => isAlike(other.shingles, shingles))) chosen.push({ one, shingles });
  }
  return chosen.map(({ one }) => one);
}
