import { isStagewrightError } from "../dsl/index.js";
import type { Store } from "../store/index.js";
import { type ReadRun, readRun } from "./read-run.js";

/** A run that may not have begun: on record as somebody's child, or cut off at its first write. */
export async function startedRun(store: Store, run: string): Promise<ReadRun | undefined> {
  try {
    return await readRun(store, run);
  } catch (error) {
    if (isStagewrightError(error) && (error.code === "store/no-run" || error.code === "journal/empty")) return undefined;
    throw error;
  }
}
