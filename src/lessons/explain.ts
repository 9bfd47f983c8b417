import type { DroppedLesson } from "./dropped.js";
import { named } from "./fold-lines.js";
import type { RankedLesson } from "./ranking.js";
import type { SkippedLine } from "./read-lines.js";
import type { Factors } from "./weight.js";
import { oneLine } from "./words.js";

/**
 * Why the lessons rank as they do, in lines for a person; `considered` is how many lessons the file holds.
 *
 *   2 of 3 lessons
 *   1. 2.38 = 3 × 0.794 decay, 10.0 days old, line 2: Say what a number counts.
 */
export function explainRanking(
  ranked: readonly RankedLesson[],
  skipped: readonly SkippedLine[],
  considered: number,
  dropped: Iterable<DroppedLesson> = [],
): string {
  const lines = [
    `${ranked.length} of ${considered} ${considered === 1 ? "lesson" : "lessons"}`,
    ...ranked.map(
      ({ lesson, ageDays, weight, factors }, index) =>
        `${index + 1}. ${weight.toFixed(2)} = ${productText(factors)}, ${ageDays.toFixed(1)} days old, line ${lesson.line}: ${oneLine(lesson.description)}`,
    ),
    ...[...dropped].map((one) => `dropped ${named(one.lesson)} (${whyDropped(one)})`),
    ...skipped.map(({ place, reason }) => `skipped ${place}: ${reason}`),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

/** `3 × 0.794 decay × 1.50 seen again`: the factors that are not 1. */
export function productText({ severity, decay, relevance, reinforcement, fading }: Factors): string {
  const part = (factor: number, name: string, digits: number) => (factor === 1 ? [] : [`${factor.toFixed(digits)} ${name}`]);
  return [
    `${severity}`,
    `${decay.toFixed(3)} decay`,
    ...part(relevance, "relevance", 2),
    ...part(reinforcement, "seen again", 2),
    ...part(fading, "followed", 2),
  ].join(" × ");
}

/** `a newer one says the opposite, l-3f9a0c2b71de: Use short titles.` */
export function whyDropped({ lesson, why, against }: DroppedLesson): string {
  switch (why) {
    case "retired":
      return `retired by ${lesson.retired?.by ?? "somebody"} on ${lesson.retired?.at.slice(0, 10) ?? "some day"}: ${lesson.retired?.reason ?? ""}`;
    case "promoted":
      return `it stands in "${lesson.promoted?.to ?? ""}" since ${lesson.promoted?.at.slice(0, 10) ?? "some day"}`;
    case "replaced":
      return `replaced by ${against === undefined ? "another" : named(against)}`;
    case "contradicted":
      return `a newer one says the opposite, ${against === undefined ? "another" : named(against)}`;
    default:
      return why satisfies never;
  }
}
