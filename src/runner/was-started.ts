import { isStagewrightError } from "../dsl/index.js";
import type { Store } from "../store/index.js";

/** A journal without a line is one whose first write was cut off: the run starts as if for the first time. */
export async function wasStarted(store: Store, run: string): Promise<boolean> {
  try {
    return (await store.read(run)).lines.length > 0;
  } catch (error) {
    if (isStagewrightError(error) && error.code === "store/no-run") return false;
    throw error;
  }
}
