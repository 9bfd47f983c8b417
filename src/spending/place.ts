import type { CallPlace } from "../dsl/index.js";

/** For whom a call is made, as far as it is known; outside of a run nothing of it is. */
export interface Payer {
  readonly run?: string | undefined;
  readonly pipeline?: string | undefined;
  readonly stage?: string | undefined;
  readonly version?: number | undefined;
  readonly attempt?: number | undefined;
  readonly agent?: string | undefined;
}

export function payerOf(place: CallPlace | undefined): Payer {
  if (place === undefined) return {};
  const { run, pipeline, stage, version, attempt, agent } = place;
  return { run, pipeline, stage, version, attempt, ...(agent !== undefined && { agent }) };
}

/** A run that a stage started has its parent's name, then the stage, its version, and the item's number or the task's name. */
const CHILD = /\.[^.]+\.v\d+\.[^.]+$/;

/** The run at the top of the tree that a run belongs to. */
export function rootOf(run: string): string {
  let root = run;
  while (CHILD.test(root)) root = root.replace(CHILD, "");
  return root;
}
