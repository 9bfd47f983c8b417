import type { KnownLesson } from "./fold-lines.js";
import { idOf, type NewLesson, type Note } from "./lesson.js";
import { isAlike, type Shingles, shinglesOf } from "./similar.js";

/** What a run, or a person, has taught. */
export interface Learning {
  readonly at: string;
  /** The run that taught it; a person may teach without one. */
  readonly run?: string;
  readonly lessons: readonly Omit<NewLesson, "id" | "at" | "run">[];
  /** The ids of lessons that were in the run's prompts. */
  readonly shown?: readonly string[];
  /** Whether the run got to its end: then a lesson that was shown and not needed again was followed. */
  readonly isDone?: boolean;
}

export interface LearningOutcome {
  /** What is to be added to the file. */
  readonly lines: readonly (NewLesson | Note)[];
  readonly added: readonly NewLesson[];
  readonly seenAgain: readonly KnownLesson[];
  readonly followed: readonly KnownLesson[];
}

/** Holds what was learned against what is known: the same lesson again makes that one stronger, and is no second line. */
export function learned(known: readonly KnownLesson[], { at, run, lessons, shown = [], isDone = false }: Learning): LearningOutcome {
  const added = new Map<string, NewLesson>();
  const seenAgain = new Map<string, { readonly lesson: KnownLesson; readonly by: string | undefined }>();
  const compare = lessons.length === 0 ? [] : known.map((lesson) => ({ lesson, shingles: lazily(() => shinglesOf(lesson.description)) }));
  for (const lesson of lessons) {
    const id = idOf(lesson);
    const there = known.find((other) => other.id === id) ?? alike(lesson, compare);
    const isThereNow = [...added.values()].some((other) => other.stage === lesson.stage && saysTheSame(other, lesson));
    if (there) seenAgain.set(there.id, { lesson: there, by: lesson.by ?? seenAgain.get(there.id)?.by });
    else if (!isThereNow) added.set(id, { at, id, ...lesson, ...(run !== undefined && { run }) });
  }
  const followed = !isDone || run === undefined ? [] : known.filter(({ id }) => shown.includes(id) && !seenAgain.has(id));
  const runs = { [run ?? `at ${at}`]: at };
  return {
    lines: [
      ...added.values(),
      ...[...seenAgain.values()].map(({ lesson: { id }, by }) => ({
        at,
        kind: "seen" as const,
        id,
        runs,
        ...(by !== undefined && { by }),
      })),
      ...followed.map(({ id }) => ({ at, kind: "followed" as const, id, runs })),
    ],
    added: [...added.values()],
    seenAgain: [...seenAgain.values()].map(({ lesson }) => lesson),
    followed,
  };
}

function alike(
  { stage, description }: Pick<NewLesson, "stage" | "description">,
  known: readonly { readonly lesson: KnownLesson; readonly shingles: () => Shingles }[],
): KnownLesson | undefined {
  const mine = shinglesOf(description);
  return known.find(({ lesson, shingles }) => lesson.stage === stage && isAlike(mine, shingles()))?.lesson;
}

function saysTheSame(one: Pick<NewLesson, "description">, other: Pick<NewLesson, "description">): boolean {
  return isAlike(shinglesOf(one.description), shinglesOf(other.description));
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
