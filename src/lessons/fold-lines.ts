import { createHash } from "node:crypto";
import { canonicalJson } from "../core/index.js";
import { idOf, type Lesson, type Note } from "./lesson.js";
import { type Line, linesOf, type SkippedLine } from "./read-lines.js";
import { normalised, oneLine } from "./words.js";

const DAY_MS = 86_400_000;
/** A lesson that was not seen for so long is not considered. */
export const MAX_AGE_DAYS = 90;
export const MAX_AGE_MS = MAX_AGE_DAYS * DAY_MS;
/** More sightings than these make a lesson no stronger, and more runs without fault no weaker. So what is kept of each is bounded. */
export const MOST_SEEN = 16;
export const MOST_FOLLOWED = 8;

/** A lesson as all lines of its file together say that it stands. */
export interface KnownLesson extends Omit<Lesson, "id"> {
  readonly id: string;
  /** The line that holds it, from 1; of several, the first one that was learned. */
  readonly line: number;
  /** When it was seen last, in ms. */
  readonly lastSeenMs: number;
  /** How many runs saw it in the 90 days before that, itself the first; {@link MOST_SEEN} or more count as that many. */
  readonly seen: number;
  /** How many runs had it in a prompt since, and no such fault; {@link MOST_FOLLOWED} or more count as that many. */
  readonly followed: number;
  readonly retired?: Extract<Note, { kind: "retired" }>;
  readonly promoted?: Extract<Note, { kind: "promoted" }>;
}

export interface Lessons {
  readonly lessons: readonly KnownLesson[];
  readonly skipped: readonly SkippedLine[];
}

/** All that a file says of one id. */
export interface Entry {
  readonly id: string;
  readonly lessons: LessonLine[];
  readonly notes: NoteLine[];
}
export type LessonLine = Extract<Line, { is: "lesson" }>;
export type NoteLine = Extract<Line, { is: "note" }>;

/** Reads a lessons file. A line that is cut short or is no lesson is skipped and named; nothing in a file is fatal. */
export function parseLessons(text: string, { place = "lessons" }: { readonly place?: string } = {}): Lessons {
  const { entries, others } = entriesOf(linesOf(text));
  const lessons: KnownLesson[] = [];
  for (const entry of entries) if (entry.lessons.length > 0) lessons.push(knownOf(entry));
  return {
    lessons: lessons.sort((a, b) => a.line - b.line),
    skipped: others.map(({ line, reason }) => ({ place: `${place}:${line}`, line, reason })),
  };
}

/**
 * Puts together what belongs together. Neither the order of the lines nor a line that stands there twice changes what
 * comes of it: so two files become one by taking the lines of both.
 */
export function entriesOf(lines: Iterable<Line>): {
  readonly entries: readonly Entry[];
  readonly others: readonly Extract<Line, { is: "other" }>[];
} {
  const entries = new Map<string, Entry>();
  const others: Extract<Line, { is: "other" }>[] = [];
  const of = (id: string): Entry => {
    const entry = entries.get(id) ?? { id, lessons: [], notes: [] };
    if (entry.lessons.length + entry.notes.length === 0) entries.set(id, entry);
    return entry;
  };
  for (const line of lines) {
    if (line.is === "lesson") of(line.lesson.id ?? idOf(line.lesson)).lessons.push(line);
    else if (line.is === "note") of(line.note.id).notes.push(line);
    else others.push(line);
  }
  const together: Entry[] = [];
  const taken = new Set<string>();
  for (const entry of entries.values()) {
    const parts = apart(entry, entries);
    for (const { id } of parts.slice(1)) taken.add(id);
    together.push(...parts);
  }
  const isPart = (entry: Entry) => taken.has(entry.id) && entries.get(entry.id) === entry;
  return { entries: taken.size === 0 ? together : together.filter((entry) => !isPart(entry)), others };
}

/** Two people may have given one id to two lessons: the first one keeps it, the other one gets a longer one, and none is lost. */
function apart(entry: Entry, all: ReadonlyMap<string, Entry>): readonly Entry[] {
  if (entry.lessons.length < 2) return [entry];
  const texts = new Map<string, LessonLine[]>();
  for (const line of [...entry.lessons].sort(firstLearned)) {
    const text = normalised(line.lesson.description);
    texts.set(text, [...(texts.get(text) ?? []), line]);
  }
  return [...texts].map(([text, lessons], index) => {
    if (index === 0) return { ...entry, lessons };
    const id = `${entry.id}~${createHash("sha256").update(text).digest("hex").slice(0, 6)}`;
    return { id, lessons, notes: all.get(id)?.notes ?? [] };
  });
}

/** The one that was learned first, at one time the one whose fields come first. */
export function firstLearned(a: LessonLine, b: LessonLine): number {
  return Date.parse(a.lesson.at) - Date.parse(b.lesson.at) || byCode(canonicalJson(a.lesson), canonicalJson(b.lesson)) || a.line - b.line;
}

/** By code units, not by a locale: the order must be the same on every machine. */
export function byCode(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

export function knownOf(entry: Entry): KnownLesson {
  const [first] = entry.lessons.length > 1 ? [...entry.lessons].sort(firstLearned) : entry.lessons;
  if (first === undefined) throw new Error(`no line holds lesson "${entry.id}"`);
  const { lesson, line } = first;
  const common = { ...lesson, id: entry.id, line };
  if (entry.lessons.length === 1 && entry.notes.length === 0) {
    return { ...common, lastSeenMs: Date.parse(lesson.at), seen: 1, followed: 0 };
  }
  const sightings = sightingsOf(entry);
  const lastSeenMs = Math.max(...sightings.values());
  const followed = [...runsOf(entry, "followed").values()].filter((ms) => ms > lastSeenMs).length;
  const retired = lastWord(
    entry,
    entry.notes.flatMap(({ note }) => (note.kind === "retired" ? [note] : [])),
  );
  const promoted = lastWord(
    entry,
    entry.notes.flatMap(({ note }) => (note.kind === "promoted" ? [note] : [])),
  );
  const replaces = unionOf(entry, "replaces");
  const contradicts = unionOf(entry, "contradicts");
  return {
    ...common,
    lastSeenMs,
    seen: Math.min(MOST_SEEN, [...sightings.values()].filter((ms) => ms >= lastSeenMs - MAX_AGE_MS).length),
    followed: Math.min(MOST_FOLLOWED, followed),
    ...(replaces.length > 0 && { replaces }),
    ...(contradicts.length > 0 && { contradicts }),
    ...(retired && { retired }),
    ...(promoted && { promoted }),
  };
}

/** Each run that saw it, and when. What a person said without a run counts by its time. */
export function sightingsOf(entry: Entry): ReadonlyMap<string, number> {
  const sightings = new Map(runsOf(entry, "seen"));
  for (const { lesson } of entry.lessons) later(sightings, lesson.run ?? `at ${lesson.at}`, Date.parse(lesson.at));
  return sightings;
}

export function runsOf({ notes }: Entry, kind: "seen" | "followed"): ReadonlyMap<string, number> {
  const runs = new Map<string, number>();
  for (const { note } of notes) {
    if (note.kind !== kind) continue;
    for (const [run, at] of Object.entries(note.runs)) later(runs, run, Date.parse(at));
  }
  return runs;
}

function later(runs: Map<string, number>, run: string, ms: number): void {
  runs.set(run, Math.max(ms, runs.get(run) ?? ms));
}

/** The last of what people said, unless a person has learned the lesson again since. */
function lastWord<N extends Note>({ lessons, notes }: Entry, said: readonly N[]): N | undefined {
  const last = [...said].sort((a, b) => Date.parse(b.at) - Date.parse(a.at) || byCode(canonicalJson(a), canonicalJson(b)))[0];
  if (last === undefined) return undefined;
  const byPerson = [
    ...lessons.flatMap(({ lesson }) => (lesson.by === undefined ? [] : [lesson.at])),
    ...notes.flatMap(({ note }) => (note.kind === "seen" && note.by !== undefined ? [note.at] : [])),
  ];
  return byPerson.some((at) => Date.parse(at) > Date.parse(last.at)) ? undefined : last;
}

function unionOf({ lessons }: Entry, name: "replaces" | "contradicts"): string[] {
  return [...new Set(lessons.flatMap(({ lesson }) => lesson[name] ?? []))].sort();
}

/** `l-3f9a0c2b71de: Say what a number counts.` */
export function named({ id, description }: Pick<KnownLesson, "id" | "description">): string {
  return `${id}: ${oneLine(description)}`;
}
