import { dueTimes } from "./due-times.js";
import type { Jobs } from "./job.js";
import type { JobState, JobStates } from "./job-state.js";

/** A job as a list shows it. */
export interface ListedJob {
  readonly job: string;
  /** The next due time, and when the job fires for it; none where there is none any more. */
  readonly due: Date | undefined;
  readonly firesAt: Date | undefined;
  /** Due times that have come and that nothing has run or given up yet. */
  readonly waiting: number;
  readonly running: { readonly due: Date; readonly run: string | undefined } | undefined;
  readonly queued: readonly Date[];
  readonly failures: number;
  readonly last: JobState["ended"][number] | undefined;
  readonly missed: JobState["missed"];
}

/** The jobs, the next to fire first. It changes nothing, whatever is due. */
export function listJobs(jobs: Jobs, states: Pick<JobStates, "get">, now: Date): readonly ListedJob[] {
  return Object.entries(jobs)
    .map(([job, definition]): ListedJob => {
      const state = states.get(job);
      const { past, next } = dueTimes(definition, job, state, now.getTime());
      const { running, queued = [], failures = 0, ended = [], missed = [] } = state ?? {};
      return {
        job,
        due: dateOf(next?.due),
        firesAt: dateOf(next?.firesAt),
        waiting: past.reduce((sum, one) => sum + ("due" in one ? 1 : one.count), 0),
        running: running && { due: new Date(running.due), run: running.run },
        queued: queued.map((due) => new Date(due)),
        failures,
        last: ended.at(-1),
        missed,
      };
    })
    .sort(
      (a, b) =>
        (a.firesAt?.getTime() ?? Number.POSITIVE_INFINITY) - (b.firesAt?.getTime() ?? Number.POSITIVE_INFINITY) || (a.job < b.job ? -1 : 1),
    );
}

function dateOf(ms: number | undefined): Date | undefined {
  return ms === undefined ? undefined : new Date(ms);
}
