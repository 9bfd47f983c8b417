import type { Store } from "../store/index.js";
import { readRun } from "./read-run.js";
import { wasStarted } from "./was-started.js";

/** Of the children of a run those that go on with it. What agents carry out stands by itself, and may not have begun. */
export async function ownChildren(store: Store, children: readonly string[]): Promise<readonly string[]> {
  const own: string[] = [];
  for (const child of children) {
    // A child that was on record and had not begun has no journal.
    if (!(await wasStarted(store, child))) continue;
    if ((await readRun(store, child)).state.started?.parent !== undefined) own.push(child);
  }
  return own;
}
