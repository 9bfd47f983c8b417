import type { LaneStanding } from "../../lanes/index.js";
import type { listJobs } from "../../triggers/index.js";

/** What runs, what waits and what went wrong, in a few lines for somebody who asks in a chat. */
export function standingText(facts: {
  readonly lanes: readonly LaneStanding[];
  readonly gates: readonly { readonly run: string; readonly pipeline: string; readonly stage: string }[];
  readonly jobs: ReturnType<typeof listJobs>;
  readonly givenUp: number;
}): string {
  const { lanes, gates, jobs, givenUp } = facts;
  const running = lanes.flatMap(({ lane, running }) => running.map(({ id }) => `${id} (${lane})`));
  const waiting = lanes.filter(({ waiting }) => waiting > 0).map(({ lane, waiting }) => `${waiting} in ${lane}`);
  const failing = jobs.filter(({ failures }) => failures > 0);
  return [
    running.length === 0 ? "Nothing runs." : `Running: ${running.join(", ")}.`,
    ...(waiting.length === 0 ? [] : [`Waiting for their turn: ${waiting.join(", ")}.`]),
    ...gates.map(({ run, pipeline, stage }) => `Waits for a person: ${pipeline} at "${stage}" (run ${run}).`),
    ...failing.map(
      ({ job, failures, last }) => `Failing: ${job}, ${failures} in a row${last?.reason === undefined ? "" : `: ${last.reason}`}.`,
    ),
    ...(givenUp === 0 ? [] : [`${givenUp} message${givenUp === 1 ? "" : "s"} could not be sent: \`stagewright outbox\`.`]),
  ].join("\n");
}
