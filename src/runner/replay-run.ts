import type { EventOf, RunEvent } from "../core/index.js";
import { type AnyPipeline, isStagewrightError, StagewrightError } from "../dsl/index.js";
import { Keeper } from "./keeper.js";
import { pipelineOfChild } from "./pipeline-adapters.js";
import { readRun } from "./read-run.js";
import { ReplayDifference, ReplayJournal } from "./replay-journal.js";
import { ReplayWorld } from "./replay-world.js";
import { runLoop } from "./run-loop.js";
import { type RunnerOptions, settingsOf } from "./runner-options.js";
import { startedRun } from "./started-run.js";

export type ReplayOptions = Pick<RunnerOptions, "store" | "graceMs">;

export interface ReplayReport {
  readonly run: string;
  readonly events: number;
  /** Whether every event came out as recorded, byte for byte; the child runs report for themselves. */
  readonly identical: boolean;
  readonly difference?: { readonly seq: number; readonly recorded: string; readonly computed: string };
  readonly children: readonly ReplayReport[];
}

/**
 * Runs a pipeline against its own journal. What came from outside (answers, the clock, decisions, how children ended)
 * is taken from it; prompts, overlays, checks, decisions and transitions are computed anew and compared.
 */
export async function replayRun(pipeline: AnyPipeline, run: string, options: ReplayOptions): Promise<ReplayReport> {
  const { store } = options;
  const { events, state } = await readRun(store, run);
  if (state.pipeline !== pipeline.name) {
    throw new StagewrightError("run/pipeline", `run "${run}" is one of pipeline "${state.pipeline}", not of "${pipeline.name}"`);
  }
  const difference = await firstDifference(pipeline, run, events, options);
  const children: ReplayReport[] = [];
  for (const { stage, child, status } of childrenIn(events)) {
    // An agent's that could not even be begun.
    if (status === "failed" && (await startedRun(store, child)) === undefined) continue;
    const nested = await pipelineOfChild(store, pipeline, stage, child);
    if (nested) children.push(await replayRun(nested, child, options));
  }
  return { run, events: events.length, identical: difference === undefined, ...(difference && { difference }), children };
}

async function firstDifference(pipeline: AnyPipeline, run: string, events: readonly RunEvent[], options: ReplayOptions) {
  const { store } = options;
  const keeper = new Keeper((hash) => store.getBlob(run, hash));
  const journal = new ReplayJournal(events);
  const settings = settingsOf({ adapters: [], ...options });
  try {
    takeStart(journal, pipeline);
    await runLoop({ pipeline, settings, world: new ReplayWorld(journal, keeper, settings.graceMs) });
    const { ahead } = journal;
    return ahead && new ReplayDifference(ahead.seq, ahead, "nothing: the run is at rest here").difference;
  } catch (error) {
    // A run that was cut off, or still runs, is the same as far as its journal goes.
    if (error instanceof ReplayDifference)
      return journal.ahead === undefined && journal.state.status === "running" ? undefined : error.difference;
    // A store that cannot be read says nothing about the run; whatever else goes wrong did not go wrong then.
    if (!isStagewrightError(error) || /^(store|blob)\//.test(error.code)) throw error;
    return new ReplayDifference(journal.state.seq + 1, journal.ahead, error.message).difference;
  }
}

/** The start, and in a fork what was taken over, came from outside. */
function takeStart(journal: ReplayJournal, pipeline: AnyPipeline): void {
  const first = journal.ahead;
  if (first?.type !== "run-started") return;
  const { input } = first;
  const checked = "inline" in input ? pipeline.input.output?.safeParse(input.inline) : undefined;
  if (checked && !checked.success) throw new ReplayDifference(1, first, "an input that the pipeline does not take");
  journal.take(first);
  for (let event = journal.ahead; event?.type === "stage-taken"; event = journal.ahead) journal.take(event);
}

function childrenIn(events: readonly RunEvent[]): readonly EventOf<"child-ended">[] {
  const found = new Map<string, EventOf<"child-ended">>();
  for (const event of events) if (event.type === "child-ended") found.set(event.child, event);
  return [...found.values()];
}
