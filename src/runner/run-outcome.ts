import type { RunState, Waiting } from "../core/index.js";

/** How a run stands when the runner lets go of it. `interrupted` is a running one that was told to stop: resume it. */
export interface RunOutcome {
  readonly run: string;
  readonly status: "done" | "failed" | "blocked" | "cancelled" | "interrupted";
  readonly state: RunState;
  /** The last stage's output, of a run that is done and did not stop early. */
  readonly output?: unknown;
  /** What a blocked run waits for. */
  readonly waiting?: Waiting & { readonly stage: string };
}
