import { EXTERNAL_EVENTS, emptyRun, fold, type NewEvent, type RunEvent, type RunState } from "../core/index.js";
import { StagewrightError } from "../dsl/index.js";
import type { Journal } from "./journal.js";

/** The first place where a replay came to something else than the journal holds. */
export class ReplayDifference extends StagewrightError {
  readonly difference: { readonly seq: number; readonly recorded: string; readonly computed: string };

  constructor(seq: number, recorded: RunEvent | undefined, computed: string) {
    super("run/difference", `event ${seq} is another one than recorded`);
    this.difference = { seq, recorded: recorded ? JSON.stringify(inOrder(recorded)) : "nothing: the journal ends here", computed };
  }
}

/** Takes what is noted, and holds each event, byte for byte, against the recorded one. */
export class ReplayJournal implements Journal {
  readonly state: RunState = emptyRun();
  readonly #recorded: readonly RunEvent[];

  constructor(recorded: readonly RunEvent[]) {
    this.#recorded = recorded;
  }

  /** The events that are still to come. */
  get ahead(): RunEvent | undefined {
    return this.#recorded[this.state.seq];
  }

  *allAhead(): Generator<RunEvent> {
    for (let index = this.state.seq; ; index += 1) {
      const event = this.#recorded[index];
      if (event === undefined) return;
      yield event;
    }
  }

  note(event: NewEvent): void {
    this.bringIn();
    const recorded = this.ahead;
    if (recorded === undefined) throw new ReplayDifference(this.state.seq + 1, undefined, JSON.stringify(event));
    const { seq, at } = recorded;
    const computed = JSON.stringify(inOrder({ ...event, seq, at }));
    if (computed !== JSON.stringify(inOrder(recorded))) throw new ReplayDifference(seq, recorded, computed);
    fold([recorded], this.state);
  }

  async commit(): Promise<void> {}

  /** Takes what a person or a new process brought to the run at this point. */
  bringIn(): void {
    for (let event = this.ahead; event && EXTERNAL_EVENTS.has(event.type); event = this.ahead) this.take(event);
  }

  take(event: RunEvent): void {
    fold([event], this.state);
  }
}

/** As the journal's lines have them: number, time and type first. */
function inOrder(event: RunEvent): object {
  const { seq, at, type, ...rest } = event;
  return { seq, at, type, ...rest };
}
