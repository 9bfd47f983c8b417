import type { Store } from "../store/index.js";
import type { ReadRun } from "./read-run.js";
import { startedRun } from "./started-run.js";

/** Of the children of a run those that have begun and go on with it. What agents carry out stands by itself. */
export async function ownChildren(store: Store, children: Iterable<string>): Promise<readonly ReadRun[]> {
  const own: ReadRun[] = [];
  for (const child of children) {
    const read = await startedRun(store, child);
    if (read?.state.started?.parent !== undefined) own.push(read);
  }
  return own;
}
