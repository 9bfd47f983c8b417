import { z } from "zod";
import { fitted, type KnownLesson, parseLessons, rankLessons, renderPlainOverlay } from "../lessons/index.js";
import type { Settings } from "./runner-options.js";

/** More than the prompt takes, so that a person sees what just missed it; the rest of a long file stays out of the journal. */
const MOST_JOURNALED = 20;
/** So many of them went into a prompt when lessons were not fenced yet. */
const MOST_PLAIN = 5;

const Ranked = z.looseObject({
  /** `lesson` is what it says. */
  lesson: z.looseObject({ id: z.string().optional(), lesson: z.string(), fix: z.string().optional(), line: z.int() }),
  ageDays: z.number(),
  weight: z.number(),
});

export const RankingAnswer = z.object({
  now: z.iso.datetime(),
  /** How many lessons the file holds, and which lines of it were left out. */
  considered: z.int(),
  skipped: z.array(z.object({ place: z.string(), line: z.int(), reason: z.string() })),
  /** Heaviest first. */
  ranked: z.array(Ranked),
  /** How the overlay is made of them. Older journals do not say it. */
  form: z.literal("fenced").optional(),
});
export type RankingAnswer = z.output<typeof RankingAnswer>;

interface Asked {
  readonly lessons: string;
  readonly stage: string;
  readonly pipeline: string;
  /** The prompt: lessons that speak of what stands there weigh more. */
  readonly task: string;
}

/** The lessons of a file as they weigh now: what the journal keeps, and the overlay is made of. */
export async function lessonsRanked(
  { sources, environment }: Settings,
  { lessons: name, stage, pipeline, task }: Asked,
): Promise<z.input<typeof RankingAnswer>> {
  const { lessons, skipped } = parseLessons((await sources.lessons(name)) ?? "", { place: `lessons/${name}.jsonl` });
  const now = environment.now();
  const ranked = rankLessons(lessons, { now, stage, pipeline, task, limit: MOST_JOURNALED });
  return {
    now: now.toISOString(),
    considered: lessons.length,
    skipped: [...skipped],
    ranked: ranked.map(({ lesson, ageDays, weight, factors }) => ({ lesson: journaled(lesson), ageDays, weight, factors })),
    form: "fenced",
  };
}

/** What of a lesson the prompt needs, and a person who asks why it stands there. */
function journaled({ id, line, at, severity, category, description, fix, stage }: KnownLesson): z.input<typeof Ranked>["lesson"] {
  return {
    id,
    line,
    at,
    severity,
    category,
    lesson: description,
    ...(fix !== undefined && { fix }),
    ...(stage !== undefined && { stage }),
  };
}

/** The section of the prompt, computed anew from what the journal holds. */
export function overlayText({ ranked, form }: RankingAnswer): string {
  if (form === undefined) return renderPlainOverlay(ranked.slice(0, MOST_PLAIN).map(({ lesson }) => lesson.lesson));
  return fitted(ranked.map(({ lesson: { lesson: description, fix } }) => ({ lesson: { description, ...(fix !== undefined && { fix }) } })))
    .text;
}
