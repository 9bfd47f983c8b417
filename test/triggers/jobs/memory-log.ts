import type { JobLine, JobStates, JobStore } from "../../../src/triggers/index.js";
import { foldLine } from "../../../src/triggers/jobs/job-state.js";

/** The log of a machine whose processes come and go: lines that outlive them. */
export class MemoryLog {
  readonly lines: JobLine[] = [];
  #generation = 0;

  /** The log as a process that starts sees it. What an earlier one still wants to write is never written. */
  store(): JobStore {
    this.#generation += 1;
    const mine = this.#generation;
    const states: JobStates = new Map();
    for (const line of this.lines) foldLine(states, line);
    return {
      path: "memory",
      unreadable: [],
      read: () => states,
      compact: async () => {},
      change: async (act) => {
        const { add, gives } = act(states);
        if (mine !== this.#generation) return await new Promise<never>(() => {});
        for (const line of add) {
          this.lines.push(line);
          foldLine(states, line);
        }
        return gives;
      },
    };
  }
}
