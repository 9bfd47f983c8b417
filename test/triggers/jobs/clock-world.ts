import { existsSync, readFileSync } from "node:fs";
import {
  type Firing,
  type JobClock,
  type JobClockOptions,
  Jobs,
  type JobsInput,
  jobClock,
  jobStore,
  type RunEnd,
} from "../../../src/triggers/index.js";
import { emptyFolder } from "../../store/files/folder.js";

/** A clock that stands still until a test moves it, and the timers that wait for it. */
export class FakeTime {
  ms: number;
  readonly #timers = new Set<{ readonly at: number; readonly then: () => void }>();
  /** What each timer was set for. */
  readonly slept: number[] = [];

  constructor(iso: string) {
    this.ms = Date.parse(iso);
  }

  readonly now = () => new Date(this.ms);

  readonly setTimer = (ms: number, then: () => void) => {
    const timer = { at: this.ms + ms, then };
    this.slept.push(ms);
    this.#timers.add(timer);
    return { stop: () => void this.#timers.delete(timer) };
  };

  /** Lets time pass, timer by timer. */
  async until(iso: string, settled: () => Promise<unknown>): Promise<void> {
    const end = Date.parse(iso);
    for (;;) {
      const next = [...this.#timers].sort((a, b) => a.at - b.at)[0];
      if (next === undefined || next.at > end) break;
      this.ms = Math.max(this.ms, next.at);
      this.#timers.delete(next);
      next.then();
      await settled();
    }
    this.ms = Math.max(this.ms, end);
  }

  /** No timer goes off any more: the process that has set them is gone. */
  forget(): void {
    this.#timers.clear();
  }

  /** Sets the clock without any time passing: every timer goes off at its new time. */
  async jumpTo(iso: string, settled: () => Promise<unknown>): Promise<void> {
    this.ms = Date.parse(iso);
    const waiting = [...this.#timers];
    this.#timers.clear();
    for (const { then } of waiting) then();
    await settled();
  }
}

export interface World {
  readonly time: FakeTime;
  readonly root: string;
  /** The due times that were fired: "publisher 2026-03-29T01:00:00.000Z". */
  readonly fired: string[];
  readonly firings: Firing[];
  /** A clock over the store of this world, as a process that starts would make it. */
  clock(jobs: JobsInput, more?: Partial<JobClockOptions>): JobClock;
  /** The lines of the log, without what all of them have: "missed late 3". */
  lines(): readonly Record<string, unknown>[];
}

export function world(iso: string, fire: (firing: Firing) => Promise<RunEnd> = async () => ({ outcome: "done" })): World {
  const time = new FakeTime(iso);
  const root = emptyFolder();
  const fired: string[] = [];
  const firings: Firing[] = [];
  const path = `${root}/jobs/log.jsonl`;
  return {
    time,
    root,
    fired,
    firings,
    clock: (jobs, more = {}) =>
      jobClock({
        jobs: Jobs.parse(jobs),
        store: jobStore(root),
        now: time.now,
        setTimer: time.setTimer,
        fire: (firing) => {
          fired.push(`${firing.job} ${firing.due.toISOString()}`);
          firings.push(firing);
          return fire(firing);
        },
        trouble: (error) => {
          throw error;
        },
        ...more,
      }),
    lines: () =>
      existsSync(path)
        ? readFileSync(path, "utf8")
            .trimEnd()
            .split("\n")
            .map((line) => JSON.parse(line))
        : [],
  };
}
