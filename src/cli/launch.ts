import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import type { RunState } from "../core/index.js";
import { StagewrightError } from "../dsl/index.js";
import { findPipeline, type LoadedPipeline, loadPipeline, shortPath } from "./load-pipeline.js";

/** What is noted with a run so that another process, in another folder, can go on with it. */
export const Launch = z.object({
  /** The pipeline's file, relative to `cwd` where it lies below it; `shipped` instead for one of the package's own. */
  file: z.string().optional(),
  shipped: z.string().optional(),
  cwd: z.string().optional(),
  /** Recordings instead of the outside: `true`, or the tape that answers. */
  recording: z.union([z.literal(true), z.string()]).optional(),
  /** The config that was named, relative to `cwd` where it lies below it. */
  config: z.string().optional(),
  /** The tape that the calls are put on. */
  record: z.string().optional(),
  /** What gave rise to the run: routes may go by it. */
  trigger: z.string().optional(),
  channel: z.string().optional(),
  session: z.string().optional(),
  /** On whose behalf it runs: budgets may go by it. */
  agent: z.string().optional(),
  /** Whether `up` carries it out, and takes over what its stages want of agents. */
  spawns: z.literal(true).optional(),
  /** What it may spend with the runs that it starts, in US dollars, where the config does not say less. */
  budgetUsd: z.number().nonnegative().optional(),
  /** The same in tokens. */
  budgetTokens: z.int().nonnegative().optional(),
});
export type Launch = z.output<typeof Launch>;

export function launchOf({ found }: LoadedPipeline, cwd: string, how: Omit<Launch, "file" | "shipped" | "cwd">): Launch {
  return { ...(found.shipped === undefined ? { file: shortPath(found.file, cwd) } : { shipped: found.shipped }), cwd, ...how };
}

/** Finds and loads the pipeline of a run that is there already; `file` where a person says that it has moved. */
export async function pipelineOfRun(
  state: RunState,
  { cwd, file }: { readonly cwd: string; readonly file: string | undefined },
): Promise<{ readonly loaded: LoadedPipeline; readonly launch: Launch; readonly cwd: string }> {
  const read = Launch.safeParse(state.started?.launch ?? {});
  const launch = read.success ? read.data : {};
  const startedIn = launch.cwd !== undefined && existsSync(launch.cwd) ? launch.cwd : cwd;
  const loaded = await loadPipeline(whereIs(state, launch, { startedIn, cwd, file }), startedIn);
  if (loaded.pipeline.name !== state.pipeline) {
    throw new StagewrightError(
      "usage/other-pipeline",
      `run "${state.run}" is one of pipeline "${state.pipeline}", but "${shortPath(loaded.found.file, cwd)}" holds "${loaded.pipeline.name}"`,
      { hint: "--pipeline <file> says where its pipeline is" },
    );
  }
  return { loaded, launch, cwd: startedIn };
}

interface Places {
  readonly startedIn: string;
  readonly cwd: string;
  readonly file: string | undefined;
}

function whereIs(state: RunState, launch: Launch, { startedIn, cwd, file }: Places) {
  if (file !== undefined) return findPipeline(file, cwd);
  if (launch.shipped !== undefined) return findPipeline(launch.shipped, startedIn);
  if (launch.file !== undefined && existsSync(resolve(startedIn, launch.file))) return { file: resolve(startedIn, launch.file) };
  const missing =
    launch.file === undefined ? "was not started from the command line" : `was started from "${launch.file}", which is not there any more`;
  throw new StagewrightError("usage/pipeline-moved", `run "${state.run}" ${missing}`, {
    hint: `--pipeline <file> says where its pipeline "${state.pipeline}" is`,
    ...(launch.file !== undefined && { place: resolve(startedIn, launch.file) }),
  });
}
