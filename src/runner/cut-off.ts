/** Ends what a try of a stage has started: when it is told to stop from outside, when its time is up, when it has failed. */
export class CutOff {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal | undefined;
  readonly #passOn = () => this.abort(this.#outer?.reason);
  #timer: NodeJS.Timeout | undefined;
  #startGrace = () => {};

  constructor(outer: AbortSignal | undefined) {
    this.#outer = outer;
    if (outer?.aborted) this.#passOn();
    outer?.addEventListener("abort", this.#passOn, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  abort(reason: unknown): void {
    if (this.signal.aborted) return;
    this.#controller.abort(reason);
    this.#startGrace();
  }

  abortAfter(ms: number, reason: unknown): void {
    this.#timer = setTimeout(() => this.abort(reason), ms);
  }

  /** What `work` comes to; `undefined` where it has not ended within `graceMs` after it was cut off. */
  async within<T>(work: Promise<T>, graceMs: number): Promise<T | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      this.#startGrace = () => {
        timer = setTimeout(() => resolve(undefined), graceMs);
      };
    });
    if (this.signal.aborted) this.#startGrace();
    try {
      return await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
      this.#startGrace = () => {};
    }
  }

  release(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener("abort", this.#passOn);
  }
}
