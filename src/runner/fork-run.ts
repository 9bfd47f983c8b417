import type { NewEvent } from "../core/index.js";
import { type AnyPipeline, StagewrightError } from "../dsl/index.js";
import { readRun } from "./read-run.js";
import type { RunOutcome } from "./run-outcome.js";
import type { RunnerOptions } from "./runner-options.js";
import { startRun } from "./start-run.js";

export interface ForkOptions extends RunnerOptions {
  /** The first stage that runs anew; those before it are taken over. */
  readonly from: string;
  readonly run?: string;
  readonly launch?: Readonly<Record<string, unknown>>;
}

/**
 * Starts a new run that takes over what another one has finished, up to a stage.
 *
 * @throws StagewrightError `run/stage` (there is no such stage), `run/fork` (a stage before it is not finished there).
 */
export async function forkRun(pipeline: AnyPipeline, source: string, options: ForkOptions): Promise<RunOutcome> {
  const { state, load } = await readRun(options.store, source);
  const index = pipeline.stages.findIndex((stage) => stage.name === options.from);
  if (index < 0 || state.started === undefined) {
    throw new StagewrightError("run/stage", `pipeline "${pipeline.name}" has no stage "${options.from}"`, {
      hint: `its stages are ${pipeline.stages.map((stage) => `"${stage.name}"`).join(", ")}`,
    });
  }
  const taken: NewEvent[] = [];
  const blobs: unknown[] = [];
  for (const { name } of pipeline.stages.slice(0, index)) {
    const stage = state.stages.get(name);
    if (stage?.status !== "done" || stage.output === undefined || stage.fingerprint === undefined) {
      throw new StagewrightError(
        "run/fork",
        `stage "${name}" is not finished in run "${source}", so a fork from "${options.from}" cannot take it over`,
        {
          hint: `fork from "${name}" or an earlier stage`,
        },
      );
    }
    if ("blob" in stage.output) blobs.push(await load(stage.output));
    const { output, fingerprint, version } = stage;
    taken.push({ type: "stage-taken", stage: name, version: 1, output, fingerprint, from: { run: source, version } });
  }
  const input = await load(state.started.input);
  const links = { forkedFrom: { run: source, stage: options.from } };
  return startRun(pipeline, { model: state.model, launch: state.started.launch, ...options, input }, { links, events: taken, blobs });
}
