import { isAlive, type Owner } from "../../store/index.js";
import type { Claim } from "./job-state.js";

/** What another machine has claimed cannot be asked whether it lives; a run begins within seconds. */
const BEGINS_WITHIN_MS = 600_000;
const ENDS_WITHIN_MS = 86_400_000;

/** Whether the process that has claimed a due time is gone. */
export function isLeft({ owner, run, claimedAt }: Claim, me: Owner, now: number): boolean {
  if (owner.host === me.host) return !isAlive(owner);
  return now - claimedAt > (run === undefined ? BEGINS_WITHIN_MS : ENDS_WITHIN_MS);
}
