import type { Budgets, Limits } from "./budgets.js";
import type { Calendar } from "./calendar.js";
import { nanoOf, type Unit } from "./money.js";
import { type Payer, rootOf } from "./place.js";

export type Period = "call" | "stage" | "run" | "day" | "month";

/** One budget, as it bears on one call. */
export interface Meter {
  /** Its key in the config: `budgets.pipelines.publisher.dayUsd`. */
  readonly budget: string;
  readonly period: Period;
  readonly unit: Unit;
  /** In its unit. */
  readonly limit: number;
  /** What is counted together: the day, the month, the run or the stage of it. */
  readonly of: string;
  /** The pipeline or agent that it is set for, in words. */
  readonly whose: string | undefined;
}

export const LIMIT_KEYS = [
  ["callUsd", "call", "usd"],
  ["stageUsd", "stage", "usd"],
  ["runUsd", "run", "usd"],
  ["dayUsd", "day", "usd"],
  ["monthUsd", "month", "usd"],
  ["callTokens", "call", "tokens"],
  ["stageTokens", "stage", "tokens"],
  ["runTokens", "run", "tokens"],
  ["dayTokens", "day", "tokens"],
  ["monthTokens", "month", "tokens"],
] as const;

/** The budgets that a call counts against. Outside of a run there is none for the run or its stages. */
export function metersOf(budgets: Budgets, { calendar, payer, at }: { calendar: Calendar; payer: Payer; at: Date }): readonly Meter[] {
  const { run, pipeline, stage, agent } = payer;
  const of: Readonly<Record<Period, () => string | undefined>> = {
    call: () => "",
    stage: () => (run === undefined || stage === undefined ? undefined : `${run}/${stage}`),
    run: () => (run === undefined ? undefined : rootOf(run)),
    day: () => calendar.dayOf(at),
    month: () => calendar.monthOf(at),
  };
  const meters: Meter[] = [];
  const add = (limits: Limits | undefined, path: string, whose: string | undefined) => {
    for (const [key, period, unit] of LIMIT_KEYS) {
      const limit = limits?.[key];
      const what = limit === undefined ? undefined : of[period]();
      if (limit !== undefined && what !== undefined) {
        meters.push({ budget: `${path}.${key}`, period, unit, limit: sumOf(limit, unit), of: what, whose });
      }
    }
  };
  add(budgets, "budgets", undefined);
  if (pipeline !== undefined) add(ownIn(budgets.pipelines, pipeline), `budgets.pipelines.${pipeline}`, `pipeline "${pipeline}"`);
  if (agent !== undefined) add(ownIn(budgets.agents, agent), `budgets.agents.${agent}`, `agent "${agent}"`);
  return meters;
}

/** A limit of the config as sums are counted. */
export function sumOf(limit: number, unit: Unit): number {
  return unit === "usd" ? nanoOf(limit) : limit;
}

/** Whether any budget counts what runs from one month into the next. */
export function countsRuns({ pipelines = {}, agents = {}, ...all }: Budgets): boolean {
  return [all, ...Object.values(pipelines), ...Object.values(agents)].some((limits) =>
    LIMIT_KEYS.some(([key, period]) => (period === "run" || period === "stage") && limits[key] !== undefined),
  );
}

/** A pipeline may be named "constructor", which every object has. */
function ownIn(limits: Readonly<Record<string, Limits>> | undefined, name: string): Limits | undefined {
  return limits !== undefined && Object.hasOwn(limits, name) ? limits[name] : undefined;
}
