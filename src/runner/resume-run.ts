import { isTooLate, type NewEvent, type RunState, takesUntil } from "../core/index.js";
import { type AnyPipeline, StagewrightError } from "../dsl/index.js";
import { goOn } from "./go-on.js";
import { bring, withOpenRun } from "./open-run.js";
import { assertAdapters } from "./pipeline-adapters.js";
import { acceptedChanges } from "./pipeline-changes.js";
import type { RunOutcome } from "./run-outcome.js";
import { type RunnerOptions, settingsOf } from "./runner-options.js";
import { runChild } from "./start-run.js";

export interface ResumeOptions extends RunnerOptions {
  /** Go on although finished stages, here or in a child run, have changed since they ran. */
  readonly acceptChanges?: boolean;
  /** Go back to this stage first: it and all after it run again, whatever was done. */
  readonly from?: string;
}

/**
 * Goes on with a run where it stands; a failed one at the stage that failed.
 *
 * @throws StagewrightError `run/changed` where a finished stage is not what it was, `run/ended`, `run/stage`,
 * `run/effect-open`, and the store's errors.
 */
export async function resumeRun(pipeline: AnyPipeline, run: string, options: ResumeOptions): Promise<RunOutcome> {
  const settings = settingsOf(options);
  assertAdapters(pipeline, settings);
  return withOpenRun(settings, run, false, async (open) => {
    const { state } = open.journal;
    const { by, model } = settings;
    const to = targetOf(state, pipeline, options.from);
    if (to === undefined && (state.status === "done" || state.status === "cancelled")) throw ended(state);
    const events: NewEvent[] = [
      ...acceptedChanges(pipeline, state, settings, to),
      ...(to === undefined ? [] : [{ type: "reopened" as const, by, to }]),
      { type: "run-resumed", by, ...(model !== undefined && model !== state.model && { model }) },
    ];
    await bring(open, ...events, ...(to === undefined ? expiry(state, settings.environment.now()) : []));
    return goOn(pipeline, open, runChild);
  });
}

/** Where a run is to go back to, if it is. */
function targetOf(state: RunState, pipeline: AnyPipeline, from: string | undefined): string | undefined {
  const to = from ?? (state.status === "failed" ? state.failure?.stage : undefined);
  if (to === undefined) return undefined;
  if (!pipeline.stages.some((stage) => stage.name === to)) {
    throw new StagewrightError("run/stage", `pipeline "${pipeline.name}" has no stage "${to}"`, {
      hint: `its stages are ${pipeline.stages.map((stage) => `"${stage.name}"`).join(", ")}`,
    });
  }
  const reached = pipeline.stages.findIndex((stage) => state.stages.get(stage.name)?.status !== "done");
  if (reached >= 0 && pipeline.stages.findIndex((stage) => stage.name === to) > reached) {
    throw new StagewrightError("run/stage", `run "${state.run}" has not come to stage "${to}" yet`, {
      hint: `it stands at "${pipeline.stages[reached]?.name}": resume it without going back, or go back to a stage before`,
    });
  }
  const open = [...state.stages.values()].find((stage) => [...stage.effects.values()].some((effect) => effect.settled === undefined));
  if (open === undefined) return to;
  throw new StagewrightError("run/effect-open", `nobody has said yet whether an effect of stage "${open.name}" happened`, {
    hint:
      state.status === "cancelled"
        ? "look for yourself, then fork the run from there"
        : "resume the run without going back: it looks the effect up, or asks",
  });
}

function ended({ run, status }: RunState): StagewrightError {
  return new StagewrightError("run/ended", `run "${run}" is ${status}`, {
    hint: "go back to a stage with `--from <stage>`, or fork the run",
  });
}

/** A gate at which nobody decided in time is rejected by the clock. */
function expiry(state: RunState, now: Date): readonly NewEvent[] {
  const stage = [...state.stages.values()].find(({ waiting }) => waiting?.on === "gate");
  const gate = stage?.gate;
  if (gate === undefined || !isTooLate(gate, now)) return [];
  const { version, attempt, digest } = gate;
  const reason = `nobody decided until ${takesUntil(gate)?.toISOString()}`;
  return [{ type: "gate-decided", stage: gate.stage, version, attempt, decision: "reject", by: "clock", digest, reason }];
}
