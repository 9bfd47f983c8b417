import { fold, type Kept, type RunEvent, type RunState } from "../core/index.js";
import { decodeJournal, type Store } from "../store/index.js";
import { Keeper } from "./keeper.js";

export interface ReadRun {
  readonly state: RunState;
  readonly events: readonly RunEvent[];
  /** What a write that was cut off left at the end; nothing of it happened. */
  readonly torn: string | undefined;
  /** The value that an event holds, from the journal or from its blob. */
  load(kept: Kept): Promise<unknown>;
}

/**
 * Reads a run, and changes nothing.
 *
 * @throws StagewrightError `store/no-run`, `journal/empty`, `journal/version`, `journal/crlf`, `journal/damaged`.
 */
export async function readRun(store: Store, run: string): Promise<ReadRun> {
  const text = await store.read(run);
  const { events } = decodeJournal(run, text);
  const keeper = new Keeper((hash) => store.getBlob(run, hash));
  return { state: fold(events), events, torn: text.torn, load: (kept) => keeper.load(kept) };
}
