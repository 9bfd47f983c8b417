import { type KnownLesson, oneLine, rankLessons } from "../../lessons/index.js";

/** A lesson that so many runs have seen keeps coming back: it belongs into the instructions. */
export const COMES_BACK = 3;
const CONTEXT_LINES = 3;

/** The lessons that keep coming back, heaviest first. */
export function promotable(lessons: readonly KnownLesson[], now: Date): readonly KnownLesson[] {
  const ranked = rankLessons(lessons, { now, limit: lessons.length });
  return ranked.map(({ lesson }) => lesson).filter(({ seen }) => seen >= COMES_BACK);
}

/** The instructions with the lesson as their last line. */
export function withLesson(text: string, { description }: KnownLesson): string {
  const before = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  return `${before}- ${oneLine(description)}\n`;
}

/** What {@link withLesson} changes, as `diff -u` would print it. */
export function promotionDiff(file: string, text: string, lesson: KnownLesson): string {
  const lines = text.split("\n");
  const endsWhole = text === "" || text.endsWith("\n");
  const old = endsWhole ? lines.slice(0, -1) : lines;
  const shown = old.slice(-CONTEXT_LINES);
  const first = old.length - shown.length + 1;
  const range = shown.length === 0 ? "0,0" : `${first},${shown.length}`;
  const context = shown.map((line, index) => {
    const isCutOff = !endsWhole && index === shown.length - 1;
    return isCutOff ? `-${line}\n\\ No newline at end of file\n+${line}` : ` ${line}`;
  });
  return [
    `--- ${text === "" ? "/dev/null" : `a/${file}`}`,
    `+++ b/${file}`,
    `@@ -${range} +${shown.length === 0 ? 1 : first},${shown.length + 1} @@`,
    ...context,
    `+- ${oneLine(lesson.description)}`,
  ]
    .map((line) => `${line}\n`)
    .join("");
}
