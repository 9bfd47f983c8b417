/** Waits, and rejects as soon as the signal is aborted. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<unknown>;

interface Turn {
  /** From the end of the turn before to the beginning of this one. */
  readonly pauseMs: number;
  readonly signal: AbortSignal;
}

/** One request to a host at a time, and a pause between two. Holds within this process; another one has turns of its own. */
export class HostTurns {
  readonly #now: () => Date;
  readonly #sleep: Sleep;
  /** When the last of the turns that were taken so far ended. */
  readonly #ended = new Map<string, Promise<number>>();

  constructor({ now, sleep }: { readonly now: () => Date; readonly sleep: Sleep }) {
    this.#now = now;
    this.#sleep = sleep;
  }

  async take<T>(host: string, { pauseMs, signal }: Turn, work: () => Promise<T>): Promise<T> {
    const before = this.#ended.get(host) ?? Promise.resolve(Number.NEGATIVE_INFINITY);
    const turn = (async () => {
      const waitMs = (await orAborted(before, signal)) + pauseMs - this.#now().getTime();
      if (waitMs > 0) await this.#sleep(waitMs, signal);
      const result = await Promise.allSettled([work()]);
      return { outcome: result[0], endedMs: this.#now().getTime() };
    })();
    // Who gave up while waiting has asked nothing: the next one waits for the turn before.
    this.#ended.set(
      host,
      turn.then(({ endedMs }) => endedMs).catch(() => before),
    );
    const { outcome } = await turn;
    if (outcome.status === "rejected") throw outcome.reason;
    return outcome.value;
  }
}

function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
