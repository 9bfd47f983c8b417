import { join } from "node:path";
import type { Owner } from "../../store/index.js";
import { type Disk, type SharedLog, sharedLog } from "../../store/index.js";
import { isoOf } from "./iso.js";
import { JobLine } from "./job-line.js";
import { foldLine, type JobStates } from "./job-state.js";

/** The log of all jobs of a store, and what it means. */
export type JobStore = SharedLog<JobLine, JobStates>;

export interface JobStoreOptions {
  readonly disk?: Disk;
  readonly me?: Owner;
  readonly pause?: (ms: number) => Promise<void>;
}

/** Opens `<root>/jobs/log.jsonl`, where `root` is the folder of the store. Nothing is made before there is something to write. */
export function jobStore(root: string, options: JobStoreOptions = {}): JobStore {
  return sharedLog<JobLine, JobStates>({
    path: join(root, "jobs", "log.jsonl"),
    what: "the log of jobs",
    lockedCode: "jobs/locked",
    line: JobLine,
    empty: () => new Map(),
    fold: foldLine,
    ...options,
  });
}

/** Above so many lines the log is written anew, with one line for each job. */
const MOST_LINES = 20_000;

/** Puts one line for each job in the place of all, where the log has grown long. */
export function compactJobs(store: JobStore, now: number, above: number = MOST_LINES): Promise<void> {
  return store.compact(above, (states) => [...states].map(([job, state]) => ({ type: "standing", at: isoOf(now), job, state })));
}
