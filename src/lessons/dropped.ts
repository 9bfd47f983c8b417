import { byCode, type KnownLesson } from "./fold-lines.js";
import { polarityOf } from "./polarity.js";

/** A lesson that counts no more, and why. */
export interface DroppedLesson {
  readonly lesson: KnownLesson;
  readonly why: "retired" | "promoted" | "replaced" | "contradicted";
  /** The lesson that stands against it. */
  readonly against?: KnownLesson;
}

/**
 * Which lessons count no more: a person took them out, another one replaces them, or a newer one says the opposite. A
 * lesson that counts no more itself stands against none.
 */
export function droppedOf(lessons: readonly KnownLesson[]): ReadonlyMap<string, DroppedLesson> {
  const dropped = new Map<string, DroppedLesson>();
  const standing: KnownLesson[] = [];
  for (const lesson of lessons) {
    if (lesson.retired) dropped.set(lesson.id, { lesson, why: "retired" });
    else if (lesson.promoted) dropped.set(lesson.id, { lesson, why: "promoted" });
    else standing.push(lesson);
  }
  for (const { newer, older, why } of conflictsOf(standing).sort(newestFirst)) {
    if (!dropped.has(newer.id) && !dropped.has(older.id)) dropped.set(older.id, { lesson: older, why, against: newer });
  }
  return dropped;
}

interface Conflict {
  readonly newer: KnownLesson;
  readonly older: KnownLesson;
  readonly why: "replaced" | "contradicted";
}

function conflictsOf(lessons: readonly KnownLesson[]): Conflict[] {
  const naming = lessons.filter(({ replaces, contradicts }) => replaces !== undefined || contradicts !== undefined);
  const byId = naming.length === 0 ? new Map<string, KnownLesson>() : new Map(lessons.map((lesson) => [lesson.id, lesson]));
  const conflicts: Conflict[] = [];
  for (const lesson of naming) {
    for (const id of lesson.replaces ?? []) {
      const other = byId.get(id);
      if (other && other !== lesson) conflicts.push({ newer: lesson, older: other, why: "replaced" });
    }
    for (const id of lesson.contradicts ?? []) {
      const other = byId.get(id);
      if (other && other !== lesson) conflicts.push(opposed(lesson, other));
    }
  }
  return [...conflicts, ...opposites(lessons)];
}

/** The same words for the same stage, once with "not" and once without. */
function opposites(lessons: readonly KnownLesson[]): readonly Conflict[] {
  const negated = new Map<string, KnownLesson[]>();
  const plain: { readonly key: string; readonly lesson: KnownLesson }[] = [];
  for (const lesson of lessons) {
    const polarity = polarityOf(lesson.description);
    if (polarity === undefined) continue;
    const key = `${lesson.stage ?? ""}\n${polarity.subject}`;
    if (!polarity.isNegated) plain.push({ key, lesson });
    else negated.set(key, [...(negated.get(key) ?? []), lesson]);
  }
  return plain.flatMap(({ key, lesson }) => (negated.get(key) ?? []).map((other) => opposed(lesson, other)));
}

function opposed(one: KnownLesson, other: KnownLesson): Conflict {
  const [newer, older] = isNewer(one, other) ? [one, other] : [other, one];
  return { newer, older, why: "contradicted" };
}

function isNewer(one: KnownLesson, other: KnownLesson): boolean {
  return (one.lastSeenMs - other.lastSeenMs || byCode(one.at, other.at) || byCode(one.id, other.id)) > 0;
}

function newestFirst(a: Conflict, b: Conflict): number {
  return (
    b.newer.lastSeenMs - a.newer.lastSeenMs || byCode(a.newer.id, b.newer.id) || byCode(a.older.id, b.older.id) || byCode(a.why, b.why)
  );
}
