import { type AttemptAt, type Fingerprint, fingerprint, type RunState } from "../core/index.js";
import { type AnyPipeline, type AnyStage, StagewrightError } from "../dsl/index.js";
import { sha256 } from "../store/index.js";
import type { AttemptContext } from "./attempt-context.js";
import { CutOff } from "./cut-off.js";
import { type Executed, failed, failedWith, isFatal, isRefusedByBudget, roomIn } from "./executed.js";
import { executors } from "./kinds/index.js";
import type { Settings } from "./runner-options.js";
import type { World } from "./world.js";

export interface RunContext {
  readonly pipeline: AnyPipeline;
  readonly world: World;
  readonly settings: Settings;
}

/** Carries one try of a stage out, from `stage-started` to the commit of whatever came of it. */
export async function attempt({ pipeline, world, settings }: RunContext, at: AttemptAt): Promise<Executed["is"] | "stopped"> {
  const { journal } = world;
  const { state } = journal;
  const recorded = world.takeAsRecorded(at);
  if (recorded) return recorded;
  const { stage, stageState } = bothOf(pipeline, state, at.stage);
  const place = { stage: at.stage, version: at.version, attempt: at.attempt };
  const isOpen = stageState.status === "running" && stageState.attempt === at.attempt && stageState.attempt > stageState.failedAttempts;
  if (!isOpen) journal.note({ type: "stage-started", ...place });

  const cutOff = new CutOff(settings.signal);
  const { signal } = cutOff;
  const timeUp = timeLimit(stage);
  if (timeUp && world.keepsTime) cutOff.abortAfter(timeUp.ms, timeUp.error);
  const calls = world.callLog(at, signal, (reason) => cutOff.abort(reason));
  let isOver = false;
  const note: AttemptContext["note"] = (event) => {
    if (isOver) throw new StagewrightError("run/over", `stage "${at.stage}" went on after its try had ended`);
    journal.note(event);
  };
  let executed: Executed;
  try {
    const work = execute({ pipeline, stage, at, state, stageState, world, settings, calls, signal, note });
    let ended = await cutOff.within(work, settings.graceMs);
    const isEffectOpen = [...stageState.effects.values()].some((effect) => effect.settled === undefined);
    // An effect that was cut off is looked up now, which takes as long again at most.
    if (ended === undefined && isEffectOpen) ended = await cutOff.within(work, 2 * settings.graceMs);
    executed = ended ?? failed("error", `stage "${at.stage}" did not end when it was told to`);
    // What a failed stage left under way is called off; a stage that is done waits for it.
    if (executed.is === "failed") cutOff.abort(new Error("the try has failed"));
    await cutOff.within(calls.settled(), settings.graceMs);
    if (executed.is === "done") calls.assertAllAsked();
  } finally {
    isOver = true;
    calls.close();
    cutOff.release();
  }
  if (executed.is !== "waiting" && world.wasStopped(at)) return "stopped";
  if (settings.signal?.aborted && executed.is === "failed") executed = { is: "interrupted" };
  else if (timeUp && signal.reason === timeUp.error && executed.is !== "waiting") executed = failedWith("time-limit", timeUp.error);
  if (executed.is === "done") {
    const { output, findings, turn } = executed;
    const kept = world.keeper.keep(output);
    journal.note({ type: "stage-done", ...place, output: kept, findings, fingerprint: fingerprintOf(stage), ...(turn && { turn }) });
  } else if (executed.is === "failed") {
    const { cause, message, hint, findings, output } = executed;
    const kept = output === undefined ? {} : { output: world.keeper.keep(output) };
    const said = { cause, message, ...(hint !== undefined && { hint }), findings, ...kept };
    // A person's no is not asked for again.
    journal.note({ type: "attempt-failed", ...place, ...said, retriesLeft: cause === "rejected" ? 0 : at.retriesLeft });
  } else if (executed.is === "waiting" && executed.refused) {
    const { message, hint } = executed.refused;
    journal.note({ type: "budget-refused", ...place, message, ...(hint !== undefined && { hint }), ...roomIn(executed.refused) });
  }
  await journal.commit();
  return executed.is;
}

async function execute(context: AttemptContext): Promise<Executed> {
  const { kind } = context.stage;
  if (kind === "input") throw new StagewrightError("run/input-stage", "the input is no stage that can run");
  try {
    return await executors[kind](context);
  } catch (error) {
    if (isFatal(error)) throw error;
    if (isRefusedByBudget(error)) return { is: "waiting", refused: error };
    return failedWith("error", error);
  }
}

function timeLimit({ name, contract: { timeoutMs } }: AnyStage): { readonly ms: number; readonly error: StagewrightError } | undefined {
  if (timeoutMs === undefined) return undefined;
  return {
    ms: timeoutMs,
    error: new StagewrightError("stage/time-limit", `stage "${name}" took longer than its time limit of ${timeoutMs} ms`),
  };
}

function bothOf(pipeline: AnyPipeline, state: RunState, name: string) {
  const stage = pipeline.stages[state.cursor];
  const stageState = state.stages.get(name);
  if (stage?.name === name && stageState) return { stage, stageState };
  throw new StagewrightError("run/stage", `pipeline "${pipeline.name}" has no stage "${name}" where run "${state.run}" stands`);
}

const fingerprints = new WeakMap<AnyStage, Fingerprint>();

/** A stage never changes, so its fingerprint is computed once. */
export function fingerprintOf(stage: AnyStage): Fingerprint {
  let found = fingerprints.get(stage);
  if (found === undefined) {
    found = fingerprint(stage, sha256);
    fingerprints.set(stage, found);
  }
  return found;
}
