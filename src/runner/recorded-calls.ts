import { setImmediate } from "node:timers/promises";
import { canonicalJson, type EventOf, type Kept } from "../core/index.js";

type Called = EventOf<"called">;

interface Entry {
  readonly called: Called;
  readonly key: string;
  isAsked: boolean;
  answer: PromiseWithResolvers | undefined;
}

interface PromiseWithResolvers {
  resolve(called: Called): void;
  reject(error: unknown): void;
}

/**
 * Gives a stage the answers that it was given before, in the order in which they came then: work that the stage does
 * side by side then goes the same way as it did. A call is known by what it asks for, not by when.
 */
export class RecordedCalls {
  readonly #entries: readonly Entry[];
  readonly #onRelease: (called: Called) => void;
  #next = 0;
  #isReleasing = false;
  #fault: unknown;

  constructor(called: readonly Called[], onRelease: (called: Called) => void = () => {}) {
    this.#entries = called.map((event) => ({
      called: event,
      key: callKey(event.adapter, event.name, event.request),
      isAsked: false,
      answer: undefined,
    }));
    this.#onRelease = onRelease;
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  /** The recorded call, as soon as it is its turn; `undefined` where none is left. */
  ask(key: string): Promise<Called> | undefined {
    const entry = this.#take(key);
    if (entry === undefined) return undefined;
    return new Promise((resolve, reject) => {
      entry.answer = { resolve, reject };
      void this.#releaseInOrder();
    });
  }

  /** The same at once, for what cannot wait. */
  askNow(key: string): Called | undefined {
    const entry = this.#take(key);
    this.#releaseWithoutWaiting();
    void this.#releaseInOrder();
    return entry?.called;
  }

  /** The first recorded call that was never asked for. Throws what `onRelease` threw. */
  unasked(): Called | undefined {
    if (this.#fault !== undefined) throw this.#fault;
    return this.#entries.find((entry) => !entry.isAsked)?.called;
  }

  /** The recorded call that those behind it wait for, since it was never asked for. */
  holdingUp(): Called | undefined {
    if (this.#fault !== undefined) throw this.#fault;
    const entry = this.#entries[this.#next];
    return entry?.isAsked ? undefined : entry?.called;
  }

  #take(key: string): Entry | undefined {
    for (let index = this.#next; index < this.#entries.length; index += 1) {
      const entry = this.#entries[index];
      if (entry === undefined || entry.isAsked || entry.key !== key) continue;
      entry.isAsked = true;
      return entry;
    }
    return undefined;
  }

  async #releaseInOrder(): Promise<void> {
    if (this.#isReleasing) return;
    this.#isReleasing = true;
    for (;;) {
      this.#releaseWithoutWaiting();
      const entry = this.#entries[this.#next];
      if (!entry?.isAsked) break;
      this.#release(entry);
      this.#releaseWithoutWaiting();
      // Whatever follows from this answer happens before the next one comes.
      await setImmediate();
    }
    this.#isReleasing = false;
  }

  /** Nothing follows from these: who asked was answered at once. They must be on record before the stage goes on. */
  #releaseWithoutWaiting(): void {
    for (let entry = this.#entries[this.#next]; entry?.isAsked && entry.answer === undefined; entry = this.#entries[this.#next]) {
      this.#release(entry);
    }
  }

  #release({ called, answer }: Entry): void {
    this.#next += 1;
    try {
      this.#onRelease(called);
      answer?.resolve(called);
    } catch (error) {
      this.#fault ??= error;
      answer?.reject(error);
    }
  }
}

/** What a call asks for, as a text. */
export function callKey(adapter: string, name: string, request: Kept): string {
  return `${adapter}.${name} ${"blob" in request ? request.blob : canonicalJson(request.inline)}`;
}
