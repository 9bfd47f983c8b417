import { type BudgetLeft, type SpentCall, usdOf } from "../../spending/index.js";
import type { Group } from "./grouped.js";

/** Groups, calls and budgets with amounts in dollars, for programs. */
export function groupJson({ cost, ...group }: Group) {
  return { ...group, usd: usdOf(cost) };
}

export function callJson({ cost, isEstimated, ...call }: SpentCall) {
  return { ...call, usd: usdOf(cost), estimated: isEstimated };
}

export function budgetJson({ budget, period, unit, limit, now }: BudgetLeft) {
  const amount = (name: "limit" | "spent" | "reserved" | "left", sum: number) =>
    unit === "usd" ? { [`${name}Usd`]: usdOf(sum) } : { [`${name}Tokens`]: sum };
  return {
    budget,
    period,
    ...amount("limit", limit),
    ...(now && {
      of: now.of,
      ...amount("spent", now.spent),
      ...amount("reserved", now.reserved),
      ...amount("left", now.left),
      ...(now.until && { until: now.until.toISOString() }),
    }),
  };
}
