import { type BudgetLeft, type SpentCall, usdOf } from "../../spending/index.js";
import type { Group } from "./grouped.js";

/** Groups, calls and budgets with amounts in dollars, for programs. */
export function groupJson({ cost, ...group }: Group) {
  return { ...group, usd: usdOf(cost) };
}

export function callJson({ cost, isEstimated, ...call }: SpentCall) {
  return { ...call, usd: usdOf(cost), estimated: isEstimated };
}

export function budgetJson({ budget, period, limit, now }: BudgetLeft) {
  return {
    budget,
    period,
    limitUsd: usdOf(limit),
    ...(now && {
      of: now.of,
      spentUsd: usdOf(now.spent),
      reservedUsd: usdOf(now.reserved),
      leftUsd: usdOf(now.left),
      ...(now.until && { until: now.until.toISOString() }),
    }),
  };
}
