import { type Calendar, rootOf, type SpentCall } from "../../spending/index.js";

export const GROUPINGS = ["call", "stage", "run", "pipeline", "agent", "model", "day", "month"] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** Calls that are counted together. Costs are in billionths of a dollar. */
export interface Group {
  readonly name: string;
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cost: number;
  /** How many of the calls have a cost that the provider did not give, and so on. */
  readonly estimated: number;
  readonly underWay: number;
  readonly unsettled: number;
  readonly unpriced: number;
  readonly failed: number;
}

const OUTSIDE = "(outside of a run)";

/** Days, months and runs in their order; all else the dearest first. */
export function grouped(calls: readonly SpentCall[], by: Exclude<Grouping, "call">, calendar: Calendar): readonly Group[] {
  const groups = new Map<string, SpentCall[]>();
  for (const call of calls) {
    const name = nameOf(call, by, calendar);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [call]);
    else group.push(call);
  }
  const rows = [...groups].map(([name, group]) => summed(name, group));
  if (by === "run") return rows;
  if (by === "day" || by === "month") return rows.sort((a, b) => (a.name < b.name ? -1 : 1));
  return rows.sort((a, b) => b.cost - a.cost || b.calls - a.calls || (a.name < b.name ? -1 : 1));
}

export function summed(name: string, calls: readonly SpentCall[]): Group {
  const count = (is: (call: SpentCall) => boolean) => calls.reduce((sum, call) => sum + (is(call) ? 1 : 0), 0);
  const sum = (of: (call: SpentCall) => number) => calls.reduce((total, call) => total + of(call), 0);
  return {
    name,
    calls: calls.length,
    inputTokens: sum(({ tokens }) => tokens?.input ?? 0),
    outputTokens: sum(({ tokens }) => tokens?.output ?? 0),
    cost: sum(({ cost }) => cost),
    estimated: count(({ state, isEstimated }) => state === "settled" && isEstimated),
    underWay: count(({ state }) => state === "under way"),
    unsettled: count(({ state }) => state === "unsettled"),
    unpriced: count(({ state }) => state === "unpriced"),
    failed: count(({ outcome }) => outcome !== undefined && outcome !== "answered"),
  };
}

function nameOf({ at, model, run, pipeline, stage, agent }: SpentCall, by: Exclude<Grouping, "call">, calendar: Calendar): string {
  switch (by) {
    case "stage":
      return pipeline === undefined || stage === undefined ? OUTSIDE : `${pipeline} ${stage}`;
    case "run":
      return run === undefined ? OUTSIDE : rootOf(run);
    case "pipeline":
      return pipeline ?? OUTSIDE;
    case "agent":
      return agent ?? "(no agent)";
    case "model":
      return model;
    case "day":
      return calendar.dayOf(new Date(at));
    case "month":
      return calendar.monthOf(new Date(at));
    default:
      return by satisfies never;
  }
}
