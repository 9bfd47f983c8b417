import { z } from "zod";
import { Lesson, parseLessons, rankLessons } from "../lessons/index.js";
import type { Settings } from "./runner-options.js";

/** More than the prompt takes, so that a person sees what just missed it; the rest of a long file stays out of the journal. */
const MOST_JOURNALED = 20;

export const RankingAnswer = z.object({
  now: z.iso.datetime(),
  /** How many lessons the file holds, and which lines of it were left out. */
  considered: z.int(),
  skipped: z.array(z.object({ place: z.string(), line: z.int(), reason: z.string() })),
  /** Heaviest first: weight = severity × 0.5^(ageDays / 30). */
  ranked: z.array(z.object({ lesson: Lesson.extend({ line: z.int() }), ageDays: z.number(), weight: z.number() })),
});
export type RankingAnswer = z.output<typeof RankingAnswer>;

/** The lessons of a file as they weigh now: what the journal keeps, and the overlay is made of. */
export async function lessonsRanked(
  { sources, environment }: Settings,
  name: string,
  stage: string,
): Promise<z.input<typeof RankingAnswer>> {
  const { lessons, skipped } = parseLessons((await sources.lessons(name)) ?? "", { place: `lessons/${name}.jsonl` });
  const now = environment.now();
  const ranked = rankLessons(lessons, { now, stage, limit: MOST_JOURNALED });
  return { now: now.toISOString(), considered: lessons.length, skipped: [...skipped], ranked: [...ranked] };
}
