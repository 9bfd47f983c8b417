import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { LaneWork, Work } from "../../chief/index.js";
import { runCommand } from "../../command/index.js";
import { StagewrightError } from "../../dsl/index.js";
import { type ReadRun, type RunOutcome, readRun } from "../../runner/index.js";
import { EXIT } from "../exit-code.js";
import type { OpenStore } from "../open-store.js";

export interface ChildRun {
  readonly work: LaneWork;
  /** Its name: the same work under the same name is one run, which goes on. */
  readonly run: string;
  /** What has started it, for the routes to go by. */
  readonly trigger: string;
  readonly config: string | undefined;
  readonly cwd: string;
  readonly open: OpenStore;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** How long a run has to come to a safe point before it is killed. */
  readonly graceMs: number;
}

/** How a run stands once its process has ended. */
export type ChildEnd = Pick<RunOutcome, "status" | "state"> & Pick<ReadRun, "load">;

/**
 * Runs a pipeline in a process of its own, whose crash is nobody else's, and reads from the journal how it ended. Told to
 * end, it comes to a safe point and can be resumed.
 *
 * @throws StagewrightError `up/not-begun` where there is no run: the pipeline or its input is not right.
 */
export async function runInChild({ work, run, trigger, config, cwd, open, env, signal, graceMs }: ChildRun): Promise<ChildEnd> {
  const { program, args } = thisProgram();
  const where = [...(open.given === undefined ? [] : ["--store", open.root]), ...(config === undefined ? [] : ["--config", config])];
  let said = "";
  try {
    const ended = await runCommand({
      program,
      args: [
        ...args,
        ...(work.kind === "resumption" ? ["resume", run] : ["run", work.pipeline, ...begun(work, { run, trigger })]),
        ...where,
      ],
      cwd,
      env,
      input: work.kind === "resumption" ? "" : JSON.stringify(work.input),
      signal,
      graceMs,
    });
    if (ended.exitCode === EXIT.usage || ended.exitCode === EXIT.failed) said = ended.stderr.trim();
  } catch (error) {
    // It was told to end: how far it came stands in its journal.
    if (!signal.aborted) throw error;
  }
  if (!(await open.store.runs()).includes(run)) {
    if (signal.aborted) throw signal.reason;
    const what = work.kind === "resumption" ? run : work.pipeline;
    throw new StagewrightError("up/not-begun", `"${what}" could not be started: ${said.replace(/^error: /, "").replaceAll(/\s+/g, " ")}`, {
      hint: work.kind === "resumption" ? "`stagewright runs` lists the runs" : `\`stagewright run ${what} --help\` says what it takes`,
    });
  }
  return standingOf(open, run);
}

function begun({ agent, session, budgetUsd }: Work, { run, trigger }: Pick<ChildRun, "run" | "trigger">): readonly string[] {
  return [
    ...["--run", run, "--input", "-", "--trigger", trigger],
    ...(agent === undefined ? [] : ["--agent", agent]),
    ...(session === undefined ? [] : ["--session", session]),
    ...(budgetUsd === undefined ? [] : ["--budget-usd", String(budgetUsd)]),
  ];
}

/** How a run stands that no process carries out. */
export async function standingOf({ store }: OpenStore, run: string): Promise<ChildEnd> {
  const { state, load } = await readRun(store, run);
  return { status: state.status === "running" ? "interrupted" : state.status, state, load };
}

/** This very program, from its sources or as it was built. */
function thisProgram(): { readonly program: string; readonly args: readonly string[] } {
  const built = fileURLToPath(new URL("../main.js", import.meta.url));
  if (existsSync(built)) return { program: process.execPath, args: [built] };
  return {
    program: process.execPath,
    args: ["--import", import.meta.resolve("tsx"), fileURLToPath(new URL("../main.ts", import.meta.url))],
  };
}
