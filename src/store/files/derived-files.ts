import { join } from "node:path";
import type { DerivedFile } from "../store.js";
import type { Disk } from "./disk.js";

/** How long a file may wait for others to be written with: each change of a folder makes the journal's next sync slower. */
const GATHER_MS = 50;
/** How many may wait: keeps memory flat when the event loop gets no turn. */
const MOST_WAITING = 512;

/**
 * Writes derived files some at a time, beside the run and not in its way.
 *
 * D1. Files are written in the order in which they were handed in, so a checkpoint that is on the disk says that every
 *     file before it is, too.
 * D2. A file that is handed in again while it waits is written once, as it came last, in the place where it came last.
 */
export class DerivedFiles {
  readonly #disk: Disk;
  readonly #folder: string;
  readonly #waiting = new Map<string, DerivedFile>();
  #timer: NodeJS.Timeout | undefined;

  constructor(disk: Disk, folder: string) {
    this.#disk = disk;
    this.#folder = folder;
  }

  put(file: DerivedFile): void {
    this.#waiting.delete(file.path);
    this.#waiting.set(file.path, file);
    if (this.#waiting.size > MOST_WAITING) this.write();
    else this.#timer ??= setTimeout(() => this.write(), GATHER_MS);
  }

  /** Writes all that waits. */
  write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const file of this.#waiting.values()) {
      try {
        const path = join(this.#folder, file.path);
        if (file.isRewritten) this.#disk.replace(path, file.text());
        else this.#disk.place(path, file.text());
      } catch {
        // Derived: `resume` makes it again, and a disk that is broken shows at the next line of the journal.
      }
    }
    this.#waiting.clear();
  }
}
