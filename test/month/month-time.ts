interface Timer {
  readonly at: number;
  readonly nth: number;
  readonly then: () => void;
}

/**
 * The time of a month. Timers count the time that passes while the machine is awake; the clock on the wall says what it
 * was set to. So a sleep moves the wall alone, as on a real machine, and whoever waits finds out when its timer goes off.
 */
export class MonthTime {
  #awake = 0;
  #wall: number;
  #nth = 0;
  readonly #timers = new Set<Timer>();

  constructor(start: string) {
    this.#wall = Date.parse(start);
  }

  readonly now = () => new Date(this.#wall);

  get ms(): number {
    return this.#wall;
  }

  readonly setTimer = (ms: number, then: () => void) => {
    this.#nth += 1;
    const timer = { at: this.#awake + Math.max(0, ms), nth: this.#nth, then };
    this.#timers.add(timer);
    return { stop: () => void this.#timers.delete(timer) };
  };

  /** Lets so much time pass, timer by timer, and waits each time until nothing is under way. */
  async pass(ms: number, settled: () => Promise<void>): Promise<void> {
    const end = this.#awake + ms;
    for (;;) {
      let next: Timer | undefined;
      for (const timer of this.#timers) {
        if (timer.at <= end && (next === undefined || timer.at < next.at || (timer.at === next.at && timer.nth < next.nth))) next = timer;
      }
      if (next === undefined) break;
      this.#forward(next.at - this.#awake);
      this.#timers.delete(next);
      next.then();
      await settled();
    }
    this.#forward(end - this.#awake);
  }

  /** The clock is set, or the machine was asleep: no timer has counted it. */
  jump(ms: number): void {
    this.#wall += ms;
  }

  #forward(ms: number): void {
    this.#awake += ms;
    this.#wall += ms;
  }
}
