import { idOf, type KnownLesson } from "../../src/lessons/index.js";

export const now = new Date("2026-12-01T12:00:00Z");
const DAY_MS = 86_400_000;

export function daysAgo(days: number): string {
  return new Date(now.getTime() - days * DAY_MS).toISOString();
}

/** A lesson that was learned `days` before {@link now}, with whatever else a test is about. */
export function known(more: Partial<KnownLesson> & { readonly days?: number } = {}): KnownLesson {
  const { days = 0, ...fields } = more;
  const at = daysAgo(days);
  const lesson = { at, category: "TONE", severity: "warning" as const, description: "Be short.", line: 1, seen: 1, followed: 0, ...fields };
  return { id: idOf(lesson), lastSeenMs: Date.parse(lesson.at), ...lesson };
}
