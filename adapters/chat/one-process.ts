import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { isStagewrightError, StagewrightError } from "../../src/dsl/index.js";
import { locked, type Wait } from "../issues/locked.js";

export interface OneProcess {
  /** The lock. */
  readonly path: string;
  readonly signal: AbortSignal;
  readonly wait: Wait;
}

/**
 * Works while no other process does, by a lock beside the file.
 *
 * Throws `chat/locked`.
 */
export async function oneProcess<T>({ path, signal, wait }: OneProcess, work: () => Promise<T>): Promise<T> {
  await mkdir(dirname(path), { recursive: true });
  try {
    return await locked(path, work, { signal, wait });
  } catch (error) {
    if (!isStagewrightError(error) || error.code !== "issues/locked") throw error;
    throw new StagewrightError("chat/locked", error.message, { ...(error.hint !== undefined && { hint: error.hint }) });
  }
}
