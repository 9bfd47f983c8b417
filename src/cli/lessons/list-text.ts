import {
  droppedLessons,
  type KnownLesson,
  type Lessons,
  oneLine,
  productText,
  type RankedLesson,
  whyDropped,
} from "../../lessons/index.js";
import { columns } from "../columns.js";

/** A line each, with why it counts no more where it does not. */
export function listText({ lessons, skipped }: Lessons): string {
  const dropped = droppedLessons(lessons);
  const rows = lessons.map(({ id, lastSeenMs, severity, category, stage, seen, description }) => {
    const gone = dropped.get(id);
    const text = oneLine(description);
    return [
      id,
      new Date(lastSeenMs).toISOString().slice(0, 10),
      severity,
      category,
      stage ?? "every stage",
      seen > 1 ? `seen ${seen} times` : "",
      gone === undefined ? text : `${text} [${whyDropped(gone)}]`,
    ];
  });
  return `${columns(rows)}${skipped.map(({ place, reason }) => `skipped ${place}: ${reason}\n`).join("")}`;
}

interface WhyFacts {
  readonly lesson: KnownLesson;
  readonly lessons: readonly KnownLesson[];
  readonly ranked: readonly RankedLesson[];
  readonly max: number;
}

/** All about one lesson: where it comes from, what it weighs, and whether it goes into a prompt. */
export function whyText({ lesson, lessons, ranked, max }: WhyFacts): string {
  const { id, line, at, severity, category, stage, source, run, by, rule, evidence, fix, seen, followed, lastSeenMs } = lesson;
  const place = ranked.findIndex((one) => one.lesson.id === id);
  const weighed = ranked[place];
  const gone = droppedLessons(lessons).get(id);
  const from = [source?.pipeline, source?.stage, source?.agent].filter((part) => part !== undefined).map((part) => `"${part}"`);
  const lines = [
    `${id}: ${oneLine(lesson.description)}`,
    `  line ${line}, ${category}, ${severity}, ${stage === undefined ? "for every stage" : `for stage "${stage}"`}`,
    `  learned ${at}${from.length === 0 ? "" : ` in ${from.join(", ")}`}${run === undefined ? "" : `, run ${run}`}`,
    by === undefined ? `  found by code${rule === undefined ? "" : `, by the rule ${rule}`}` : `  in the words of ${by}`,
    `  seen ${seen} ${seen === 1 ? "time" : "times"}, last ${new Date(lastSeenMs).toISOString()}`,
    ...(followed === 0 ? [] : [`  followed without fault ${followed} ${followed === 1 ? "time" : "times"} since`]),
    ...(fix === undefined ? [] : [`  fix: ${oneLine(fix)}`]),
    ...(evidence === undefined ? [] : [`  evidence: ${oneLine(evidence)}`]),
    gone !== undefined
      ? `  counts no more: ${whyDropped(gone)}`
      : weighed === undefined
        ? "  weighs nothing now: it was not seen for 90 days, is for another stage, or says what a heavier one says"
        : `  weighs ${weighed.weight.toFixed(2)} = ${productText(weighed.factors)}, number ${place + 1} of ${ranked.length}: ${
            place < max ? "among those that" : "behind those that"
          } go into a prompt`,
  ];
  return lines.map((one) => `${one}\n`).join("");
}
