import { createHash } from "node:crypto";
import { z } from "zod";
import { SEVERITIES, type Severity } from "../dsl/index.js";
import { UNSORTED } from "./category.js";
import { normalised } from "./words.js";

const NO_SEVERITY = 'its "severity" is none of info, warning and error';
const NO_TIME = 'its "at" is no time like 2026-03-19T18:00:00Z';

/** Lines of old files have numbers, from 1, a matter of taste, to 5, the work had to be thrown away. */
const OLD_SEVERITIES: readonly Severity[] = ["info", "info", "warning", "error", "error"];

const At = z.union([z.iso.datetime({ offset: true }), z.iso.date()], { error: NO_TIME });
const textOf = (name: string) => z.string(`its "${name}" is no text`).regex(/\S/, `its "${name}" is empty`);
const idsOf = (name: string) => z.array(z.string(), `its "${name}" is no list of ids`).optional();

const Source = z.object({
  /** The pipeline and the stage at which it was learned. */
  pipeline: z.string().optional(),
  stage: z.string().optional(),
  /** Who made the fault: a model's name; or who saw it. */
  agent: z.string().optional(),
});

/**
 * One line of a lessons file. Fields that are not named here are left alone, so that other tools may add their own.
 *
 *   {"at":"2026-11-18T21:40:00Z","severity":"error","category":"EXTRACTION","description":"Say what a number counts.","stage":"draft"}
 */
export const Lesson = z
  .object(
    {
      /** When it was learned: a time with its zone, or a day, which starts at midnight UTC. */
      at: At,
      id: z.string('its "id" is no text').min(1, 'its "id" is empty').optional(),
      category: z.string('its "category" is no text').default(UNSORTED),
      severity: z.union(
        [
          z.enum(SEVERITIES),
          z
            .int()
            .min(1)
            .max(5)
            .transform((old) => OLD_SEVERITIES[old - 1] ?? "error"),
        ],
        {
          error: NO_SEVERITY,
        },
      ),
      /** What to do, in a sentence or two. */
      description: textOf("description").optional(),
      /** The same in old lines. */
      lesson: textOf("lesson").optional(),
      /** The stage it is for; without one it is for every stage. */
      stage: z.string('its "stage" is no text').optional(),
      /** Where it was learned. Old lines say it in a few words. */
      source: z
        .union([Source, z.string().transform((agent): z.output<typeof Source> => ({ agent }))], { error: 'its "source" is no source' })
        .optional(),
      run: z.string('its "run" is no text').optional(),
      /** What was seen, for a person; it never goes into a prompt. */
      evidence: z.string('its "evidence" is no text').optional(),
      fix: z.string('its "fix" is no text').optional(),
      /** The rule whose finding it was. */
      rule: z.string('its "rule" is no text').optional(),
      /** The person whose words these are; without one, code found it. */
      by: z.string('its "by" is no text').optional(),
      /** The ids of lessons that count no more because of this one. */
      replaces: idsOf("replaces"),
      /** The ids of lessons that say the opposite: of two, the newer counts. */
      contradicts: idsOf("contradicts"),
    },
    "it is no object with the fields of a lesson",
  )
  .transform(({ lesson, ...rest }, context) => {
    const description = rest.description ?? lesson;
    if (description !== undefined) return { ...rest, description };
    context.addIssue({ code: "custom", message: 'its "description" is missing' });
    return z.NEVER;
  });
export type Lesson = z.output<typeof Lesson>;
/** A lesson as it is written. */
export type NewLesson = z.input<typeof Lesson> & { readonly id: string; readonly description: string };

/** When something was seen, by the run that saw it. */
const Runs = z.record(z.string(), At);

/** What is noted of a lesson that stands in another line. Lines are only ever added, and all of them together say how it stands. */
export const Note = z.discriminatedUnion(
  "kind",
  [
    /** It was needed again. */
    z.object({ at: At, kind: z.literal("seen"), id: z.string(), runs: Runs, by: z.string().optional() }),
    /** It was in the prompts of these runs, and they had no such fault. */
    z.object({ at: At, kind: z.literal("followed"), id: z.string(), runs: Runs }),
    z.object({ at: At, kind: z.literal("retired"), id: z.string(), by: z.string(), reason: z.string() }),
    /** It stands in the instructions now, in the file `to`. */
    z.object({ at: At, kind: z.literal("promoted"), id: z.string(), by: z.string(), to: z.string() }),
  ],
  { error: 'its "kind" is none of seen, followed, retired and promoted' },
);
export type Note = z.output<typeof Note>;

/** The same text for the same stage has the same id on every branch, so that learning it twice is learning it once. */
export function idOf({ stage, description }: { readonly stage?: string | undefined; readonly description: string }): string {
  const text = `${stage ?? ""}\n${normalised(description)}`;
  return `l-${createHash("sha256").update(text).digest("hex").slice(0, 12)}`;
}
