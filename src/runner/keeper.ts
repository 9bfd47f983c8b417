import type { Kept } from "../core/index.js";
import { sha256 } from "../store/index.js";

/** Up to this many bytes of UTF-8 a value stands in the journal itself. */
const MOST_INLINE_BYTES = 65_536;
/** Large values that are still at hand need not be read from the store again. */
const MOST_CACHED = 16;

/** Turns values into what an event holds of them, and back. */
export class Keeper {
  readonly #readBlob: (hash: string) => Promise<string>;
  readonly #unwritten = new Map<string, string>();
  readonly #cache = new Map<string, unknown>();

  constructor(readBlob: (hash: string) => Promise<string>) {
    this.#readBlob = readBlob;
  }

  /** `value` is JSON. A large one must be written, by `writeBlobs`, before the event that names it is. */
  keep(value: unknown): Kept {
    const text = JSON.stringify(value);
    // No UTF-16 unit takes more than three bytes, so most texts need not be measured.
    if (text.length * 3 <= MOST_INLINE_BYTES || Buffer.byteLength(text) <= MOST_INLINE_BYTES) return { inline: value };
    const hash = sha256(text);
    this.#unwritten.set(hash, text);
    this.#remember(hash, value);
    return { blob: hash, bytes: Buffer.byteLength(text) };
  }

  async writeBlobs(put: (text: string) => Promise<string>): Promise<void> {
    for (const [hash, text] of this.#unwritten) {
      await put(text);
      this.#unwritten.delete(hash);
    }
  }

  async load(kept: Kept): Promise<unknown> {
    if ("inline" in kept) return frozen(kept.inline);
    if (!this.#cache.has(kept.blob)) {
      this.#remember(kept.blob, JSON.parse(this.#unwritten.get(kept.blob) ?? (await this.#readBlob(kept.blob))));
    }
    return frozen(this.#cache.get(kept.blob));
  }

  #remember(hash: string, value: unknown): void {
    this.#cache.delete(hash);
    this.#cache.set(hash, value);
    const [oldest] = this.#cache.keys();
    if (this.#cache.size > MOST_CACHED && oldest !== undefined) this.#cache.delete(oldest);
  }
}

/** A frozen value was frozen by us, and so all through. */
function frozen(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const item of Object.values(value)) frozen(item);
  return Object.freeze(value);
}
