import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { StagewrightError } from "../dsl/index.js";
import { readRun, rootRun } from "../runner/index.js";
import { findRun } from "./find-run.js";
import { type Launch, pipelineOfRun } from "./launch.js";
import { shortPath } from "./load-pipeline.js";
import { openStore } from "./open-store.js";
import { buildRig, type Rig } from "./rig.js";
import type { Surroundings } from "./surroundings.js";

interface Asked {
  readonly run: string;
  readonly store: string | undefined;
  readonly pipeline: string | undefined;
  /** In place of the config that the run was started with. */
  readonly config?: string | undefined;
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
export async function goingOn({ run: given, store, pipeline, config, model, of, surroundings }: Asked): Promise<GoingOn> {
  const open = openStore(store, surroundings.cwd);
  const run = await findRun(open.store, given);
  const root = of === "root" ? await rootRun(open.store, run) : run;
  const { state, torn, load } = await readRun(open.store, root);
  if (torn !== undefined)
    surroundings.err.write(`notice: the last line of the journal of run "${root}" was cut off and counts for nothing\n`);
  const { loaded, launch, cwd } = await pipelineOfRun(state, { cwd: surroundings.cwd, file: pipeline });
  const { record, config: before, ...rest } = launch;
  const named = config === undefined ? configBefore(root, before, cwd) : shortPath(resolve(surroundings.cwd, config), cwd);
  const untaped: Launch = { ...rest, ...(named !== undefined && { config: named }) };
  const input = state.started && (await load(state.started.input));
  const rig = await buildRig({
    loaded,
    launch: of === "root" && record !== undefined ? { ...untaped, record } : untaped,
    cwd,
    open,
    input,
    model,
    goesOn: true,
    surroundings,
  });
  return { rig, run, root };
}

/** The config that a run was started with, which another process may have moved. */
function configBefore(run: string, config: string | undefined, cwd: string): string | undefined {
  if (config === undefined || existsSync(resolve(cwd, config))) return config;
  throw new StagewrightError("config/missing", `run "${run}" was started with the config "${config}", which is not there any more`, {
    hint: "--config <file> says where it is",
    place: resolve(cwd, config),
  });
}
