import { StagewrightError } from "../dsl/index.js";
import type { Calendar } from "./calendar.js";
import type { Meter } from "./meters.js";
import { formatAmount, type Unit, usdOf } from "./money.js";

/** What a budget holds so far, in its unit. */
export interface Sums {
  readonly spent: number;
  /** For calls that are under way, and those whose process died before it told what they cost. */
  readonly reserved: number;
}

interface Refused {
  readonly meter: Meter;
  readonly sums: Sums;
  readonly estimate: number;
  readonly at: Date;
  readonly calendar: Calendar;
}

/** A call that was not made, because it could have taken more than a budget has left. All amounts are US dollars or tokens, as `unit` says. */
export class BudgetError extends StagewrightError {
  /** The budget's key in the config: `budgets.dayUsd`. */
  readonly budget: string;
  readonly unit: Unit;
  readonly limit: number;
  readonly spent: number;
  readonly reserved: number;
  readonly estimate: number;
  /** When the budget has room for this call again, in ISO 8601 and UTC; never, where it is not given. */
  readonly roomAt: string | undefined;

  constructor(refused: Refused) {
    const { meter, sums, estimate } = refused;
    const room = roomAfter(refused);
    super("budget/exceeded", messageOf(refused), { hint: hintOf(refused, room), place: meter.budget });
    this.budget = meter.budget;
    const amount = (sum: number) => (meter.unit === "usd" ? usdOf(sum) : sum);
    this.unit = meter.unit;
    this.limit = amount(meter.limit);
    this.spent = amount(sums.spent);
    this.reserved = amount(sums.reserved);
    this.estimate = amount(estimate);
    this.roomAt = room?.toISOString();
  }
}

/** Of several budgets that refuse a call: the one that does so for the longest. */
export function longest(refusals: readonly Refused[]): Refused | undefined {
  const until = (refused: Refused) => roomAfter(refused)?.getTime() ?? Number.POSITIVE_INFINITY;
  return refusals.reduce<Refused | undefined>((most, one) => (most === undefined || until(one) > until(most) ? one : most), undefined);
}

function roomAfter({ meter, estimate, at, calendar }: Refused): Date | undefined {
  if (estimate > meter.limit) return undefined;
  if (meter.period === "day") return calendar.nextDay(at);
  if (meter.period === "month") return calendar.nextMonth(at);
  return undefined;
}

function messageOf({ meter, sums: { spent, reserved }, estimate }: Refused): string {
  const amount = (sum: number) => formatAmount(sum, meter.unit);
  const takes = meter.unit === "usd" ? "cost" : "take";
  const may = `the call was not made: it may ${takes} ${amount(estimate)}, and the budget of ${nameOf(meter)}`;
  if (meter.period === "call") return `${may} is ${amount(meter.limit)}`;
  const left = Math.max(0, meter.limit - spent - reserved);
  const is = meter.unit === "usd" ? "is" : "are";
  const kept = reserved === 0 ? "" : `, ${amount(reserved)} ${is} reserved`;
  return `${may} has ${amount(left)} left of ${amount(meter.limit)} (${amount(spent)} ${is} spent${kept})`;
}

function nameOf({ period, of, whose }: Meter): string {
  const suffix = whose === undefined ? "" : ` for ${whose}`;
  switch (period) {
    case "call":
      return `one call${suffix}`;
    case "stage":
      return `stage "${of.slice(of.lastIndexOf("/") + 1)}" in run "${of.slice(0, of.lastIndexOf("/"))}"${suffix}`;
    case "run":
      return `run "${of}"${suffix}`;
    case "day":
    case "month":
      return `${of}${suffix}`;
    default:
      return period satisfies never;
  }
}

function hintOf({ meter, sums, estimate, calendar }: Refused, room: Date | undefined): string {
  const cheaper = `a larger "${meter.budget}", ${meter.unit === "usd" ? 'a smaller "maxTokens" or a cheaper model' : 'or a smaller "maxTokens"'}`;
  if (estimate > meter.limit) return `by itself it is more than the budget: it takes ${cheaper}`;
  if (room !== undefined) return `there is room again at ${calendar.clockOf(room)} (${calendar.timeZone}); sooner with ${cheaper}`;
  // What is reserved is the most that those calls can cost, so most of it comes back.
  const back = sums.spent + estimate <= meter.limit ? "there is room once the calls under way have cost less than they may; else " : "";
  return `${back}it takes ${cheaper}`;
}
