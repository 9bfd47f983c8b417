import { backOffMs, type Job, scheduleOf } from "./job.js";
import type { Why } from "./job-line.js";
import type { JobState } from "./job-state.js";
import { msOfLength } from "./length.js";
import { isSameSchedule, nextDue, type Timing } from "./schedule.js";

/** Due times in a row that are given up for one reason. */
export interface GivenUp {
  readonly first: number;
  readonly last: number;
  readonly count: number;
  readonly why: Why;
}

export interface DueTimes {
  /** What has become due since the last time that is accounted for, oldest first: to be run, or given up. */
  readonly past: readonly (GivenUp | { readonly due: number; readonly isLate: boolean })[];
  /** The first due time after `now`, and when the job fires for it. */
  readonly next: { readonly due: number; readonly firesAt: number } | undefined;
  /** There was more than is looked at in one go: ask again when these are accounted for. */
  readonly hasMore: boolean;
}

/** More than any catch-up runs. A machine that slept for a year is not to stop everything else while it counts minutes. */
const IN_ONE_GO = 1_000;

/**
 * What is due of a job, from its schedule, what its log says and the clock. It changes nothing and may be asked at any time.
 * A job that no log knows yet with this schedule has had no due times: they begin now.
 */
export function dueTimes(job: Job, name: string, state: JobState | undefined, now: number): DueTimes {
  const schedule = scheduleOf(name, job);
  const known = timingOf(state);
  const holds = known !== undefined && isSameSchedule(known.schedule, schedule);
  const timing = holds ? known : { schedule, since: now, anchor: now };
  const since = holds && state !== undefined ? state.accountedTo : now;
  const { dues, hasMore } = pastDue(timing, state, since, now);
  const firesAt = (due: number) => due + timing.schedule.staggerMs;
  const grace = msOfLength(job.onTimeWithin);
  const lateOnes = dues.filter((due) => now - firesAt(due) > grace);
  const onTime = dues.slice(lateOnes.length);
  const toRun = caughtUp(job, lateOnes, onTime.length);
  const restsUntil = restEnd(job, state, now);
  const past: DueTimes["past"][number][] = [];
  for (const due of dues) {
    const isLate = now - firesAt(due) > grace;
    const why: Why | undefined = isLate && !toRun.has(due) ? "late" : firesAt(due) < restsUntil ? "backing off" : undefined;
    if (why === undefined) past.push({ due, isLate });
    else giveUp(past, due, why);
  }
  if (!hasMore) return { past, next: nextOf(timing, state, Math.max(since, dues.at(-1) ?? since)), hasMore };
  // The times that were not looked at yet come later, so none of the latest is given up here.
  const most = typeof job.catchUp === "object" ? job.catchUp.upTo : 1;
  const older: GivenUp[] = [];
  for (const due of lateOnes.slice(0, IN_ONE_GO - most)) giveUp(older, due, "late");
  return { past: older.length > 0 ? older : past, next: undefined, hasMore };
}

/** The times up to `now` that no line is about yet, as given up: the schedule no longer holds. */
export function givenUpTimes(state: JobState, now: number, why: Why): { readonly past: readonly GivenUp[]; readonly hasMore: boolean } {
  const timing = timingOf(state);
  if (timing === undefined) return { past: [], hasMore: false };
  const { dues, hasMore } = pastDue(timing, state, state.accountedTo, now);
  const past: GivenUp[] = [];
  for (const due of dues) giveUp(past, due, why);
  return { past, hasMore };
}

export function timingOf(state: JobState | undefined): Timing | undefined {
  return state?.schedule === undefined ? undefined : { schedule: state.schedule, since: state.since, anchor: state.anchor };
}

function pastDue(timing: Timing, state: JobState | undefined, since: number, now: number) {
  const dues: number[] = [];
  for (let due = following(timing, state, since); due !== undefined && due + timing.schedule.staggerMs <= now; ) {
    if (dues.length === IN_ONE_GO) return { dues, hasMore: true };
    dues.push(due);
    due = following(timing, state, due);
  }
  return { dues, hasMore: false };
}

function nextOf(timing: Timing, state: JobState | undefined, after: number): DueTimes["next"] {
  const due = following(timing, state, after);
  return due === undefined ? undefined : { due, firesAt: due + timing.schedule.staggerMs };
}

/** The next time that was not run before the clock was set back. */
function following(timing: Timing, state: JobState | undefined, after: number): number | undefined {
  if (timing.schedule.once && state?.spent === true) return undefined;
  let due = nextDue(timing, after);
  while (due !== undefined && state?.fired.includes(due) === true) due = nextDue(timing, due);
  return due;
}

function caughtUp({ catchUp }: Job, late: readonly number[], onTime: number): ReadonlySet<number> {
  if (catchUp === "none") return new Set();
  // One run stands for all that were missed, and one that is on time does so, too.
  if (catchUp === "one") return new Set(onTime > 0 ? [] : late.slice(-1));
  return new Set(late.slice(-catchUp.upTo));
}

/** A failure that lies ahead of the clock was noted before the clock was set back. */
function restEnd(job: Job, state: JobState | undefined, now: number): number {
  if (state?.failedAt === undefined || state.failedAt > now) return 0;
  return state.failedAt + backOffMs(job, state.failures);
}

function giveUp(past: unknown[], due: number, why: Why): void {
  const last = past.at(-1);
  if (isGivenUp(last) && last.why === why) past[past.length - 1] = { ...last, last: due, count: last.count + 1 };
  else past.push({ first: due, last: due, count: 1, why } satisfies GivenUp);
}

export function isGivenUp(one: unknown): one is GivenUp {
  return typeof one === "object" && one !== null && "why" in one;
}
