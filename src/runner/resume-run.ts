import { changedParts, type NewEvent, type RunState } from "../core/index.js";
import { type AnyPipeline, StagewrightError } from "../dsl/index.js";
import { fingerprintOf } from "./attempt.js";
import { goOn } from "./go-on.js";
import { bring, withOpenRun } from "./open-run.js";
import { assertAdapters } from "./pipeline-adapters.js";
import type { RunOutcome } from "./run-outcome.js";
import { type RunnerOptions, settingsOf } from "./runner-options.js";
import { runChild } from "./start-run.js";

export interface ResumeOptions extends RunnerOptions {
  /** Go on although finished stages have changed since they ran. */
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
    const changed = changesOf(pipeline, state, to);
    if (changed.length > 0 && !options.acceptChanges) throw refusal(run, changed);
    const stages = pipeline.stages.map((stage) => stage.name);
    const isOther = changed.length > 0 || stages.some((name, index) => name !== state.order[index]) || stages.length !== state.order.length;
    const events: NewEvent[] = [
      ...(isOther ? [{ type: "pipeline-changed" as const, by, changed: changed.map(({ stage }) => stage), stages }] : []),
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
    hint: "resume the run without going back: it looks the effect up, or asks",
  });
}

function ended({ run, status }: RunState): StagewrightError {
  return new StagewrightError("run/ended", `run "${run}" is ${status}`, {
    hint: "go back to a stage with `--from <stage>`, or fork the run",
  });
}

interface Change {
  readonly stage: string;
  readonly what: string;
}

/** Finished stages, up to the one that is gone back to, that are not what they were when they ran. */
function changesOf(pipeline: AnyPipeline, state: RunState, to: string | undefined): readonly Change[] {
  const names = pipeline.stages.map((stage) => stage.name);
  const end = to === undefined ? names.length : names.indexOf(to);
  const endBefore = to === undefined ? -1 : state.order.indexOf(to);
  const changes: Change[] = [];
  let lastKept = -1;
  for (const name of state.order.slice(0, endBefore < 0 ? state.cursor : Math.min(state.cursor, endBefore))) {
    const before = state.stages.get(name)?.fingerprint;
    const index = names.indexOf(name);
    const stage = pipeline.stages[index];
    if (index >= end) continue;
    lastKept = Math.max(lastKept, index);
    if (stage === undefined) changes.push({ stage: name, what: "it is gone" });
    else if (before && changedParts(before, fingerprintOf(stage)).length > 0) {
      changes.push({ stage: name, what: changedParts(before, fingerprintOf(stage)).join(", ") });
    }
  }
  for (const name of names.slice(0, Math.max(0, lastKept))) {
    if (state.stages.get(name)?.status !== "done") changes.push({ stage: name, what: "it is new, or was listed later" });
  }
  return changes;
}

function refusal(run: string, changed: readonly Change[]): StagewrightError {
  const list = changed.map(({ stage, what }) => `"${stage}" (${what})`).join(", ");
  return new StagewrightError("run/changed", `finished stages of run "${run}" have changed since they ran: ${list}`, {
    hint: `go on all the same with \`--accept-changes\`, or run again from the first of them with \`--from ${changed[0]?.stage}\``,
  });
}

/** A gate at which nobody decided in time is rejected by the clock. */
function expiry(state: RunState, now: Date): readonly NewEvent[] {
  const stage = [...state.stages.values()].find(({ waiting }) => waiting?.on === "gate");
  const gate = stage?.gate;
  if (!gate || gate.expiresMs === undefined || now.getTime() <= Date.parse(gate.at) + gate.expiresMs) return [];
  const { version, attempt, digest } = gate;
  const reason = `nobody decided until ${new Date(Date.parse(gate.at) + gate.expiresMs).toISOString()}`;
  return [{ type: "gate-decided", stage: gate.stage, version, attempt, decision: "reject", by: "clock", digest, reason }];
}
