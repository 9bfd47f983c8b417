import { isStagewrightError } from "../dsl/index.js";
import type { Store } from "../store/index.js";
import { type ReadRun, readRun } from "./read-run.js";

/** A run among many: one whose journal is damaged, or gone since it was listed, has nothing to tell, and hides no other. */
export async function readableRun(store: Store, run: string): Promise<ReadRun | undefined> {
  try {
    return await readRun(store, run);
  } catch (error) {
    if (isStagewrightError(error)) return undefined;
    throw error;
  }
}
