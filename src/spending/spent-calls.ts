import { isAlive, ownerIn } from "../store/index.js";
import type { Ledger, UnreadableLine } from "./ledger.js";
import type { Called, LedgerLine, Outcome, Reserved, Tokens } from "./ledger-line.js";
import { type NanoUsd, nanoOf } from "./money.js";
import type { Payer } from "./place.js";

/**
 * `settled`: its cost is known, or estimated for good. `under way`: its process lives and has not told yet. `unsettled`:
 * its process ended before it told. `unpriced`: nobody knows what it cost.
 */
export type SpentState = "settled" | "under way" | "unsettled" | "unpriced";

/** One call, as the ledger tells of it. */
export interface SpentCall extends Payer {
  readonly at: string;
  readonly model: string;
  readonly state: SpentState;
  /** Of a call that is not settled: the most that it may cost. */
  readonly cost: NanoUsd;
  readonly isEstimated: boolean;
  readonly outcome?: Outcome | undefined;
  readonly tokens?: Tokens | undefined;
}

/** All calls of a ledger in the order in which they began. Files of months before `since` (`2026-12`) are left out. */
export function spentCalls(
  ledger: Ledger,
  since?: string,
): { readonly calls: readonly SpentCall[]; readonly unreadable: readonly UnreadableLine[] } {
  const calls: Changing[] = [];
  const open = new Map<string, { readonly call: Changing; readonly owner: string }>();
  const take = (line: LedgerLine) => {
    if (line.type === "called") {
      calls.push({ ...begun(line), state: line.usd === undefined ? "unpriced" : "settled", outcome: line.outcome, tokens: line.tokens });
    } else if (line.type === "reserved") {
      if (open.has(line.id)) return;
      const call: Changing = { ...begun(line), state: "unsettled", cost: nanoOf(line.usd ?? 0), isEstimated: true };
      open.set(line.id, { call, owner: line.owner });
      calls.push(call);
    } else {
      const call = open.get(line.id)?.call;
      if (call === undefined) return;
      open.delete(line.id);
      call.state = line.usd === undefined ? "unpriced" : "settled";
      call.cost = nanoOf(line.usd ?? 0);
      call.isEstimated = line.estimated;
      call.outcome = line.outcome;
      call.tokens = line.tokens;
    }
  };
  const follower = ledger.follow(since);
  follower.readNew(take);
  const lives = livingOwners(ledger.owner);
  for (const { call, owner } of open.values()) if (lives(owner)) call.state = "under way";
  return { calls, unreadable: follower.unreadable };
}

type Changing = { -readonly [Key in keyof SpentCall]: SpentCall[Key] };

/** Field by field: a ledger may have many lines, and this is ten times as fast as taking the others away. */
function begun({ at, model, run, pipeline, stage, version, attempt, agent }: Reserved | Called): Omit<SpentCall, "state"> {
  return { at, model, run, pipeline, stage, version, attempt, agent, cost: 0, isEstimated: false, outcome: undefined, tokens: undefined };
}

/**
 * Tells of each owner once whether it lives; one process may have left many calls. One of another machine cannot be asked,
 * and counts as dead.
 */
function livingOwners(me: string): (owner: string) => boolean {
  const here = ownerIn(me)?.host;
  const known = new Map<string, boolean>();
  return (owner) => {
    let lives = known.get(owner);
    if (lives === undefined) {
      const one = ownerIn(owner);
      lives = one !== undefined && one.host === here && isAlive(one);
      known.set(owner, lives);
    }
    return lives;
  };
}
