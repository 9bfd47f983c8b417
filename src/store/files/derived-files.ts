import { join } from "node:path";
import type { DerivedFile } from "../store.js";
import type { Disk } from "./disk.js";

/** How many files may wait before the run is held up: keeps memory flat when stages are faster than the disk. */
const MOST_WAITING = 512;
const AT_ONCE = 4;

/**
 * Writes derived files beside the run, not in its way: the run never waits for one, and of several versions of a file
 * that come while the disk is busy only the last is written. `journal.jsonl` is never behind them.
 */
export class DerivedFiles {
  readonly #disk: Disk;
  readonly #folder: string;
  readonly #waiting = new Map<string, DerivedFile>();
  #writers = new Set<Promise<void>>();

  constructor(disk: Disk, folder: string) {
    this.#disk = disk;
    this.#folder = folder;
  }

  put(file: DerivedFile): void {
    this.#waiting.delete(file.path);
    this.#waiting.set(file.path, file);
    if (this.#writers.size < AT_ONCE) this.#start();
  }

  /** Resolves when the backlog is short enough to go on. */
  async room(): Promise<void> {
    while (this.#waiting.size > MOST_WAITING) await Promise.race(this.#writers);
  }

  async settled(): Promise<void> {
    while (this.#writers.size > 0) await Promise.all(this.#writers);
  }

  #start(): void {
    const writer = this.#drain().finally(() => this.#writers.delete(writer));
    this.#writers.add(writer);
  }

  async #drain(): Promise<void> {
    for (;;) {
      // Yield first: what follows in the same turn of the loop may replace what waits.
      await Promise.resolve();
      const [next] = this.#waiting.values();
      if (next === undefined) return;
      this.#waiting.delete(next.path);
      try {
        await this.#disk.replace(join(this.#folder, next.path), next.text());
      } catch {
        // Derived: `resume` makes it again, and a disk that is broken shows at the next line of the journal.
      }
    }
  }
}
