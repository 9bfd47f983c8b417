import type { Owner } from "../../store/index.js";
import type { Timer } from "../timer.js";
import { type Limits, type Standing, standingOf } from "./standing.js";
import type { Call } from "./ticket.js";
import { TicketFolder } from "./ticket-folder.js";
import type { WatchFolder } from "./watch-folder.js";

/** A process that is killed changes no file, so the folder is looked at once in a while, too. */
const POLL_MS = 2_000;

export interface QueueOptions {
  readonly folder: string;
  readonly self: Owner;
  readonly timer: Timer;
  readonly watch: WatchFolder;
  readonly now: () => number;
  readonly newId: () => string;
}

interface Waiter {
  /** Another one when the folder was cleared away. */
  readonly place: { name: string };
  readonly call: Call;
  readonly limits: Limits;
  readonly granted: () => void;
  readonly failed: (error: unknown) => void;
  /** Told how the queue stands while its turn has not come. */
  readonly stands: (standing: Standing, name: string) => void;
}

export interface Turn {
  readonly call: Call;
  readonly limits: Limits;
  readonly signal: AbortSignal;
  readonly stands: (standing: Standing, name: string) => void;
}

/** One process's part in the queue of a pool: what it waits for is found out once for all who wait. */
export class PoolQueue {
  readonly #options: QueueOptions;
  readonly #tickets: TicketFolder;
  readonly #waiters = new Set<Waiter>();
  #stopWatching: (() => void) | undefined;
  #poll: ReturnType<Timer> | undefined;
  #isCheckDue = false;

  constructor(options: QueueOptions) {
    this.#options = options;
    this.#tickets = new TicketFolder(options.folder, options.self);
  }

  /** Resolves when the turn has come, with what gives it back. An abort rejects with the signal's reason and leaves nothing behind. */
  async wait({ call, limits, signal, stands }: Turn): Promise<() => void> {
    signal.throwIfAborted();
    this.#tickets.make();
    // Held from here on: whatever goes wrong, the ticket is given back.
    const place = { name: this.#tickets.draw(call, this.#options.newId) };
    try {
      if (this.#holds(place.name, limits)) return this.#giver(place.name);
      await this.#queued(place, { call, limits, signal, stands });
      this.#tickets.noteHeld(place.name, new Date(this.#options.now()).toISOString());
      return this.#giver(place.name);
    } catch (error) {
      this.#giver(place.name)();
      throw error;
    }
  }

  #queued(place: { name: string }, { call, limits, signal, stands }: Turn): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = () => {
        signal.removeEventListener("abort", abort);
        this.#waiters.delete(waiter);
        if (this.#waiters.size === 0) this.#rest();
      };
      const abort = () => {
        end();
        reject(signal.reason);
      };
      const waiter: Waiter = {
        place,
        call,
        limits,
        stands,
        granted: () => {
          end();
          resolve();
        },
        failed: (error) => {
          end();
          reject(error);
        },
      };
      this.#waiters.add(waiter);
      signal.addEventListener("abort", abort, { once: true });
      this.#watch();
      // What changed before the watch began is seen by this.
      this.#check();
    });
  }

  #holds(name: string, limits: Limits): boolean {
    return standingOf(this.#tickets.tickets({ clear: true }), limits).holding.some((ticket) => ticket.name === name);
  }

  #giver(name: string): () => void {
    let isGiven = false;
    return () => {
      if (isGiven) return;
      isGiven = true;
      this.#tickets.giveBack(name);
      this.#checkSoon();
    };
  }

  #watch(): void {
    if (this.#stopWatching !== undefined) return;
    this.#stopWatching = this.#options.watch(this.#options.folder, () => this.#checkSoon());
    this.#poll = this.#options.timer(POLL_MS, () => {
      this.#poll?.restart();
      this.#check();
    });
  }

  #rest(): void {
    this.#stopWatching?.();
    this.#poll?.stop();
    this.#stopWatching = undefined;
    this.#poll = undefined;
  }

  /** Many changes that come together are looked at once. */
  #checkSoon(): void {
    if (this.#isCheckDue || this.#waiters.size === 0) return;
    this.#isCheckDue = true;
    setImmediate(() => {
      this.#isCheckDue = false;
      this.#check();
    });
  }

  #check(): void {
    if (this.#waiters.size === 0) return;
    let tickets: ReturnType<TicketFolder["tickets"]>;
    try {
      tickets = this.#tickets.tickets({ clear: true });
    } catch (error) {
      for (const waiter of [...this.#waiters]) waiter.failed(error);
      return;
    }
    for (const waiter of [...this.#waiters]) {
      const standing = standingOf(tickets, waiter.limits);
      const { name } = waiter.place;
      if (standing.holding.some((ticket) => ticket.name === name)) waiter.granted();
      else if (standing.waiting.some((ticket) => ticket.name === name)) waiter.stands(standing, name);
      else this.#drawAgain(waiter);
    }
  }

  /** Somebody has cleared the folder away: the place in the queue is lost, the call is not. */
  #drawAgain(waiter: Waiter): void {
    try {
      this.#tickets.make();
      waiter.place.name = this.#tickets.draw(waiter.call, this.#options.newId);
      this.#checkSoon();
    } catch (error) {
      waiter.failed(error);
    }
  }
}
