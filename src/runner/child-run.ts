import type { AttemptAt, EventOf, NewEvent, RunState } from "../core/index.js";
import { type AnyPipeline, isStagewrightError } from "../dsl/index.js";
import type { Store } from "../store/index.js";
import { goOn } from "./go-on.js";
import type { Keeper } from "./keeper.js";
import { bring, withOpenRun } from "./open-run.js";
import { type Origin, originOf } from "./origin.js";
import { acceptedChanges } from "./pipeline-changes.js";
import type { RunOutcome } from "./run-outcome.js";
import type { RunnerOptions, Settings } from "./runner-options.js";
import { spawnedChild } from "./spawned-child.js";
import type { Child, ChildNews } from "./world.js";

interface Parent {
  readonly parent: AttemptAt;
  readonly state: RunState;
  readonly keeper: Keeper;
  readonly settings: Settings;
}

export type RunChild = (pipeline: AnyPipeline, child: Child, parent: Parent) => Promise<ChildNews | "interrupted">;

/** How a child begins: handed in, for a child is started by what starts its parent. */
export type StartChild = (
  pipeline: AnyPipeline,
  options: RunnerOptions & { readonly input: unknown; readonly run: string; readonly launch: Origin },
  origin: { readonly links: Pick<EventOf<"run-started">, "parent"> },
) => Promise<RunOutcome>;

/** Starts a child, or goes on with it where it was left, and tells the parent how it stands. */
export function childRunner(start: StartChild): RunChild {
  const runChild: RunChild = async (pipeline, child, { parent, state, keeper, settings }) => {
    if (settings.signal?.aborted) return "interrupted";
    if (child.agent !== undefined && settings.spawn !== undefined) {
      const { run, agent, input } = child;
      const asked = { run, agent, input, pipeline: pipeline.name, parent: state.run };
      return spawnedChild(pipeline, asked, { spawn: settings.spawn, store: settings.store, keeper });
    }
    const { model } = state;
    const links = { parent: { run: state.run, stage: parent.stage, version: parent.version, item: child.item } };
    const outcome = (await wasStarted(settings.store, child.run))
      ? await goOnWith(pipeline, child.run, { settings, model, runChild })
      : await start(pipeline, { ...optionsOf(settings), model, input: child.input, run: child.run, launch: originOf(state) }, { links });
    return newsOf(outcome, keeper);
  };
  return runChild;
}

function newsOf({ status, state, output, waiting }: RunOutcome, keeper: Keeper): ChildNews | "interrupted" {
  switch (status) {
    case "blocked":
      return { status: "waiting", on: waitingWords(waiting) };
    case "interrupted":
      return "interrupted";
    case "done":
      if (state.stopped) return { status: "skipped", reason: state.stopped.because };
      return { status: "done", output: keeper.keep(output ?? null) };
    case "failed":
      return { status: "failed", reason: state.failure?.message ?? "" };
    case "cancelled":
      return { status: "failed", reason: "it was cancelled" };
    default:
      return status satisfies never;
  }
}

function waitingWords(waiting: RunOutcome["waiting"]): string {
  switch (waiting?.on) {
    case "gate":
      return `a decision at gate "${waiting.gate.stage}"`;
    case "effect":
      return `word whether the effect of stage "${waiting.stage}" happened`;
    case "children":
      return `the runs of stage "${waiting.stage}"`;
    case "budget":
      return waiting.refusal.message;
    case "blocker":
      return waiting.blocker.waitingOn ?? waiting.blocker.reason;
    case undefined:
      return "";
    default:
      return waiting satisfies never;
  }
}

function optionsOf({ signal, ...settings }: Settings) {
  return { ...settings, ...(signal && { signal }) };
}

/** A journal without a line is one whose first write was cut off: the child starts as if for the first time. */
async function wasStarted(store: Store, run: string): Promise<boolean> {
  try {
    return (await store.read(run)).lines.length > 0;
  } catch (error) {
    if (isStagewrightError(error) && error.code === "store/no-run") return false;
    throw error;
  }
}

interface Resumed {
  readonly settings: Settings;
  readonly model: string;
  readonly runChild: RunChild;
}

async function goOnWith(pipeline: AnyPipeline, run: string, { settings, model, runChild }: Resumed): Promise<RunOutcome> {
  return withOpenRun(settings, run, false, async (open) => {
    const { state } = open.journal;
    if (state.status === "running" || state.status === "blocked") {
      const resumed: NewEvent = { type: "run-resumed", by: settings.by, ...(model !== state.model && { model }) };
      await bring(open, ...acceptedChanges(pipeline, state, settings), resumed);
    }
    return goOn(pipeline, open, runChild);
  });
}
