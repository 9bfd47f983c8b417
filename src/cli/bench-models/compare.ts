import { type AnyPipeline, asksModel, StagewrightError } from "../../dsl/index.js";
import { forkRun, type RunnerOptions, startRun } from "../../runner/index.js";
import { type Scorecard, scorecardOf } from "./scorecard.js";

interface Comparison {
  readonly pipeline: AnyPipeline;
  readonly input: unknown;
  readonly models: readonly string[];
  /** Runs of each model. */
  readonly runs: number;
  readonly launch: Readonly<Record<string, unknown>>;
  /** Told before each run. */
  readonly onRun: (model: string, number: number) => void;
}

/**
 * The same pipeline over several models, on the same facts: the first run gathers them, all others take them over and begin
 * at the first stage that a model writes.
 */
export async function compared(options: RunnerOptions, comparison: Comparison): Promise<readonly Scorecard[]> {
  const { pipeline, input, models, runs, launch, onRun } = comparison;
  const from = pipeline.stages.find((stage) => asksModel(stage) && stage.settings.model === undefined)?.name;
  if (from === undefined) {
    throw new StagewrightError("usage/no-write", `pipeline "${pipeline.name}" has no stage whose model could be another`, {
      hint: "a `write` or `work` stage that names no model of its own",
    });
  }
  const scorecards: Scorecard[] = [];
  let source: string | undefined;
  for (const model of models) {
    for (let number = 1; number <= runs && !options.signal?.aborted; number += 1) {
      onRun(model, number);
      const { run, state } =
        source === undefined
          ? await startRun(pipeline, { ...options, input, launch, model })
          : await forkRun(pipeline, source, { ...options, launch, from, model, run: `${source}-${scorecards.length + 1}` });
      const gathered = state.stages.get(from);
      if (gathered === undefined || gathered.version === 0) {
        throw new StagewrightError(
          "bench/no-facts",
          `run "${run}" did not come to stage "${from}": ${state.failure?.message ?? "it waits"}`,
          {
            hint: "mend what is before the first stage that a model writes; no model has been asked yet",
          },
        );
      }
      source ??= run;
      scorecards.push(await scorecardOf(options.store, pipeline, { model, run }));
    }
  }
  return scorecards;
}
