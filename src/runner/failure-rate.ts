import type { RunEvent } from "../core/index.js";
import type { Store } from "../store/index.js";
import { newestRuns } from "./newest-runs.js";

/** How often the attempts of a stage have failed of late. */
export interface FailureRate {
  /** From 0 to 1, with the prior in it. */
  readonly rate: number;
  readonly failed: number;
  readonly attempts: number;
  /** The runs that were looked at. */
  readonly runs: number;
}

interface Asked {
  readonly pipeline: string;
  readonly stage: string;
  /** How many runs to look at, the newest. Default 20. */
  readonly runs?: number;
}

/** As if five attempts had been made before the first, and half of one had failed: without a history the rate is 0.1. */
const PRIOR = { failed: 0.5, attempts: 5 };

/**
 * Counts a stage's attempts in the newest runs of its pipeline. An attempt has failed where it ended so, and also where
 * the run came back to the stage because a review or a person refused what it had given.
 */
export async function failureRate(store: Store, { pipeline, stage, runs: most = 20 }: Asked): Promise<FailureRate> {
  let failed = 0;
  let attempts = 0;
  let runs = 0;
  for await (const { events } of newestRuns(store, pipeline, most)) {
    runs += 1;
    for (const event of events) {
      if (isEnd(event, stage)) attempts += 1;
      if (isFailure(event, stage)) failed += 1;
    }
  }
  return { rate: (failed + PRIOR.failed) / (attempts + PRIOR.attempts), failed, attempts, runs };
}

function isEnd(event: RunEvent, stage: string): boolean {
  return (event.type === "stage-done" || event.type === "attempt-failed") && event.stage === stage;
}

/** A decision that leads back (`because` is then the name of its way) is no failure of what it leads to. */
function isFailure(event: RunEvent, stage: string): boolean {
  if (event.type === "attempt-failed") return event.stage === stage;
  return event.type === "rolled-back" && event.to === stage && event.from !== stage && /^(failed|rejected)\b/.test(event.because);
}
