import { existsSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { agentOf, type LaneWork, type Work } from "../../chief/index.js";
import { runCommand } from "../../command/index.js";
import { AGENT_VARIABLE } from "../../core/index.js";
import { StagewrightError } from "../../dsl/index.js";
import { openRefusals, type ReadRun, type RunOutcome, readRun } from "../../runner/index.js";
import { thisProcess } from "../../store/index.js";
import { EXIT } from "../exit-code.js";
import type { OpenStore } from "../open-store.js";
import type { Surroundings } from "../surroundings.js";

/** Runs what lies in a lane, under a name, to where it rests: the same work under the same name is one run, which goes on. */
export type CarryOut = (work: LaneWork, run: string, signal: AbortSignal) => Promise<ChildEnd>;

/** How long a run has to come to a safe point before it is killed. */
const GRACE_MS = 60_000;

/** How often it is looked whether another process has let go of a run. */
const LOOK_MS = 500;

/** How a run stands once its process has ended. */
export type ChildEnd = Pick<RunOutcome, "status" | "state"> &
  Pick<ReadRun, "load"> & {
    /** Whether it waits, or a run below it does, since what it may spend is spent. */
    readonly isSpent: boolean;
  };

/**
 * Runs pipelines in processes of their own, whose crash is nobody else's, and reads from the journal how each ended. Told to
 * end, a run comes to a safe point and can be resumed.
 *
 * @param spawns whether somebody takes over what their stages want of agents
 * @throws StagewrightError `up/not-begun` where there is no run: the pipeline or its input is not right.
 */
export function inChildren(
  config: string | undefined,
  open: OpenStore,
  { cwd, env }: Pick<Surroundings, "cwd" | "env">,
  { spawns = false, pause = wait }: Pick<Partial<ChildRun>, "spawns" | "pause"> = {},
): CarryOut {
  return async (work, run, signal) => {
    const child: ChildRun = { work, run, signal, config, open, cwd, env, spawns, pause };
    for (;;) {
      await untilLetGo(child);
      const end = await runInChild(child);
      // Whoever holds it was quicker than this: how it ends is theirs to bring about.
      if (end.status !== "interrupted" || signal.aborted || (await open.store.owner(run)) === undefined) return end;
    }
  };
}

interface ChildRun extends Pick<Surroundings, "cwd" | "env"> {
  readonly work: LaneWork;
  readonly run: string;
  readonly config: string | undefined;
  readonly open: OpenStore;
  readonly signal: AbortSignal;
  readonly spawns: boolean;
  readonly pause: (ms: number) => Promise<unknown>;
}

/**
 * A run goes on when the process that has started it is killed, in a process that nobody waits for any more: nothing is begun
 * beside it. When this process is told to end, that one is told, too.
 */
async function untilLetGo({ run, open: { store }, signal, pause }: ChildRun): Promise<void> {
  let isTold = false;
  for (let waited = 0; waited < GRACE_MS; waited += signal.aborted ? LOOK_MS : 0) {
    const owner = await store.owner(run);
    if (owner === undefined) return;
    if (signal.aborted && !isTold) {
      isTold = true;
      if (owner.host === thisProcess().host) tellToEnd(owner.pid);
    }
    await pause(LOOK_MS);
  }
}

async function runInChild({ work, run, config, cwd, open, env, signal, spawns }: ChildRun): Promise<ChildEnd> {
  const { program, args } = thisProgram();
  const where = [...(open.given === undefined ? [] : ["--store", open.root]), ...(config === undefined ? [] : ["--config", config])];
  let said = "";
  try {
    const ended = await runCommand({
      program,
      args: [
        ...args,
        ...(work.kind === "resumption" ? ["resume", run] : ["run", work.pipeline, ...begun(work, run), ...(spawns ? ["--spawns"] : [])]),
        ...where,
      ],
      cwd,
      // Whatever is started here is no person, and approves nothing that it asks for.
      env: { ...env, [AGENT_VARIABLE]: agentOf(work) },
      input: work.kind === "resumption" ? "" : JSON.stringify(work.input),
      signal,
      graceMs: GRACE_MS,
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

function begun({ source, agent, session, budgetUsd, budgetTokens }: Work, run: string): readonly string[] {
  const [trigger = ""] = source.split(" ");
  return [
    ...["--run", run, "--input", "-", "--trigger", trigger],
    ...(agent === undefined ? [] : ["--agent", agent]),
    ...(session === undefined ? [] : ["--session", session]),
    ...(budgetUsd === undefined ? [] : ["--budget-usd", String(budgetUsd)]),
    ...(budgetTokens === undefined ? [] : ["--budget-tokens", String(budgetTokens)]),
  ];
}

/** How a run stands that no process carries out. */
export async function standingOf({ store }: OpenStore, run: string): Promise<ChildEnd> {
  const { state, load } = await readRun(store, run);
  const isSpent = state.status === "blocked" && (await openRefusals(store, run)).length > 0;
  return { status: state.status === "running" ? "interrupted" : state.status, state, load, isSpent };
}

function tellToEnd(pid: number): void {
  try {
    process.kill(pid, "SIGTERM");
  } catch {
    // It is gone by now.
  }
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
