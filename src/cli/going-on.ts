import { readRun, rootRun } from "../runner/index.js";
import { findRun } from "./find-run.js";
import { pipelineOfRun } from "./launch.js";
import { openStore } from "./open-store.js";
import { buildRig, type Rig } from "./rig.js";
import type { Surroundings } from "./surroundings.js";

interface Asked {
  readonly run: string;
  readonly store: string | undefined;
  readonly pipeline: string | undefined;
  readonly model?: string | undefined;
  /** What the command is about: `root` goes up to the run that all hangs on; a fork is of the very run, and keeps no tape of it. */
  readonly of: "run" | "root";
  readonly surroundings: Surroundings;
}

export interface GoingOn {
  readonly rig: Rig;
  /** As it was asked for. */
  readonly run: string;
  /** The run that is started and resumed: itself, or the one that it hangs on. */
  readonly root: string;
}

/** Finds a run that is there already, its pipeline and all that it needs to go on. */
export async function goingOn({ run: given, store, pipeline, model, of, surroundings }: Asked): Promise<GoingOn> {
  const open = openStore(store, surroundings.cwd);
  const run = await findRun(open.store, given);
  const root = of === "root" ? await rootRun(open.store, run) : run;
  const { state, torn, load } = await readRun(open.store, root);
  if (torn !== undefined)
    surroundings.err.write(`notice: the last line of the journal of run "${root}" was cut off and counts for nothing\n`);
  const { loaded, launch, cwd } = await pipelineOfRun(state, { cwd: surroundings.cwd, file: pipeline });
  const { record, ...untaped } = launch;
  const input = state.started && (await load(state.started.input));
  const rig = await buildRig({
    loaded,
    launch: of === "root" && record !== undefined ? launch : untaped,
    cwd,
    open,
    input,
    model,
    goesOn: true,
    surroundings,
  });
  return { rig, run, root };
}
