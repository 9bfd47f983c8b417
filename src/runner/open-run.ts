import { emptyRun, fold, type NewEvent, type RunEvent, type RunState } from "../core/index.js";
import { StagewrightError } from "../dsl/index.js";
import { CHAIN_START, decodeJournal, type JournalText } from "../store/index.js";
import { CHECKPOINT, checkpointFile, checkpointSeq, filesOf } from "./derived.js";
import { LiveJournal } from "./journal.js";
import { Keeper } from "./keeper.js";
import type { Settings } from "./runner-options.js";
import { EvidenceFiles } from "./work-ledger.js";

/** A run under lease, with its journal read. */
export interface OpenRun {
  readonly journal: LiveJournal;
  readonly keeper: Keeper;
  readonly settings: Settings;
}

/**
 * Takes the lease of a run, reads its journal, and gives the lease back when `work` has ended, whatever came of it.
 * `isNew` where the run must not exist yet.
 */
export async function withOpenRun<T>(settings: Settings, run: string, isNew: boolean, work: (open: OpenRun) => Promise<T>): Promise<T> {
  const { store, environment, onEvent } = settings;
  const lease = await store.lease(run, { mustExist: !isNew });
  try {
    const text = await store.read(run);
    const { events, chain } = journalOf(run, text, isNew);
    const keeper = new Keeper((hash) => store.getBlob(run, hash));
    const state = fold(events, emptyRun());
    const written = checkpointSeq(await lease.readDerived(CHECKPOINT));
    const derive = deriver(state, keeper, lease, events.slice(0, written));
    await derive(events.slice(written));
    const journal = new LiveJournal({ lease, state, chain, environment, keeper, onEvent, onCommit: derive });
    return await work({ journal, keeper, settings });
  } finally {
    await lease.release();
  }
}

function journalOf(run: string, text: JournalText, isNew: boolean) {
  if (!isNew) return decodeJournal(run, text);
  if (text.lines.length > 0)
    throw new StagewrightError("run/exists", `there is a run "${run}" already`, { hint: "give the new run another name" });
  return { events: [], chain: CHAIN_START };
}

/** Hands each committed event's files to the store, and a new checkpoint behind them. */
function deriver(
  state: RunState,
  keeper: Keeper,
  lease: { derive: (file: { path: string; text: () => string }) => void },
  before: readonly RunEvent[],
) {
  const evidence = new EvidenceFiles(keeper);
  for (const event of before) evidence.note(event);
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
      evidence.note(event);
      for (const file of await filesOf(event, order, keeper)) lease.derive(file);
      for (const file of await evidence.filesOf(event, order)) lease.derive(file);
    }
    lease.derive(checkpointFile(state, rerun));
  };
}

/** Notes what a person or a new process brings to a run. */
export async function bring({ journal }: OpenRun, ...events: readonly NewEvent[]): Promise<void> {
  for (const event of events) journal.note(event);
  await journal.commit();
}
