import { emptyRun, fold, type NewEvent, type RunEvent, type RunState } from "../core/index.js";
import { type AnyPipeline, StagewrightError } from "../dsl/index.js";
import { CHAIN_START, decodeJournal, type JournalText } from "../store/index.js";
import { CHECKPOINT, checkpointFile, checkpointSeq, filesOf } from "./derived.js";
import { LiveJournal } from "./journal.js";
import { Keeper } from "./keeper.js";
import { LiveWorld } from "./live-world.js";
import { runLoop } from "./run-loop.js";
import type { RunOutcome } from "./run-outcome.js";
import type { Settings } from "./runner-options.js";

/** A run under lease, with its journal read. */
export interface OpenRun {
  readonly journal: LiveJournal;
  readonly keeper: Keeper;
  /** Carries the run on until it rests. */
  goOn(pipeline: AnyPipeline): Promise<RunOutcome>;
}

/**
 * Takes the lease of a run, reads its journal, and gives the lease back when `work` has ended, whatever came of it.
 * `isNew` where the run must not exist yet.
 */
export async function withOpenRun<T>(settings: Settings, run: string, isNew: boolean, work: (open: OpenRun) => Promise<T>): Promise<T> {
  const { store, environment, onEvent } = settings;
  if (!isNew) await store.read(run);
  const lease = await store.lease(run);
  try {
    const text = await store.read(run);
    const { events, chain } = journalOf(run, text, isNew);
    const keeper = new Keeper((hash) => store.getBlob(run, hash));
    const state = fold(events, emptyRun());
    const derive = deriver(state, keeper, lease);
    await derive(events.slice(checkpointSeq(await lease.readDerived(CHECKPOINT))));
    const journal = new LiveJournal({ lease, state, chain, environment, keeper, onEvent, onCommit: derive });
    return await work({ journal, keeper, goOn: (pipeline) => goOn(pipeline, { journal, keeper, settings }) });
  } finally {
    await lease.release();
  }
}

function journalOf(run: string, text: JournalText, isNew: boolean) {
  if (!isNew) return decodeJournal(run, text);
  if (text.lines.length > 0) throw new StagewrightError("run/exists", `there is a run "${run}" already`, { hint: "give the new run another name" });
  return { events: [], chain: CHAIN_START };
}

/** Hands each committed event's files to the store, and a new checkpoint behind them. */
function deriver(state: RunState, keeper: Keeper, lease: { derive: (file: { path: string; text: () => string }) => void }) {
  const rerun = new Map<string, number>();
  for (const { name, version } of state.stages.values()) if (version > 1) rerun.set(name, version);
  let order: ReadonlyMap<string, number> = new Map();
  let orderOf: readonly string[] = [];
  return async (events: readonly RunEvent[]): Promise<void> => {
    if (events.length === 0) return;
    if (orderOf !== state.order) {
      orderOf = state.order;
      order = new Map(orderOf.map((name, index) => [name, index + 1]));
    }
    for (const event of events) {
      if (event.type === "stage-started" && event.version > 1) rerun.set(event.stage, event.version);
      for (const file of await filesOf(event, order, keeper)) lease.derive(file);
    }
    lease.derive(checkpointFile(state, rerun));
  };
}

async function goOn(pipeline: AnyPipeline, parts: { journal: LiveJournal; keeper: Keeper; settings: Settings }): Promise<RunOutcome> {
  const { journal, keeper, settings } = parts;
  const end = await runLoop({ pipeline, settings, world: new LiveWorld(parts) });
  return outcomeOf(pipeline, journal.state, keeper, end === "interrupted");
}

export async function outcomeOf(pipeline: AnyPipeline, state: RunState, keeper: Keeper, isInterrupted: boolean): Promise<RunOutcome> {
  const { run, status } = state;
  if (isInterrupted && (status === "running" || status === "blocked")) return { run, status: "interrupted", state };
  const blocked = [...state.stages.values()].find((stage) => stage.status === "blocked");
  if (status === "blocked" && blocked?.waiting) return { run, status, state, waiting: { ...blocked.waiting, stage: blocked.name } };
  const last = state.stages.get(pipeline.stages.at(-1)?.name ?? "")?.output;
  if (status === "done" && last) return { run, status, state, output: await keeper.load(last) };
  // A run at rest that is none of these is one that a stage has left in its midst.
  return { run, status: status === "running" ? "interrupted" : status, state };
}

/** Notes what a person or a new process brings to a run. */
export async function bring({ journal }: OpenRun, ...events: readonly NewEvent[]): Promise<void> {
  for (const event of events) journal.note(event);
  await journal.commit();
}
