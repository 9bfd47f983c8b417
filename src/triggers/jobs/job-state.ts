import { z } from "zod";
import { isoOf } from "./iso.js";
import type { JobLine } from "./job-line.js";
import { Schedule } from "./schedule.js";

const Claim = z.object({
  due: z.number(),
  owner: z.object({ host: z.string(), pid: z.number(), startedAt: z.string() }),
  claimedAt: z.number(),
  tries: z.int(),
  byHand: z.boolean(),
  run: z.string().optional(),
  cancel: z.boolean(),
});
export type Claim = z.output<typeof Claim>;

const Ended = z.object({
  due: z.number(),
  claimedAt: z.number(),
  endedAt: z.number(),
  run: z.string().optional(),
  outcome: z.enum(["done", "failed", "cancelled", "lost", "never-began"]),
  reason: z.string().optional(),
  spent: z.object({ usd: z.number().optional(), tokens: z.number().optional(), ms: z.number().optional() }).optional(),
  delivered: z.boolean().optional(),
});

const Missed = z.object({ first: z.number(), last: z.number(), count: z.int(), why: z.string(), at: z.number() });
export type Missed = z.output<typeof Missed>;

/** What the log says of one job. */
export const JobState = z.object({
  schedule: Schedule.optional(),
  since: z.number(),
  anchor: z.number(),
  /** Every due time up to here was run, queued or given up, and stands in the log. */
  accountedTo: z.number(),
  /** Due times that were run or queued, the latest last. */
  fired: z.array(z.number()),
  /** A job of a single time has had it. */
  spent: z.boolean(),
  running: Claim.optional(),
  queued: z.array(z.number()),
  failures: z.int(),
  /** The due time of the first of these failures. */
  failingSince: z.number().optional(),
  failedAt: z.number().optional(),
  ended: z.array(Ended),
  missed: z.array(Missed),
});
export type JobState = z.output<typeof JobState>;

/** The jobs by their names. */
export type JobStates = Map<string, JobState>;

/** So many due times that were run are remembered one by one, for a clock that is set back. */
const FIRED_KEPT = 200;
const ENDED_KEPT = 20;
const MISSED_KEPT = 20;

/** Takes a line in; the states of other jobs stay as they are. */
export function foldLine(states: JobStates, line: JobLine): JobStates {
  const next = foldJob(states.get(line.job), line);
  if (next === undefined) states.delete(line.job);
  else states.set(line.job, next);
  return states;
}

/** What a job's state is behind a line; `undefined` where nothing is left of it. */
export function foldJob(state: JobState | undefined, line: JobLine): JobState | undefined {
  const at = Date.parse(line.at);
  if (line.type === "standing") return JobState.safeParse(line.state).data ?? state;
  const before = state ?? unseen(at);
  switch (line.type) {
    case "scheduled":
      return { ...before, schedule: line.schedule, since: at, anchor: at, accountedTo: at, spent: false, failures: 0, failedAt: undefined };
    case "removed":
      return before.running === undefined ? undefined : { ...before, schedule: undefined };
    case "claimed": {
      const due = Date.parse(line.due);
      const byHand = line.byHand === true;
      const claim: Claim = { due, owner: line.owner, claimedAt: at, tries: line.tries, byHand, cancel: false };
      const running = { ...before, running: claim, queued: before.queued.filter((other) => other !== due) };
      // One that waited, or is tried again, was accounted for before; the clock may have been set back since.
      return byHand || line.tries > 1 || before.queued.includes(due) ? running : counted(running, due);
    }
    case "began":
      return running(before, line.due, (claim) => ({ ...before, running: { ...claim, run: line.run } }));
    case "cancel":
      return running(before, line.due, (claim) => ({ ...before, running: { ...claim, cancel: true } }));
    case "ended":
      return running(before, line.due, (claim) => ended(before, claim, line, at));
    case "queued":
      return counted({ ...before, queued: [...before.queued, Date.parse(line.due)] }, Date.parse(line.due));
    case "missed": {
      const missed = { first: Date.parse(line.first), last: Date.parse(line.last), count: line.count, why: line.why, at };
      return withMissed({ ...before, accountedTo: Math.max(before.accountedTo, missed.last) }, missed);
    }
    case "dropped": {
      const due = Date.parse(line.due);
      const missed = { first: due, last: due, count: 1, why: line.why, at };
      return withMissed({ ...before, queued: before.queued.filter((other) => other !== due) }, missed);
    }
    case "set-back": {
      // Where older ones are forgotten, what lies before the oldest that is known stays accounted for.
      const kept = before.fired.length < FIRED_KEPT ? at : Math.max(at, before.fired[0] ?? at);
      return {
        ...before,
        accountedTo: kept,
        since: Math.min(before.since, kept),
        missed: before.missed.filter(({ first }) => first <= kept).map((one) => ({ ...one, last: Math.min(one.last, kept) })),
        failures: 0,
        failedAt: undefined,
      };
    }
  }
}

/** A job that no line was about yet. */
export function unseen(at: number): JobState {
  return { since: at, anchor: at, accountedTo: at, fired: [], spent: false, queued: [], failures: 0, ended: [], missed: [] };
}

function counted(state: JobState, due: number): JobState {
  const fired = state.fired.includes(due) ? state.fired : [...state.fired, due].sort((a, b) => a - b).slice(-FIRED_KEPT);
  return { ...state, accountedTo: Math.max(state.accountedTo, due), fired, spent: true };
}

function withMissed(state: JobState, missed: Missed): JobState {
  return { ...state, missed: [...state.missed, missed].slice(-MISSED_KEPT) };
}

/** Lines about a run that is not the running one come too late, and change nothing. */
function running(state: JobState, due: string, act: (claim: Claim) => JobState | undefined): JobState | undefined {
  return state.running !== undefined && isoOf(state.running.due) === due ? act(state.running) : state;
}

function ended(state: JobState, claim: Claim, line: Extract<JobLine, { type: "ended" }>, at: number): JobState | undefined {
  const { due, claimedAt, run } = claim;
  if (state.schedule === undefined) return undefined;
  const { outcome, reason, spent, delivered } = line;
  const one = {
    due,
    claimedAt,
    endedAt: at,
    outcome,
    ...(run !== undefined && { run }),
    ...(reason !== undefined && { reason }),
    ...(spent !== undefined && { spent }),
    ...(delivered !== undefined && { delivered }),
  };
  const hasFailed = outcome === "failed" || outcome === "lost" || outcome === "never-began";
  return {
    ...state,
    running: undefined,
    ended: [...state.ended, one].slice(-ENDED_KEPT),
    // Somebody who has cancelled a run has said nothing of whether it works.
    failures: hasFailed ? state.failures + 1 : outcome === "done" ? 0 : state.failures,
    failingSince: hasFailed ? (state.failures === 0 ? due : state.failingSince) : outcome === "done" ? undefined : state.failingSince,
    failedAt: hasFailed ? at : outcome === "done" ? undefined : state.failedAt,
  };
}
