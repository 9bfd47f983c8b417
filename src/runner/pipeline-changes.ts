import { changedParts, type Fingerprint, type NewEvent, type RunState } from "../core/index.js";
import { type AnyPipeline, StagewrightError } from "../dsl/index.js";
import { fingerprintOf } from "./attempt.js";
import type { Settings } from "./runner-options.js";

/**
 * What to note before a run goes on with a pipeline that is not what it was: nothing where nothing has changed that the
 * run has come past. `to` is the stage that is gone back to, if one is.
 *
 * @throws StagewrightError `run/changed` where finished stages have changed and nobody has accepted that.
 */
export function acceptedChanges(pipeline: AnyPipeline, state: RunState, settings: Settings, to?: string): readonly NewEvent[] {
  const changes = changesOf(pipeline, state, to);
  if (changes.length > 0 && !settings.acceptChanges) throw refusal(state.run, changes);
  const stages = pipeline.stages.map((stage) => stage.name);
  const isSameOrder = stages.length === state.order.length && stages.every((name, index) => name === state.order[index]);
  if (changes.length === 0 && isSameOrder) return [];
  const changed = changes.map(({ stage }) => stage);
  // From here on the stages count as they are now, so that the same change is not asked about again.
  const fingerprints: Record<string, Fingerprint> = {};
  for (const stage of pipeline.stages) if (changed.includes(stage.name)) fingerprints[stage.name] = fingerprintOf(stage);
  return [{ type: "pipeline-changed", by: settings.by, changed, stages, fingerprints }];
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
