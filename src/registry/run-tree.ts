import type { ChildRun } from "./child-run.js";

/** A run, with those below it in the order in which they were spawned. */
export interface RunTree {
  readonly run: ChildRun;
  readonly children: readonly RunTree[];
  /** What it and all below it cost. */
  readonly costUsd: number;
}

/** The trees that runs make. One whose parent is not among them stands on top of its own. */
export function treesOf(runs: ReadonlyMap<string, ChildRun>): readonly RunTree[] {
  const below = new Map<string | undefined, ChildRun[]>();
  for (const run of runs.values()) {
    const parent = run.parent !== undefined && runs.has(run.parent) ? run.parent : undefined;
    const beside = below.get(parent);
    if (beside === undefined) below.set(parent, [run]);
    else beside.push(run);
  }
  const treeOf = (run: ChildRun): RunTree => {
    const children = (below.get(run.id) ?? []).map(treeOf);
    return { run, children, costUsd: children.reduce((sum, { costUsd }) => sum + costUsd, run.costUsd) };
  };
  return (below.get(undefined) ?? []).map(treeOf);
}
