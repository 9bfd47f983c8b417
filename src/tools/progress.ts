import type { Fired } from "./guards.js";

/** Counts the rounds that bring nothing new: no result that was not there before, and no file with another content. */
export class Progress {
  readonly #limit: number;
  readonly #known = new Set<string>();
  #isNew = false;
  #idle = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Notes something that a call brought: a result, or what a file holds now. */
  brought(what: "result" | "file", of: string, digest: string): void {
    const key = JSON.stringify([what, of, digest]);
    if (this.#known.has(key)) return;
    this.#known.add(key);
    this.#isNew = true;
  }

  /** Ends a round: a warning one round before the limit, the guard at it. */
  endRound(): { readonly warning?: string; readonly fired?: Fired } {
    this.#idle = this.#isNew ? 0 : this.#idle + 1;
    this.#isNew = false;
    if (this.#idle >= this.#limit) {
      return {
        fired: {
          reason: "guard/no-progress",
          message: `${this.#idle} rounds, one behind the other, brought no new result and no new file`,
        },
      };
    }
    if (this.#idle < 2 || this.#idle < this.#limit - 1) return {};
    return {
      warning: `The last ${this.#idle} rounds brought nothing new, and one more ends this stage. Do something else, or answer with what you have.`,
    };
  }
}
