import { accountOf } from "./account.js";
import type { Budgets, Limits } from "./budgets.js";
import { calendarOf } from "./calendar.js";
import type { Ledger } from "./ledger.js";
import { LIMIT_KEYS, type Period, sumOf } from "./meters.js";
import type { Unit } from "./money.js";
import type { Payer } from "./place.js";

/** A budget, and how it stands. */
export interface BudgetLeft {
  /** Its key in the config: `budgets.dayUsd`. */
  readonly budget: string;
  readonly period: Period;
  /** What all amounts are in; those of "usd" are billionths of a dollar. */
  readonly unit: Unit;
  readonly limit: number;
  /** What is counted now: the day, the month, the run. Budgets of each call, each stage and each run have nothing more to say. */
  readonly now?: {
    readonly of: string;
    readonly spent: number;
    readonly reserved: number;
    readonly left: number;
    readonly until?: Date;
  };
}

/** Every budget of a config, in its order; those of a run where one is given. */
export function budgetsLeft(budgets: Budgets, { ledger, at, run }: { ledger: Ledger; at: Date; run?: string }): readonly BudgetLeft[] {
  const account = accountOf(budgets, ledger);
  const calendar = calendarOf(budgets.timeZone);
  const { pipelines = {}, agents = {} } = budgets;
  const left = (limits: Limits, path: string, payer: Payer): readonly BudgetLeft[] => {
    // Where there is no limit, the ledger need not be read.
    const isLimited = LIMIT_KEYS.some(([key]) => limits[key] !== undefined);
    const standing = isLimited ? account.standing({ at, model: "", payer: { ...payer, run } }) : [];
    return LIMIT_KEYS.flatMap(([key, period, unit]) => {
      const limit = limits[key];
      if (limit === undefined) return [];
      const budget = `${path}.${key}`;
      const stands = period === "call" ? undefined : standing.find(({ meter }) => meter.budget === budget);
      if (stands === undefined) return [{ budget, period, unit, limit: sumOf(limit, unit) }];
      const { meter, sums } = stands;
      const until = period === "day" ? calendar.nextDay(at) : period === "month" ? calendar.nextMonth(at) : undefined;
      const { spent, reserved } = sums;
      const now = { of: meter.of, spent, reserved, left: Math.max(0, meter.limit - spent - reserved), ...(until && { until }) };
      return [{ budget, period, unit, limit: meter.limit, now }];
    });
  };
  return [
    ...left(budgets, "budgets", {}),
    ...Object.entries(pipelines).flatMap(([pipeline, limits]) => left(limits, `budgets.pipelines.${pipeline}`, { pipeline })),
    ...Object.entries(agents).flatMap(([agent, limits]) => left(limits, `budgets.agents.${agent}`, { agent })),
  ];
}
