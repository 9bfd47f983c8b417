import type { JobLine } from "./job-line.js";
import { foldJob, type JobState } from "./job-state.js";
import type { JobStore } from "./job-store.js";

/** What a job's log says, with what was noted a moment ago and is not on the disk yet. */
export type StateOf = (job: string) => JobState | undefined;

export interface JobNotes {
  /** Adds what `act` finds to add, under the lock. It may be called once and must change nothing. */
  note<T>(act: (stateOf: StateOf) => { readonly add: readonly JobLine[]; readonly gives: T }): Promise<T>;
  /** Whether there is nothing to write at the moment. */
  isIdle(): boolean;
}

interface Waiting {
  /** Gives what tells the one who waits, once the lines are on the disk. */
  readonly act: (stateOf: StateOf, add: (lines: readonly JobLine[]) => void) => () => void;
  readonly fail: (error: unknown) => void;
}

/** What several runs have to note at one time goes into one append, so that many that end together wait for one another once. */
export function jobNotes(store: JobStore): JobNotes {
  let waiting: Waiting[] = [];
  let isWriting = false;
  const write = async () => {
    if (isWriting) return;
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        const settled = await store.change((states) => {
          const newer = new Map<string, JobState | undefined>();
          const lines: JobLine[] = [];
          const stateOf: StateOf = (job) => (newer.has(job) ? newer.get(job) : states.get(job));
          const add = (more: readonly JobLine[]) => {
            for (const line of more) {
              lines.push(line);
              newer.set(line.job, foldJob(stateOf(line.job), line));
            }
          };
          const gives = batch.map(({ act }) => act(stateOf, add));
          return { add: lines, gives };
        });
        for (const give of settled) give();
      } catch (error) {
        for (const { fail } of batch) fail(error);
      }
    }
    isWriting = false;
  };
  return {
    note: <T>(act: (stateOf: StateOf) => { readonly add: readonly JobLine[]; readonly gives: T }) =>
      new Promise<T>((resolve, reject) => {
        waiting.push({
          act: (stateOf, add) => {
            const found = act(stateOf);
            add(found.add);
            return () => resolve(found.gives);
          },
          fail: reject,
        });
        void write();
      }),
    isIdle: () => !isWriting,
  };
}
