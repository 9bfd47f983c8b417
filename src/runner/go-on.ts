import type { RunState } from "../core/index.js";
import type { AnyPipeline } from "../dsl/index.js";
import type { RunChild } from "./child-run.js";
import type { Keeper } from "./keeper.js";
import { LiveWorld } from "./live-world.js";
import type { OpenRun } from "./open-run.js";
import { runLoop } from "./run-loop.js";
import type { RunOutcome } from "./run-outcome.js";

/** Carries a run on until it rests. */
export async function goOn(pipeline: AnyPipeline, open: OpenRun, runChild: RunChild): Promise<RunOutcome> {
  const { journal, keeper, settings } = open;
  const end = await runLoop({ pipeline, settings, world: new LiveWorld({ ...open, runChild }) });
  return outcomeOf(pipeline, journal.state, keeper, end === "interrupted");
}

async function outcomeOf(pipeline: AnyPipeline, state: RunState, keeper: Keeper, isInterrupted: boolean): Promise<RunOutcome> {
  const { run, status } = state;
  if (isInterrupted && (status === "running" || status === "blocked")) return { run, status: "interrupted", state };
  const blocked = [...state.stages.values()].find((stage) => stage.status === "blocked");
  if (status === "blocked" && blocked?.waiting) return { run, status, state, waiting: { ...blocked.waiting, stage: blocked.name } };
  const last = state.stages.get(pipeline.stages.at(-1)?.name ?? "")?.output;
  if (status === "done" && last) return { run, status, state, output: await keeper.load(last) };
  // A run at rest that is none of these is one that a stage has left in its midst.
  return { run, status: status === "running" ? "interrupted" : status, state };
}
