import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { locked, type Wait } from "../locked.js";

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
  return locked(path, work, { code: "chat/locked", signal, wait });
}
