import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Environment, fileSources, type RunnerOptions, systemEnvironment } from "../runner/index.js";
import type { Launch } from "./launch.js";
import type { LoadedPipeline } from "./load-pipeline.js";
import type { OpenStore } from "./open-store.js";
import type { Surroundings } from "./surroundings.js";
import { type TapeFile, tapeFile } from "./tape-file.js";
import { readTape, wireAdapters } from "./wire-adapters.js";

/** All that the command line has put together to carry a run out. */
export interface Rig {
  readonly loaded: LoadedPipeline;
  /** The folder that the run was started in. */
  readonly cwd: string;
  readonly open: OpenStore;
  readonly options: RunnerOptions & { readonly environment: Environment };
  readonly tape: TapeFile | undefined;
}

interface Parts {
  readonly loaded: LoadedPipeline;
  readonly launch: Launch;
  /** The folder that the run was started in: what it names relatively is found from there. */
  readonly cwd: string;
  readonly open: OpenStore;
  readonly input: unknown;
  readonly model: string | undefined;
  /** Whether the run is there already. */
  readonly goesOn: boolean;
  readonly surroundings: Surroundings;
}

export async function buildRig({ loaded, launch, cwd, open, input, model, goesOn, surroundings }: Parts): Promise<Rig> {
  const tapeGiven = typeof launch.recording === "string" ? await readTape(launch.recording, cwd) : undefined;
  const environment = clockOf(tapeGiven?.now, surroundings.environment ?? systemEnvironment);
  const wired = wireAdapters(loaded, { cwd, env: surroundings.env, input, isRecording: launch.recording !== undefined, tape: tapeGiven });
  const tape = launch.record === undefined ? undefined : await tapeFile(launch.record, { cwd, now: environment.now(), goesOn });
  return {
    loaded,
    cwd,
    open,
    tape,
    options: {
      store: open.store,
      adapters: tape === undefined ? wired : wired.map((one) => tape.wrap(one)),
      environment,
      sources: fileSources(cwd, lessonFolders(cwd)),
      ...(model !== undefined && { model }),
    },
  };
}

/** A tape stops the clock at the moment when it was recorded. */
function clockOf(now: string | undefined, environment: Environment): Environment {
  if (now === undefined) return environment;
  return { now: () => new Date(now), id: () => environment.id(), random: () => environment.random() };
}

/** The user's own lessons first, then those that come with the package, which lies two or three folders up. */
export function lessonFolders(cwd: string): readonly string[] {
  return [join(cwd, "lessons"), ...["../../lessons", "../../../lessons"].map((path) => fileURLToPath(new URL(path, import.meta.url)))];
}
