import { type AnyPipeline, type AnyStage, type Finding, failing, StagewrightError, wayOfFailure } from "../dsl/index.js";
import type { RunState, StageState } from "./run-state.js";
import { rollbackKey } from "./run-state.js";
import { type Command, commandFor, type Situation } from "./transitions.js";

/** What is to be done next. Costs the same however long the run or the pipeline is. */
export function next(pipeline: AnyPipeline, state: RunState): Command {
  return commandFor(situation(pipeline, state));
}

function situation(pipeline: AnyPipeline, state: RunState): Situation {
  if (state.status === "done" || state.status === "failed" || state.status === "cancelled") {
    return { is: "ended", status: state.status };
  }
  if (state.turn) return turn(pipeline, state, state.turn);
  const name = state.order[state.cursor];
  const stage = name === undefined ? undefined : state.stages.get(name);
  if (stage === undefined) return { is: "all stages done" };
  if (stage.status === "blocked" && stage.waiting) return { is: "blocked", stage: stage.name, waiting: stage.waiting };
  const description = descriptionOf(pipeline, state, state.cursor);
  if (stage.status === "failed") return failed(description, state, stage);
  const isOpen = stage.status === "running" && stage.attempt > stage.failedAttempts;
  return {
    is: stage.status === "pending" ? "pending" : "running",
    attempt: {
      stage: stage.name,
      version: stage.status === "pending" ? stage.version + 1 : stage.version,
      attempt: stage.status === "pending" ? 1 : isOpen ? stage.attempt : stage.failedAttempts + 1,
      retriesLeft: description.contract.retries - (stage.status === "pending" ? 0 : stage.failedAttempts),
    },
  };
}

function turn(pipeline: AnyPipeline, state: RunState, { stage, way, to, because }: NonNullable<RunState["turn"]>): Situation {
  if (to === "stop") return { is: "decision to stop", stage, because };
  const description = descriptionOf(pipeline, state, state.order.indexOf(stage));
  const finding: Finding = { rule: `${stage}/${way}`, severity: "error", message: because };
  return wayBack(description, state, way, { findings: [finding], message: `stage "${stage}" chose "${way}": ${because}` });
}

function failed(description: AnyStage, state: RunState, stage: StageState): Situation {
  const { message = "", cause = "error", findings = [] } = stage.failure ?? {};
  const because =
    cause === "rejected" && description.rollbacks.rejected
      ? cause
      : wayOfFailure(description.rollbacks, { cause, findings: failing(description, findings) });
  return wayBack(description, state, because, { findings, message });
}

function wayBack(
  description: AnyStage,
  state: RunState,
  because: string,
  fault: { findings: readonly Finding[]; message: string },
): Situation {
  const { name } = description;
  const way = description.rollbacks[because];
  if (way === undefined) return { is: "failed, no way back", stage: name, message: fault.message, tried: [] };
  const taken = state.rollbacks.get(rollbackKey({ from: name, because, to: way.to })) ?? 0;
  if (taken >= way.max) {
    return {
      is: "way back, tries spent",
      stage: name,
      message: `stage "${name}" went back to "${way.to}" ${times(taken)}, which is its bound`,
      tried: tried(state.stages.get(name)),
    };
  }
  const hands = [...new Set([way.to, description.about?.name ?? way.to])];
  return {
    is: "way back, tries left",
    back: { from: name, to: way.to, because, time: taken + 1, max: way.max, hands, findings: fault.findings },
  };
}

/** What became of each version of a stage, a line each. */
function tried(stage: StageState | undefined): readonly string[] {
  if (stage === undefined) return [];
  const versions = [...stage.history, { version: stage.version, failure: stage.failure }];
  return versions.map(({ version, failure }) => `${stage.name} v${version}: ${failure?.message ?? "chose to go back"}`);
}

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}

function descriptionOf(pipeline: AnyPipeline, state: RunState, index: number): AnyStage {
  const description = pipeline.stages[index];
  if (description !== undefined && description.name === state.order[index]) return description;
  throw new StagewrightError("pipeline/changed", `pipeline "${pipeline.name}" has other stages than run "${state.run}"`, {
    hint: "resume the run: it says what changed and how to go on",
  });
}
