import { join } from "node:path";
import { z } from "zod";
import { canonicalJson } from "../core/index.js";
import { type Disk, realDisk, sha256 } from "../store/index.js";
import type { ReadingWindow } from "./windows.js";

/** Who makes the notes, and by which prompt. A prompt that changes is given another version, and all notes are made anew. */
export interface DigestBy {
  readonly model: string;
  readonly prompt: string;
}

export interface Digest {
  readonly notes: string;
  /** Whether the notes were there already. */
  readonly isCached: boolean;
}

const FORMAT = 1;
const Entry = z.object({ format: z.literal(FORMAT), key: z.string(), sum: z.string(), notes: z.string() });

/**
 * A model's notes on windows, kept on the disk below `folder` by the text that was shown, the model and the version of the prompt. They serve every
 * run and every document with that window in it.
 *
 * Any number of processes may share a folder. A file is put into place whole, under the sum of what it holds: one that a crash or a disk has damaged
 * counts as not there. Two that make the same notes at the same time both pay, and the later ones stay.
 */
export class DigestCache {
  readonly #folder: string;
  readonly #disk: Disk;
  readonly #underWay = new Map<string, Promise<string>>();

  constructor(folder: string, disk: Disk = realDisk) {
    this.#folder = folder;
    this.#disk = disk;
  }

  /** The notes on a window; none where nobody made them yet. */
  get(window: Pick<ReadingWindow, "text" | "before">, by: DigestBy): string | undefined {
    return this.#read(keyOf(window, by));
  }

  put(window: Pick<ReadingWindow, "text" | "before">, by: DigestBy, notes: string): void {
    const key = keyOf(window, by);
    const path = this.#path(key);
    this.#disk.mkdirSync(join(path, ".."), { recursive: true });
    this.#disk.replace(path, `${JSON.stringify({ format: FORMAT, key, sum: sha256(notes), notes })}\n`);
  }

  /** The notes that are there, else those that `make` gives, which are kept. Asked for twice at the same time they are made once. */
  async digestOf(window: ReadingWindow, by: DigestBy, make: () => Promise<string>): Promise<Digest> {
    const key = keyOf(window, by);
    const known = this.#read(key);
    if (known !== undefined) return { notes: known, isCached: true };
    const running = this.#underWay.get(key);
    if (running !== undefined) return { notes: await running, isCached: true };
    const made = make();
    this.#underWay.set(key, made);
    try {
      const notes = await made;
      this.put(window, by, notes);
      return { notes, isCached: false };
    } finally {
      this.#underWay.delete(key);
    }
  }

  #path(key: string): string {
    return join(this.#folder, key.slice(0, 2), `${key.slice(2)}.json`);
  }

  #read(key: string): string | undefined {
    const path = this.#path(key);
    if (!this.#disk.existsSync(path)) return undefined;
    const entry = Entry.safeParse(jsonOf(this.#disk.readFileSync(path, "utf8")));
    return entry.success && entry.data.key === key && entry.data.sum === sha256(entry.data.notes) ? entry.data.notes : undefined;
  }
}

function keyOf({ text, before }: Pick<ReadingWindow, "text" | "before">, { model, prompt }: DigestBy): string {
  return sha256(canonicalJson([FORMAT, sha256(before), sha256(text), model, prompt]));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
