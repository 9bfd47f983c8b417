import type { ChildRun, How } from "./child-run.js";
import type { RegistryLine } from "./registry-line.js";
import { liveBelow, type RegistryState } from "./registry-state.js";

/** How a run ends. What it gives to its parent is `result`; what went wrong, or who wanted it to end, is `because`. */
export interface Ending {
  readonly how: How;
  readonly result?: ChildRun["task"];
  readonly because?: string;
  /** What it cost beside what was noted before. */
  readonly usd?: number;
}

interface Noting {
  /** ISO 8601. */
  readonly at: string;
  /** The process that tears them down; left out, the next that can does it. */
  readonly by: string | undefined;
}

/**
 * The lines that end some live runs, and with them all live ones below. The deepest come first, so that nothing lives under what
 * has ended, also where a dying process cuts the write off.
 */
export function linesToEnd(state: RegistryState, endings: ReadonlyMap<string, Ending>, { at, by }: Noting): readonly EndedLine[] {
  const all = new Map<string, Ending>();
  for (const id of endings.keys()) {
    for (const below of liveBelow(state, id)) all.set(below, { how: "terminated", because: "the run above it has ended" });
  }
  for (const [id, ending] of endings) all.set(id, ending);
  return [...all]
    .flatMap(([id, ending]) => {
      const run = state.runs.get(id);
      return run === undefined ? [] : [{ run, ending }];
    })
    .sort((one, other) => other.run.depth - one.run.depth)
    .map(({ run: { id }, ending: { usd = 0, ...ending } }) => ({ type: "ended", id, at, ...ending, usd, by }));
}

type EndedLine = Extract<RegistryLine, { type: "ended" }>;
