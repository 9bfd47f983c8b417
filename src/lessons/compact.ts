import {
  byCode,
  type Entry,
  entriesOf,
  firstLearned,
  knownOf,
  MAX_AGE_MS,
  MOST_FOLLOWED,
  MOST_SEEN,
  runsOf,
  sightingsOf,
} from "./fold-lines.js";
import type { Note } from "./lesson.js";
import { linesOf } from "./read-lines.js";

/**
 * A lesson goes when it has not been seen for twice as long as it counts: until then another branch may still see it
 * again, and what this one knows of it counts with that.
 */
const KEPT_MS = 2 * MAX_AGE_MS;

export interface Compacted {
  readonly text: string;
  readonly linesBefore: number;
  readonly linesAfter: number;
  /** The ids of lessons that went because they were too old. */
  readonly gone: readonly string[];
  /** Lines that were no JSON, mostly cut off by a crash. */
  readonly unreadable: number;
}

/**
 * The same file in fewer lines and in one order, by the text of the lines. Every overlay of it, now or later, is the one
 * that the file itself would have given, also after lines of another branch were added.
 */
export function compacted(text: string, now: Date): Compacted {
  const lines = [...linesOf(text)];
  const { entries, others } = entriesOf(lines);
  const kept = new Set<string>();
  const gone: string[] = [];
  for (const entry of entries) {
    for (const line of wordsAbout(entry)) kept.add(line);
    const sightings = sightingsOf(entry);
    const lastSeenMs = Math.max(...sightings.values());
    if (now.getTime() - lastSeenMs > KEPT_MS) {
      if (entry.lessons.length > 0) gone.push(entry.id);
      continue;
    }
    for (const line of linesAbout(entry, sightings)) kept.add(line);
  }
  // What a newer version has written is not ours to throw away.
  for (const { raw, isJson } of others) if (isJson) kept.add(raw);
  const sorted = [...kept].sort(byCode);
  return {
    text: sorted.map((line) => `${line}\n`).join(""),
    linesBefore: lines.length,
    linesAfter: sorted.length,
    gone: gone.sort(byCode),
    unreadable: others.filter(({ isJson }) => !isJson).length,
  };
}

/** What people have said of a lesson stays for good: else it could come back from another branch. */
function wordsAbout({ notes }: Entry): readonly string[] {
  return notes.flatMap(({ note, raw }) =>
    note.kind === "retired" || note.kind === "promoted" || (note.kind === "seen" && note.by !== undefined) ? [raw] : [],
  );
}

function linesAbout(entry: Entry, sightings: ReadonlyMap<string, number>): readonly string[] {
  const [first, ...more] = [...entry.lessons].sort(firstLearned);
  // Such an id stands in no line: what is said of it would be lost.
  const isApart = first?.lesson.id !== undefined && first.lesson.id !== entry.id;
  const own = isApart
    ? more
    : more.filter(({ lesson }) => lesson.by !== undefined || lesson.replaces !== undefined || lesson.contradicts !== undefined);
  const standing = first === undefined ? [] : [first, ...own];
  const said = new Set(standing.map(({ lesson }) => `${Date.parse(lesson.at)} ${lesson.run ?? `at ${lesson.at}`}`));
  const seen = newest(sightings, MOST_SEEN).filter(([run, ms]) => !said.has(`${ms} ${run}`));
  // An entry whose lesson stands on another branch keeps all that is said of it.
  const lastSeenMs = first === undefined ? Number.NEGATIVE_INFINITY : knownOf(entry).lastSeenMs;
  const followed = newest(runsOf(entry, "followed"), MOST_FOLLOWED).filter(([, ms]) => ms > lastSeenMs);
  return [...standing.map(({ raw }) => raw), ...noteOf("seen", entry.id, seen), ...noteOf("followed", entry.id, followed)];
}

function newest(runs: ReadonlyMap<string, number>, most: number): readonly (readonly [string, number])[] {
  return [...runs].sort(([a, aMs], [b, bMs]) => bMs - aMs || byCode(a, b)).slice(0, most);
}

function noteOf(kind: "seen" | "followed", id: string, runs: readonly (readonly [string, number])[]): readonly string[] {
  const [latest] = runs;
  if (latest === undefined) return [];
  const times = [...runs].sort(([a], [b]) => byCode(a, b)).map(([run, ms]) => [run, new Date(ms).toISOString()]);
  const note = { at: new Date(latest[1]).toISOString(), kind, id, runs: Object.fromEntries(times) } satisfies Note;
  return [JSON.stringify(note)];
}
