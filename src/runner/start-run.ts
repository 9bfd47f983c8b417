import { JOURNAL_FORMAT, type NewEvent } from "../core/index.js";
import { type AnyPipeline, StagewrightError } from "../dsl/index.js";
import { issuesOf } from "./bound-adapters.js";
import { childRunner } from "./child-run.js";
import { goOn } from "./go-on.js";
import { jsonValue } from "./json-value.js";
import { bring, withOpenRun } from "./open-run.js";
import { assertAdapters } from "./pipeline-adapters.js";
import { isRunId, newRunId } from "./run-id.js";
import type { RunOutcome } from "./run-outcome.js";
import { DEFAULT_MODEL, type RunnerOptions, settingsOf } from "./runner-options.js";

export interface StartOptions extends RunnerOptions {
  readonly input: unknown;
  /** The run's name; by default one is made from the pipeline's, the day and chance. */
  readonly run?: string;
  /** What whoever starts the run wants to find in the journal when it is to go on: the pipeline's file, the tape. */
  readonly launch?: Readonly<Record<string, unknown>>;
}

/** What a run that another one gives rise to begins with. */
interface Origin {
  readonly links?: Pick<Extract<NewEvent, { type: "run-started" }>, "parent" | "forkedFrom">;
  readonly events?: readonly NewEvent[];
  /** Large values that those events name. */
  readonly blobs?: readonly unknown[];
}

/**
 * Starts a run, and carries it on until it is done, has failed, waits or was told to stop.
 *
 * @throws StagewrightError `run/input` (the input does not fit), `run/adapters` (nothing stands behind an adapter),
 * `run/exists`, and the store's errors. A stage that fails is no error but an outcome.
 */
export async function startRun(
  pipeline: AnyPipeline,
  options: StartOptions,
  { links = {}, events = [], blobs = [] }: Origin = {},
): Promise<RunOutcome> {
  const settings = settingsOf(options);
  const { by, environment, model = DEFAULT_MODEL } = settings;
  const { run = newRunId(pipeline.name, environment) } = options;
  if (!isRunId(run)) throw new StagewrightError("run/name", `"${run}" cannot name a run`, { hint: "use letters, digits, dots and dashes" });
  assertAdapters(pipeline, settings);
  const input = checkedInput(pipeline, options.input);
  return withOpenRun(settings, run, true, async (open) => {
    for (const value of blobs) open.keeper.keep(value);
    const started: NewEvent = {
      type: "run-started",
      format: JOURNAL_FORMAT,
      run,
      pipeline: pipeline.name,
      stages: pipeline.stages.map((stage) => stage.name),
      input: open.keeper.keep(input),
      by,
      model,
      launch: options.launch ?? {},
      ...links,
    };
    await bring(open, started, ...events);
    return goOn(pipeline, open, runChild);
  });
}

function checkedInput(pipeline: AnyPipeline, input: unknown): unknown {
  const parsed = pipeline.input.output?.safeParse(input);
  if (parsed && !parsed.success) {
    throw new StagewrightError("run/input", `pipeline "${pipeline.name}" does not take this input: ${issuesOf(parsed.error).join("; ")}`, {
      hint: `\`stagewright run ${pipeline.name} --help\` lists what it takes`,
    });
  }
  return jsonValue(parsed ? parsed.data : input, `the input of pipeline "${pipeline.name}"`);
}

export const runChild = childRunner(startRun);
