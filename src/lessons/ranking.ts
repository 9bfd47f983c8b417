import { StagewrightError } from "../dsl/index.js";
import type { PlacedLesson, SkippedLine } from "./lesson.js";
import { oneLine } from "./overlay.js";

/** After so many days a lesson weighs half. */
export const HALF_LIFE_DAYS = 30;
/** A lesson older than this is not considered. */
export const MAX_AGE_DAYS = 90;
/** So many lessons are put into a prompt unless told otherwise. */
export const DEFAULT_LIMIT = 5;

const DAY_MS = 86_400_000;

export interface RankedLesson {
  readonly lesson: PlacedLesson;
  readonly ageDays: number;
  /** severity × 0.5^(ageDays / 30) */
  readonly weight: number;
}

/**
 * The lessons that weigh most, heaviest first, none older than {@link MAX_AGE_DAYS}. With `stage`, only those for that
 * stage or for every stage. Of equal weights the newer goes first, then the text decides, so that the order of the
 * lines in the file changes nothing. A lesson that stands there twice (two branches were merged) counts once.
 * One dated in the future, by a clock that ran fast, has age 0. Throws `lessons/limit` for a limit below 0.
 */
export function rankLessons(
  lessons: readonly PlacedLesson[],
  { now, stage, limit = DEFAULT_LIMIT }: { readonly now: Date; readonly stage?: string; readonly limit?: number },
): readonly RankedLesson[] {
  if (!Number.isInteger(limit) || limit < 0) {
    throw new StagewrightError("lessons/limit", `the limit of lessons is ${limit}`, { hint: "give a whole number of at least 0" });
  }
  const ranked = lessons
    .filter((lesson) => stage === undefined || lesson.stage === undefined || lesson.stage === stage)
    .map((lesson) => weighed(lesson, now))
    .filter(({ ageDays }) => ageDays <= MAX_AGE_DAYS)
    .sort(heavierFirst);
  const texts = new Set<string>();
  const single = ranked.filter(({ lesson }) => {
    const text = oneLine(lesson.lesson);
    return !texts.has(text) && texts.add(text);
  });
  return single.slice(0, limit);
}

/**
 * Why the lessons rank as they do, in lines for a person; `considered` is how many lessons the file holds.
 *
 *   2 of 3 lessons
 *   1. 3.17 = 4 × 0.794, 10.0 days old, line 2: Say what a number counts.
 */
export function explainRanking(ranked: readonly RankedLesson[], skipped: readonly SkippedLine[], considered: number): string {
  const lines = [
    `${ranked.length} of ${considered} ${considered === 1 ? "lesson" : "lessons"}`,
    ...ranked.map(({ lesson, ageDays, weight }, index) => {
      const decay = weight / lesson.severity;
      const sum = `${weight.toFixed(2)} = ${lesson.severity} × ${decay.toFixed(3)}`;
      return `${index + 1}. ${sum}, ${ageDays.toFixed(1)} days old, line ${lesson.line}: ${oneLine(lesson.lesson)}`;
    }),
    ...skipped.map(({ place, reason }) => `skipped ${place}: ${reason}`),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function weighed(lesson: PlacedLesson, now: Date): RankedLesson {
  const ageDays = Math.max(0, (now.getTime() - Date.parse(lesson.at)) / DAY_MS);
  return { lesson, ageDays, weight: lesson.severity * 0.5 ** (ageDays / HALF_LIFE_DAYS) };
}

function heavierFirst(a: RankedLesson, b: RankedLesson): number {
  return b.weight - a.weight || Date.parse(b.lesson.at) - Date.parse(a.lesson.at) || byText(a, b) || a.lesson.line - b.lesson.line;
}

/** By code units, not by a locale: the order must be the same on every machine. */
function byText(a: RankedLesson, b: RankedLesson): number {
  if (a.lesson.lesson === b.lesson.lesson) return 0;
  return a.lesson.lesson < b.lesson.lesson ? -1 : 1;
}
