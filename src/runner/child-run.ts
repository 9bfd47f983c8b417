import { type AttemptAt, fold, type RunState } from "../core/index.js";
import { type AnyPipeline, isStagewrightError } from "../dsl/index.js";
import { decodeJournal, type Store } from "../store/index.js";
import type { Keeper } from "./keeper.js";
import { bring, withOpenRun } from "./open-run.js";
import type { RunOutcome } from "./run-outcome.js";
import type { Settings } from "./runner-options.js";
import { startRun } from "./start-run.js";
import type { Child, ChildNews } from "./world.js";

interface Parent {
  readonly parent: AttemptAt;
  readonly state: RunState;
  readonly keeper: Keeper;
  readonly settings: Settings;
}

/** Starts a child, or goes on with it where it was left, and tells the parent how it stands. */
export async function runChild(pipeline: AnyPipeline, child: Child, { parent, state, keeper, settings }: Parent): Promise<ChildNews | "interrupted"> {
  if (settings.signal?.aborted) return "interrupted";
  const { model } = state;
  const links = { parent: { run: state.run, stage: parent.stage, version: parent.version, item: child.item } };
  const isThere = await wasStarted(settings.store, child.run);
  const outcome = isThere
    ? await goOnWith(pipeline, child.run, settings)
    : await startRun(pipeline, { ...optionsOf(settings), model, input: child.input, run: child.run }, { links });
  switch (outcome.status) {
    case "blocked":
      return { status: "waiting" };
    case "interrupted":
      return "interrupted";
    case "done":
      if (outcome.state.stopped) return { status: "skipped", reason: outcome.state.stopped.because };
      return { status: "done", output: keeper.keep(outcome.output ?? null) };
    case "failed":
      return { status: "failed", reason: outcome.state.failure?.message ?? "" };
    case "cancelled":
      return { status: "failed", reason: "it was cancelled" };
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

async function goOnWith(pipeline: AnyPipeline, run: string, settings: Settings): Promise<RunOutcome> {
  const { status } = fold(decodeJournal(run, await settings.store.read(run)).events);
  return withOpenRun(settings, run, false, async (open) => {
    if (status === "running" || status === "blocked") await bring(open, { type: "run-resumed", by: settings.by });
    return open.goOn(pipeline);
  });
}
