import type { EventOf, RunEvent } from "../core/index.js";
import { isStagewrightError } from "../dsl/index.js";
import type { Store } from "../store/index.js";
import { readRun } from "./read-run.js";

/** A decision of a person about a kind of question. */
export interface DecisionMade {
  /** `publisher/approve` for a gate of a pipeline; `email.send` for what a policy asked about. */
  readonly about: string;
  readonly tier: number;
  readonly at: string;
  /** Approved as it stood. */
  readonly isUnchanged: boolean;
}

/** What a person could be asked less about. */
export interface TierProposal {
  readonly about: string;
  readonly tier: number;
  readonly lower: number;
  /** How many in a row were approved as they stood. */
  readonly unchanged: number;
  /** The first and the last of these. */
  readonly since: string;
  readonly until: string;
}

/** So many in a row, and asking less is proposed. */
const ENOUGH = 20;
/** At tier 5 a PIN was wanted because much hangs on it: that it went well is no reason to ask less. At 3 and 4 the run waits. */
const LOWER: Readonly<Record<number, number>> = { 4: 3, 3: 2 };

/** Every decision of a person at a gate, in all runs of a store, in the order in which they were made. A journal that cannot be read is left out. */
export async function decisionsIn(store: Store): Promise<readonly DecisionMade[]> {
  const made: DecisionMade[] = [];
  for (const run of await store.runs()) {
    try {
      const { events, state } = await readRun(store, run);
      made.push(...decisionsOf(state.pipeline, events));
    } catch (error) {
      if (!isStagewrightError(error)) throw error;
    }
  }
  return made.sort((a, b) => (a.at < b.at ? -1 : 1));
}

function decisionsOf(pipeline: string, events: readonly RunEvent[]): readonly DecisionMade[] {
  const opened = new Map<string, EventOf<"gate-opened">>();
  const made: DecisionMade[] = [];
  for (const event of events) {
    if (event.type === "gate-opened") opened.set(event.stage, event);
    if (event.type !== "gate-decided" || event.by === "clock") continue;
    const gate = opened.get(event.stage);
    if (gate === undefined) continue;
    const about = gate.effect === undefined ? `${pipeline}/${event.stage}` : gate.shows;
    made.push({ about, tier: gate.tier, at: event.at, isUnchanged: event.decision === "approve" });
  }
  return made;
}

/**
 * What was approved unchanged 20 times in a row, at the tier that is asked now, each counted since a person last had a
 * word on it. An edit, a rejection or an answer ends a row.
 *
 * @param settledAt when a person took or refused the last proposal about each; ISO 8601.
 */
export function tierProposals(decisions: readonly DecisionMade[], settledAt: ReadonlyMap<string, string>): readonly TierProposal[] {
  const rows = new Map<string, readonly DecisionMade[]>();
  for (const one of decisions) {
    if (one.at <= (settledAt.get(one.about) ?? "")) continue;
    const row = (rows.get(one.about) ?? []).filter(({ tier }) => tier === one.tier);
    rows.set(one.about, one.isUnchanged ? [...row, one] : []);
  }
  return [...rows].flatMap(([about, row]) => {
    const [first, last] = [row[0], row.at(-1)];
    const lower = LOWER[last?.tier ?? 0];
    if (first === undefined || last === undefined || lower === undefined || row.length < ENOUGH) return [];
    return [{ about, tier: last.tier, lower, unchanged: row.length, since: first.at, until: last.at }];
  });
}
