import { isStagewrightError } from "../dsl/index.js";
import { type OpenRefusal, openRefusals } from "../runner/index.js";
import type { Store } from "../store/index.js";
import { stateOrDamage } from "./find-run.js";

/** When there is room for the first of the calls that were refused; not there where none of them gets it by itself. */
export function roomAtOf(refusals: readonly OpenRefusal[]): string | undefined {
  return refusals.flatMap(({ refusal: { roomAt } }) => roomAt ?? []).sort()[0];
}

/** A run that was started by hand, and waits for its budget. */
export interface WaitsForRoom {
  readonly run: string;
  readonly startedAt: string;
  /** Not there where only a larger budget makes room. */
  readonly roomAt?: string;
}

/** The runs of a store that wait for their budgets, those that have room first in the order of that. */
export async function waitingForRoom(store: Store): Promise<readonly WaitsForRoom[]> {
  const waiting: WaitsForRoom[] = [];
  for (const run of await store.runs()) {
    const state = await stateOrDamage(store, run);
    if (state instanceof Error || state.status !== "blocked" || state.started === undefined || state.started.parent !== undefined) continue;
    const refusals = await refusalsOrNone(store, run);
    if (refusals.length === 0) continue;
    const roomAt = roomAtOf(refusals);
    waiting.push({ run, startedAt: state.started.at, ...(roomAt !== undefined && { roomAt }) });
  }
  const key = ({ roomAt = "~", startedAt, run }: WaitsForRoom) => `${roomAt} ${startedAt} ${run}`;
  return waiting.sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** What cannot be read is for `runs` to tell of. */
export async function refusalsOrNone(store: Store, run: string): Promise<readonly OpenRefusal[]> {
  try {
    return await openRefusals(store, run);
  } catch (error) {
    if (isStagewrightError(error)) return [];
    throw error;
  }
}
