import { z } from "zod";
import { type KnownLesson, rankLessons } from "../../src/lessons/index.js";
import type { DayRun } from "../day/sources.js";
import { counted, quoted } from "../day/told.js";

/** A lesson that could stand in the instructions. A person decides, and a person puts it there. */
export const Promotion = z.object({ name: z.string(), id: z.string(), description: z.string(), seen: z.int() });
export type Promotion = z.output<typeof Promotion>;

/** A lesson that so many runs have seen keeps coming back. */
const COMES_BACK = 3;

/** The lessons of a file that keep coming back and do not stand in the instructions yet, the heaviest first. */
export function promotionsIn(name: string, lessons: readonly KnownLesson[], now: Date): readonly Promotion[] {
  return rankLessons(lessons, { now, limit: lessons.length })
    .map(({ lesson }) => lesson)
    .filter(({ seen, promoted, retired }) => seen >= COMES_BACK && promoted === undefined && retired === undefined)
    .map(({ id, description, seen }) => ({ name, id, description, seen }));
}

/** How the runs of each pipeline ended; child runs are part of theirs. */
export function endLines(runs: readonly DayRun[]): string[] {
  const own = runs.filter(({ parent }) => parent === null);
  return [...grouped(own, ({ pipeline }) => pipeline)].map(([pipeline, some]) => {
    const ends = [...grouped(some, ({ status }) => status)].map(
      ([status, these]) => `${these.length} ${STATUS_WORDS[status as DayRun["status"]]}`,
    );
    return `${pipeline} had ${counted(some.length, "run")}: ${ends.join(", ")}.`;
  });
}

const STATUS_WORDS: Readonly<Record<DayRun["status"], string>> = {
  running: "still running",
  interrupted: "cut off",
  blocked: "waiting",
  done: "done",
  failed: "failed",
  cancelled: "cancelled",
};

/** Failed attempts by stage, the most frequent first. */
export function failureLines(runs: readonly DayRun[]): string[] {
  const failures = runs.flatMap(({ run, pipeline, failures }) =>
    failures.map(({ stage, cause }) => ({ run, cause, place: `"${stage}" of ${pipeline}` })),
  );
  return byCount(grouped(failures, ({ place }) => place)).map(([place, some]) => {
    const causes = byCount(grouped(some, ({ cause }) => cause)).map(([cause, these]) => `${cause} ${these.length}`);
    const inRuns = counted(new Set(some.map(({ run }) => run)).size, "run");
    return `${place} failed ${counted(some.length, "time")} in ${inRuns}, by cause: ${causes.join(", ")}.`;
  });
}

/** What people rejected, and why. */
export function rejectionLines(runs: readonly DayRun[]): string[] {
  return runs.flatMap(({ run, pipeline, rejections }) =>
    rejections.map(({ stage, by, reason }) => {
      const why = reason.trim() === "" ? "no reason was given" : quoted(reason, 200);
      return `${by} rejected "${stage}" of ${pipeline}: ${why} (run ${run}).`;
    }),
  );
}

/** Which lessons stood in prompts, the most frequent first. */
export function lessonLines(runs: readonly DayRun[], known: ReadonlyMap<string, string>): string[] {
  const used = runs.flatMap(({ run, lessons }) => lessons.map((id) => ({ id, run })));
  return byCount(grouped(used, ({ id }) => id)).map(([id, some]) => {
    const text = known.get(id);
    return `Lesson ${id} was used in ${counted(some.length, "run")}${text === undefined ? "" : `: ${quoted(text, 200)}`}.`;
  });
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

function byCount<T>(groups: ReadonlyMap<string, readonly T[]>): readonly (readonly [string, readonly T[]])[] {
  return [...groups].sort(([one, a], [other, b]) => b.length - a.length || (one < other ? -1 : 1));
}
