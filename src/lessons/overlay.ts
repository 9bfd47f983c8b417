import type { RankedLesson } from "./ranking.js";

/** The lessons as a section of a prompt, in Markdown; empty where there are none. */
export function renderOverlay(ranked: readonly RankedLesson[]): string {
  if (ranked.length === 0) return "";
  const items = ranked.map(({ lesson }) => `- ${oneLine(lesson.lesson)}\n`);
  return `## Lessons from earlier runs\n\n${items.join("")}`;
}

/**
 * A lesson is data in somebody's prompt: white space and control characters of every kind become one space, so that
 * it cannot start a line, and with it a heading or an instruction, of its own.
 */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, " ").trim();
}
