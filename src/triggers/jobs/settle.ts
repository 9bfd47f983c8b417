import type { Owner } from "../../store/index.js";
import { dueTimes, givenUpTimes, isGivenUp } from "./due-times.js";
import { isoOf } from "./iso.js";
import { type Job, scheduleOf } from "./job.js";
import type { JobLine, Why } from "./job-line.js";
import { type Claim, foldJob, type JobState, unseen } from "./job-state.js";
import { msOfLength } from "./length.js";
import { instantOf, isSameSchedule } from "./schedule.js";

/** Who looks at the jobs, and when. */
export interface Looking {
  readonly now: number;
  readonly me: Owner;
  /** Whether the process that has claimed a due time of a job is gone. */
  readonly isLeft: (job: string, claim: Claim) => boolean;
}

/** What is to be noted of a job, and whether all is accounted for then. */
export interface Settled {
  readonly lines: readonly JobLine[];
  /** What this process is to fire once the lines are on the disk. */
  readonly fire: Claim | undefined;
  readonly hasMore: boolean;
}

/** A run that was claimed and never began is claimed once more; after that it is given up. */
const MOST_TRIES = 2;
const MOST_QUEUED = 10;

const CLOCKS_APART_MS = 60_000;

const NOTHING: Settled = { lines: [], fire: undefined, hasMore: false };

/** What is to be done about a job now. Called under the lock, so that no two processes do it. */
export function settle(name: string, job: Job, found: JobState | undefined, { now, me, isLeft }: Looking): Settled {
  // A process with another config has taken the job: it knows better, until this one is told.
  if (found?.schedule === undefined || !isSameSchedule(found.schedule, scheduleOf(name, job))) return NOTHING;
  const notes = notesOf(name, found, now);
  if (isSetBack(found, now)) notes.add({ type: "set-back" });
  const { running } = found;
  if (running !== undefined && running.run === undefined && isLeft(name, running)) {
    const due = isoOf(running.due);
    if (running.tries < MOST_TRIES && !(job.catchUp === "none" && isLate(job, found, running, now))) {
      notes.add({ type: "claimed", due, owner: me, tries: running.tries + 1, ...(running.byHand && { byHand: true }) });
      return { ...notes.settled(), hasMore: true };
    }
    notes.add({ type: "ended", due, outcome: "never-began", reason: "its process ended before the run began" });
  }
  const { past, hasMore } = dueTimes(job, name, notes.state(), now);
  for (const one of past) {
    if (isGivenUp(one)) notes.add({ type: "missed", ...one, first: isoOf(one.first), last: isoOf(one.last) });
    else take(job, one, notes, me);
  }
  const next = waitsUntil(notes.state());
  if (next !== undefined && next.firesAt <= now + CLOCKS_APART_MS)
    notes.add({ type: "claimed", due: isoOf(next.due), owner: me, tries: 1 });
  return { ...notes.settled(), hasMore };
}

/**
 * Which of the times that wait has its turn next, and from when on; none while a run goes on. The first in the queue has come
 * already, unless the clock was set back since: then it waits until it comes once more, and those that come before it go first.
 */
export function waitsUntil({ running, queued, schedule }: JobState): { readonly due: number; readonly firesAt: number } | undefined {
  if (running !== undefined || queued.length === 0) return undefined;
  const due = Math.min(...queued);
  return { due, firesAt: due + (schedule?.staggerMs ?? 0) };
}

/** Whether the clock was set back behind what is accounted for. Two processes may read it a little apart. */
export function isSetBack({ accountedTo }: JobState, now: number): boolean {
  return accountedTo - now > CLOCKS_APART_MS;
}

/** What is to be noted so that a job's new schedule holds from now on, and nothing of the old one is forgotten. */
export function changeSchedule(name: string, job: Job | undefined, found: JobState | undefined, now: number): Settled {
  const schedule = job === undefined ? undefined : scheduleOf(name, job);
  if (found?.schedule === undefined ? schedule === undefined : schedule !== undefined && isSameSchedule(found.schedule, schedule))
    return NOTHING;
  const notes = notesOf(name, found, now);
  const why: Why = schedule === undefined ? "removed" : "schedule changed";
  if (found !== undefined) {
    if (isSetBack(found, now)) notes.add({ type: "set-back" });
    const { past, hasMore } = givenUpTimes(notes.state(), now, why);
    for (const one of past) notes.add({ type: "missed", ...one, first: isoOf(one.first), last: isoOf(one.last) });
    if (hasMore) return { ...notes.settled(), hasMore };
    if (schedule === undefined) for (const due of found.queued) notes.add({ type: "dropped", due: isoOf(due), why });
  }
  if (schedule === undefined) {
    notes.add({ type: "removed" });
    return notes.settled();
  }
  notes.add({ type: "scheduled", schedule });
  const past = schedule.kind === "at" && !schedule.paused ? instantOf(schedule.text, schedule.zone) : now + 1;
  // A time that this schedule was run for already is not given up.
  if (past <= now && found?.fired.includes(past) !== true) {
    notes.add({ type: "missed", first: isoOf(past), last: isoOf(past), count: 1, why: "already past" });
  }
  return notes.settled();
}

/** One due time that policy says to run: now, later, or not at all if an earlier run goes on. */
function take(job: Job, { due: at, isLate }: { readonly due: number; readonly isLate: boolean }, notes: Notes, me: Owner): void {
  const { running, queued } = notes.state();
  const due = isoOf(at);
  const missed = (why: Why) => notes.add({ type: "missed", first: due, last: due, count: 1, why });
  // What lies ahead waits for a clock that was set back, and holds up nothing that comes before it.
  const older = queued.filter((other) => other < at);
  if (running === undefined && older.length === 0) notes.add({ type: "claimed", due, owner: me, tries: 1 });
  else if (isLate) notes.add({ type: "queued", due });
  else if (job.overlap === "skip") missed("still running");
  else if (job.overlap === "queue" && queued.length >= MOST_QUEUED) missed("queue full");
  else {
    if (job.overlap === "cancel") {
      for (const other of older) notes.add({ type: "dropped", due: isoOf(other), why: "superseded" });
      if (running !== undefined && !running.cancel) notes.add({ type: "cancel", due: isoOf(running.due) });
    }
    notes.add({ type: "queued", due });
  }
}

/** A line without what all lines of one look have in common. */
type Note = JobLine extends infer Line ? (Line extends JobLine ? Omit<Line, "at" | "job"> : never) : never;

interface Notes {
  add(note: Note): void;
  /** As it is behind the lines so far. */
  state(): JobState;
  settled(): Settled;
}

function notesOf(name: string, found: JobState | undefined, now: number): Notes {
  const lines: JobLine[] = [];
  let state = found;
  let fire: Claim | undefined;
  return {
    add: (note) => {
      const line: JobLine = { ...note, at: isoOf(now), job: name };
      lines.push(line);
      state = foldJob(state, line);
      if (line.type === "claimed") fire = state?.running;
    },
    state: () => state ?? unseen(now),
    settled: () => ({ lines, fire, hasMore: false }),
  };
}

function isLate(job: Job, { schedule }: JobState, { due }: Claim, now: number): boolean {
  return now - due - (schedule?.staggerMs ?? 0) > msOfLength(job.onTimeWithin);
}
