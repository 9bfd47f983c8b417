import { StagewrightError } from "../../dsl/index.js";
import { type Owner, thisProcess } from "../../store/index.js";
import { dueTimes } from "./due-times.js";
import { isoOf } from "./iso.js";
import type { DeliverTo, Job, JobBudget, Jobs } from "./job.js";
import type { JobLine, Spent } from "./job-line.js";
import { jobNotes } from "./job-notes.js";
import type { Claim, JobState } from "./job-state.js";
import { compactJobs, type JobStore } from "./job-store.js";
import { isLeft } from "./left.js";
import { changeSchedule, isSetBack, type Looking, settle, waitsUntil } from "./settle.js";

/** One due time of a job, to be run once. */
export interface Firing {
  readonly job: string;
  readonly definition: Job;
  readonly due: Date;
  /** The same for one due time, always: a run that is made under it is made once. */
  readonly key: string;
  /** 1, or 2 where a process ended between its claim and the beginning of the run. */
  readonly tries: number;
  readonly byHand: boolean;
  readonly budget: JobBudget | undefined;
  readonly deliver: DeliverTo | undefined;
  /** Aborted when a later due time takes the place of this one, and when the clock is stopped for good. */
  readonly signal: AbortSignal;
  /** To be called as soon as the run exists: from then on this due time is not fired again. */
  began(run: string): Promise<void>;
}

export interface RunEnd {
  readonly outcome: "done" | "failed" | "cancelled";
  readonly reason?: string;
  readonly spent?: Spent;
  /** Whether the result reached its target; left out where there is none. */
  readonly delivered?: boolean;
}

/** A run that its process left behind. */
export interface LeftRun {
  readonly job: string;
  readonly due: Date;
  readonly run: string;
}

export interface JobClockOptions {
  readonly jobs: Jobs;
  readonly store: JobStore;
  readonly now: () => Date;
  readonly setTimer: (ms: number, then: () => void) => { stop(): void };
  /** The clock is looked at again at least so often, for a timer counts only the time that a machine is awake. Default: a minute. */
  readonly longestSleepMs?: number;
  /** Runs a job and tells how it ended. */
  readonly fire: (firing: Firing) => Promise<RunEnd>;
  /** What became of a run whose process is gone; "running" where another goes on with it. Default: it is lost. */
  readonly whatBecame?: (left: LeftRun) => Promise<RunEnd | "running" | undefined>;
  /** The run that a process which is gone has begun for a firing, and could not note; `undefined` where there is none. */
  readonly foundAs?: (key: string) => string | undefined;
  /** Told of what went wrong with the log; the clock goes on and tries again. */
  readonly trouble?: (error: unknown) => void;
  readonly me?: Owner;
  /** Whether the process that has made a claim is gone. Default: asks the system. */
  readonly isGone?: (claim: Claim) => boolean;
}

export interface JobClock {
  /** Takes the schedules in, settles what was left behind, and fires from now on. */
  start(): Promise<void>;
  /** Other jobs from now on. No past time of a changed schedule is fired. */
  change(jobs: Jobs): Promise<void>;
  /** Fires a job now, beside its schedule. Gives the key of the firing. @throws StagewrightError `job/unknown`, `job/running`. */
  runNow(job: string): Promise<string>;
  /** Fires nothing more, and waits for the runs of this process; with `cancel` they are told to end. */
  stop(how?: { readonly cancel: boolean }): Promise<void>;
  /** Resolves when nothing is being looked at or noted; runs may go on. */
  idle(): Promise<void>;
}

/** Far below the 24.8 days that a timer of Node can count. */
const LONGEST_TIMER_MS = 86_400_000;
const A_MINUTE_MS = 60_000;

/** The due times that this process has claimed and is running, whichever of its clocks has. */
const held = new Set<string>();

export function jobClock(options: JobClockOptions): JobClock {
  const { store, now, setTimer, fire, whatBecame, foundAs, trouble = () => {}, me = thisProcess() } = options;
  const longestSleepMs = Math.min(options.longestSleepMs ?? A_MINUTE_MS, LONGEST_TIMER_MS);
  const isGone = options.isGone ?? ((claim: Claim) => isLeft(claim, me, now().getTime()));
  const notes = jobNotes(store);
  const active = new Map<string, { readonly control: AbortController; ends: Promise<void> }>();
  /** What a look need not be repeated for: as long as the job's state is the same and the time has not come. */
  const quiet = new Map<string, { readonly state: JobState; readonly until: number }>();
  let jobs = options.jobs;
  let timer: { stop(): void } | undefined;
  let isStopped = true;
  let looks: Promise<void> = Promise.resolve();

  const keyOf = (job: string, { due, byHand }: Claim) => `${job}@${isoOf(due)}${byHand ? "+hand" : ""}`;
  const heldAs = (job: string, claim: Claim) => `${store.path}\n${keyOf(job, claim)}`;
  const looking = (): Looking => ({
    now: now().getTime(),
    me,
    // What this process has claimed and no longer holds is left behind, too: its end could not be noted.
    isLeft: (job, claim) => (isSameOwner(claim.owner, me) ? !held.has(heldAs(job, claim)) : isGone(claim)),
  });

  const isQuiet = (name: string, state: JobState | undefined, at: number) => {
    const known = quiet.get(name);
    return known !== undefined && known.state === state && at < known.until && !isSetBack(state, at) && state.running === undefined;
  };

  const look = async (): Promise<void> => {
    await settleLeft();
    for (let hasMore = true; hasMore; ) {
      hasMore = false;
      const view = looking();
      const states = store.read();
      const restless = Object.entries(jobs).filter(([name]) => !isQuiet(name, states.get(name), view.now));
      const due = restless.filter(([name, job]) => settle(name, job, states.get(name), view).lines.length > 0);
      if (due.length === 0) break;
      const fires = await notes.note((stateOf) => {
        const add: JobLine[] = [];
        const gives: { readonly name: string; readonly job: Job; readonly claim: Claim }[] = [];
        for (const [name, job] of due) {
          const settled = settle(name, job, stateOf(name), view);
          add.push(...settled.lines);
          hasMore ||= settled.hasMore;
          if (settled.fire === undefined) continue;
          held.add(heldAs(name, settled.fire));
          gives.push({ name, job, claim: settled.fire });
        }
        return { add, gives };
      });
      for (const { name, job, claim } of fires) run(name, job, claim);
    }
    cancelAsked();
  };

  /** Looks at all jobs, then sleeps until the next one is due. */
  const wake = (): Promise<void> => {
    looks = looks.then(async () => {
      if (isStopped) return;
      try {
        await look();
      } catch (error) {
        trouble(error);
      }
      if (!isStopped) sleep();
    });
    return looks;
  };

  const sleep = () => {
    const at = now().getTime();
    const states = store.read();
    let soonest = at + longestSleepMs;
    for (const [name, job] of Object.entries(jobs)) {
      const state = states.get(name);
      if (!isQuiet(name, state, at)) {
        const waits = state && waitsUntil(state);
        const firesAt = Math.min(...[dueTimes(job, name, state, at).next, waits].map((next) => next?.firesAt ?? Number.POSITIVE_INFINITY));
        if (state !== undefined) quiet.set(name, { state, until: firesAt });
        soonest = Math.min(soonest, firesAt);
      } else soonest = Math.min(soonest, quiet.get(name)?.until ?? soonest);
    }
    wakeAt(Math.max(soonest, at));
  };

  const wakeAt = (at: number) => {
    timer?.stop();
    timer = setTimer(Math.max(0, Math.min(at - now().getTime(), longestSleepMs)), () => void wake());
  };

  const run = (name: string, job: Job, claim: Claim) => {
    const key = keyOf(name, claim);
    const control = new AbortController();
    const entry = { control, ends: Promise.resolve() };
    active.set(key, entry);
    entry.ends = carryOut(name, job, claim, control.signal).finally(() => {
      active.delete(key);
      held.delete(heldAs(name, claim));
    });
  };

  const carryOut = async (name: string, job: Job, claim: Claim, signal: AbortSignal): Promise<void> => {
    const due = isoOf(claim.due);
    let end: RunEnd;
    try {
      end = await fire({
        job: name,
        definition: job,
        due: new Date(claim.due),
        key: keyOf(name, claim),
        tries: claim.tries,
        byHand: claim.byHand,
        budget: job.budget,
        deliver: job.deliver,
        signal,
        began: (run) => notes.note(() => ({ add: [{ type: "began", at: now().toISOString(), job: name, due, run }], gives: undefined })),
      });
    } catch (error) {
      end = { outcome: "failed", reason: error instanceof Error ? error.message : String(error) };
    }
    await noteEnd(name, due, end);
  };

  /** In the same append the next run that waits for this one is claimed. */
  const noteEnd = async (name: string, due: string, end: RunEnd | { readonly outcome: "lost"; readonly reason: string }): Promise<void> => {
    for (let pauseMs = 1_000; ; pauseMs = Math.min(pauseMs * 2, A_MINUTE_MS)) {
      try {
        await notes.note(() => ({ add: [{ type: "ended", at: now().toISOString(), job: name, due, ...end }], gives: undefined }));
        break;
      } catch (error) {
        trouble(error);
        if (isStopped) return;
        await new Promise<void>((resolve) => setTimer(pauseMs, resolve));
      }
    }
    await lookAt(name);
  };

  /** Looks at one job only: what waits for its last run to end. */
  const lookAt = async (name: string): Promise<void> => {
    const job = jobs[name];
    if (isStopped || job === undefined) return;
    const view = looking();
    if (store.read().get(name)?.queued.length === 0) return;
    try {
      const claim = await notes.note((stateOf) => {
        const { lines, fire: claimed } = settle(name, job, stateOf(name), view);
        if (claimed !== undefined) held.add(heldAs(name, claimed));
        return { add: lines, gives: claimed };
      });
      if (claim !== undefined) run(name, job, claim);
    } catch (error) {
      trouble(error);
    }
  };

  const cancelAsked = () => {
    const states = store.read();
    for (const name of Object.keys(jobs)) {
      const claim = states.get(name)?.running;
      if (claim?.cancel === true) active.get(keyOf(name, claim))?.control.abort();
    }
  };

  /** Runs whose process is gone: they are not run again, and their end is noted. */
  const settleLeft = async (): Promise<void> => {
    const view = looking();
    for (const [job, { running }] of [...store.read()]) {
      if (running !== undefined && running.run === undefined && view.isLeft(job, running)) {
        const run = foundAs?.(keyOf(job, running));
        const at = now().toISOString();
        if (run !== undefined)
          await notes.note(() => ({ add: [{ type: "began", at, job, due: isoOf(running.due), run }], gives: undefined }));
      }
    }
    for (const [job, { running }] of [...store.read()]) {
      if (running?.run === undefined || !view.isLeft(job, running)) continue;
      const left = { job, due: new Date(running.due), run: running.run };
      const end = (await whatBecame?.(left)) ?? { outcome: "lost" as const, reason: "its process ended while it ran" };
      if (end === "running") continue;
      const due = isoOf(running.due);
      await notes.note((stateOf) => {
        const isStill = stateOf(job)?.running?.due === running.due;
        return { add: isStill ? [{ type: "ended", at: now().toISOString(), job, due, ...end }] : [], gives: undefined };
      });
    }
  };

  const take = async (): Promise<void> => {
    for (let hasMore = true; hasMore; ) {
      hasMore = await notes.note((stateOf) => {
        const at = now().getTime();
        const names = new Set([...Object.keys(jobs), ...store.read().keys()]);
        const settled = [...names].map((name) => changeSchedule(name, jobs[name], stateOf(name), at));
        return { add: settled.flatMap(({ lines }) => lines), gives: settled.some((one) => one.hasMore) };
      });
    }
  };

  return {
    start: async () => {
      isStopped = false;
      await compactJobs(store, now().getTime());
      await take();
      await wake();
    },
    change: async (next) => {
      await wake();
      jobs = next;
      await take();
      await wake();
    },
    runNow: async (name) => {
      const job = jobs[name];
      if (job === undefined) {
        throw new StagewrightError("job/unknown", `there is no job "${name}"`, {
          hint: `there are ${Object.keys(jobs).join(", ") || "none"}`,
        });
      }
      const claim = await notes.note((stateOf) => {
        const at = now().getTime();
        const other = stateOf(name)?.running;
        if (other !== undefined) return { add: [], gives: undefined };
        const line = { type: "claimed" as const, at: isoOf(at), job: name, due: isoOf(at), owner: me, tries: 1, byHand: true };
        const gives: Claim = { due: at, owner: me, claimedAt: at, tries: 1, byHand: true, cancel: false };
        held.add(heldAs(name, gives));
        return { add: [line], gives };
      });
      if (claim === undefined) {
        throw new StagewrightError("job/running", `job "${name}" is running`, { hint: "wait until its run has ended, or cancel it" });
      }
      run(name, job, claim);
      return keyOf(name, claim);
    },
    stop: async (how) => {
      isStopped = true;
      timer?.stop();
      await looks;
      if (how?.cancel === true) for (const { control } of active.values()) control.abort();
      await Promise.all([...active.values()].map(({ ends }) => ends));
    },
    idle: async () => {
      for (let before: unknown; before !== looks || !notes.isIdle(); ) {
        before = looks;
        await looks;
        await new Promise<void>((resolve) => setImmediate(resolve));
      }
    },
  };
}

function isSameOwner(one: Owner, other: Owner): boolean {
  return one.host === other.host && one.pid === other.pid && one.startedAt === other.startedAt;
}
