import { z } from "zod";

const NO_SEVERITY = 'its "severity" is no whole number from 1 to 5';

/**
 * One line of a lessons file. Fields that are not named here are left alone, so that other tools may add their own.
 *
 *   {"at":"2026-11-18T21:40:00Z","severity":4,"lesson":"Say what a number counts.","stage":"draft"}
 */
export const Lesson = z.object(
  {
    /** When it was learned: a time with its zone, or a day, which starts at midnight UTC. */
    at: z.union([z.iso.datetime({ offset: true }), z.iso.date()], { error: 'its "at" is no time like 2026-03-19T18:00:00Z' }),
    /** From 1, a matter of taste, to 5, the work had to be thrown away. */
    severity: z.int(NO_SEVERITY).min(1, NO_SEVERITY).max(5, NO_SEVERITY),
    /** What to do, in a sentence or two. */
    lesson: z.string('its "lesson" is no text').regex(/\S/, 'its "lesson" is empty'),
    /** The stage it is for; without one it is for every stage. */
    stage: z.string('its "stage" is no text').optional(),
    /** Where it was learned: a run, a review, a person. */
    source: z.string('its "source" is no text').optional(),
    id: z.string('its "id" is no text').optional(),
  },
  "it is no object with the fields of a lesson",
);
export type Lesson = z.output<typeof Lesson>;

/** A lesson and the line that holds it, from 1. */
export type PlacedLesson = Lesson & { readonly line: number };

export interface SkippedLine {
  /** The file and the line: `lessons/publisher.jsonl:7`. */
  readonly place: string;
  readonly line: number;
  /** Why, as a sentence about the line. */
  readonly reason: string;
}

export interface Lessons {
  readonly lessons: readonly PlacedLesson[];
  readonly skipped: readonly SkippedLine[];
}

/** Reads a lessons file. A line that is cut short or is no lesson is skipped and named; nothing in a file is fatal. */
export function parseLessons(text: string, { place = "lessons" }: { readonly place?: string } = {}): Lessons {
  const lessons: PlacedLesson[] = [];
  const skipped: SkippedLine[] = [];
  for (const [index, raw] of text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .entries()) {
    if (raw.trim() === "") continue;
    const line = index + 1;
    const read = lessonOf(raw);
    if ("reason" in read) skipped.push({ place: `${place}:${line}`, line, reason: read.reason });
    else lessons.push({ ...read.lesson, line });
  }
  return { lessons, skipped };
}

function lessonOf(raw: string): { readonly lesson: Lesson } | { readonly reason: string } {
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch {
    return { reason: raw.trimStart().startsWith("{") ? "it is cut short or is not JSON" : "it is not JSON" };
  }
  const parsed = Lesson.safeParse(value);
  return parsed.success ? { lesson: parsed.data } : { reason: parsed.error.issues.map(({ message }) => message).join(", and ") };
}
