import { join } from "node:path";
import type { DerivedFile } from "../store.js";
import type { Disk } from "./disk.js";

/** How many files may wait before the run is held up: keeps memory flat when stages are faster than the disk. */
const MOST_WAITING = 512;

/**
 * Writes derived files beside the run, not in its way.
 *
 * D1. Files are written one after another in the order in which they were handed in, so a checkpoint that is on the
 *     disk says that every file before it is, too.
 * D2. A file that is handed in again while it waits keeps its place; of the versions that come after, only the last
 *     is written, behind what waits by then.
 */
export class DerivedFiles {
  readonly #disk: Disk;
  readonly #folder: string;
  readonly #waiting = new Map<string, DerivedFile>();
  readonly #again = new Map<string, DerivedFile>();
  #writer: Promise<void> | undefined;

  constructor(disk: Disk, folder: string) {
    this.#disk = disk;
    this.#folder = folder;
  }

  put(file: DerivedFile): void {
    if (this.#waiting.has(file.path)) this.#again.set(file.path, file);
    else this.#waiting.set(file.path, file);
    this.#writer ??= this.#drain();
  }

  /** Resolves when the backlog is short enough to go on; `undefined`, so that nobody waits for nothing, where it is. */
  room(): Promise<void> | undefined {
    return this.#waiting.size > MOST_WAITING ? this.settled() : undefined;
  }

  async settled(): Promise<void> {
    while (this.#writer) await this.#writer;
  }

  async #drain(): Promise<void> {
    // Yield first, so that `put` has noted this writer before it can be through: a text that throws takes no time.
    await undefined;
    for (const file of this.#waiting.values()) {
      try {
        await this.#disk.replace(join(this.#folder, file.path), file.text());
      } catch {
        // Derived: `resume` makes it again, and a disk that is broken shows at the next line of the journal.
      }
      this.#waiting.delete(file.path);
      const later = this.#again.get(file.path);
      if (later === undefined) continue;
      this.#again.delete(file.path);
      this.#waiting.set(file.path, later);
    }
    this.#writer = undefined;
  }
}
