import { fold, type NewEvent, type RunEvent, type RunState } from "../core/index.js";
import { encodeLine, type Lease } from "../store/index.js";
import type { Environment } from "./environment.js";
import type { Keeper } from "./keeper.js";

/** Where a run's events go. `state` is always that after the last event noted. */
export interface Journal {
  readonly state: RunState;
  /** Takes effect in `state` at once. */
  note(event: NewEvent): void;
  /** What was noted is durable when this resolves. */
  commit(): Promise<void>;
}

interface Parts {
  readonly lease: Lease;
  readonly state: RunState;
  /** The chain of the last line on the disk. */
  readonly chain: string;
  readonly environment: Environment;
  readonly keeper: Keeper;
  readonly onEvent: (event: RunEvent, state: RunState) => void;
  readonly onCommit: (events: readonly RunEvent[]) => void | Promise<void>;
}

/** The journal of a run that is being carried out: what is noted waits in memory until one append commits it all. */
export class LiveJournal implements Journal {
  readonly state: RunState;
  readonly #parts: Parts;
  #chain: string;
  #lines: string[] = [];
  #events: RunEvent[] = [];
  #fault: { readonly error: unknown } | undefined;

  constructor(parts: Parts) {
    this.state = parts.state;
    this.#chain = parts.chain;
    this.#parts = parts;
  }

  note(event: NewEvent): void {
    const placed: RunEvent = { seq: this.state.seq + 1, at: this.#parts.environment.now().toISOString(), ...event };
    fold([placed], this.state);
    const { line, chain } = encodeLine(placed, this.#chain);
    this.#chain = chain;
    this.#lines.push(line);
    this.#events.push(placed);
    this.#parts.onEvent(placed, this.state);
  }

  async commit(): Promise<void> {
    // After an append that failed every later one would leave a gap, also where a stage's code has caught the error.
    if (this.#fault) throw this.#fault.error;
    if (this.#lines.length === 0) return;
    const lines = this.#lines;
    const events = this.#events;
    this.#lines = [];
    this.#events = [];
    try {
      await this.#parts.keeper.writeBlobs((text) => this.#parts.lease.putBlob(text));
      await this.#parts.lease.append(lines);
    } catch (error) {
      this.#fault = { error };
      throw error;
    }
    await this.#parts.onCommit(events);
  }
}
