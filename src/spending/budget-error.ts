import { StagewrightError } from "../dsl/index.js";
import type { Calendar } from "./calendar.js";
import type { Meter } from "./meters.js";
import { formatUsd, type NanoUsd, usdOf } from "./money.js";

/** What a budget holds so far. */
export interface Sums {
  readonly spent: NanoUsd;
  /** For calls that are under way, and those whose process died before it told what they cost. */
  readonly reserved: NanoUsd;
}

interface Refused {
  readonly meter: Meter;
  readonly sums: Sums;
  readonly estimate: NanoUsd;
  readonly at: Date;
  readonly calendar: Calendar;
}

/** A call that was not made, because it could have cost more than a budget has left. */
export class BudgetError extends StagewrightError {
  /** The budget's key in the config: `budgets.dayUsd`. */
  readonly budget: string;
  readonly limitUsd: number;
  readonly spentUsd: number;
  readonly reservedUsd: number;
  readonly estimateUsd: number;
  /** When the budget has room for this call again, in ISO 8601 and UTC; never, where it is not given. */
  readonly roomAt: string | undefined;

  constructor(refused: Refused) {
    const { meter, sums, estimate } = refused;
    const room = roomAfter(refused);
    super("budget/exceeded", messageOf(refused), { hint: hintOf(refused, room), place: meter.budget });
    this.budget = meter.budget;
    this.limitUsd = usdOf(meter.limit);
    this.spentUsd = usdOf(sums.spent);
    this.reservedUsd = usdOf(sums.reserved);
    this.estimateUsd = usdOf(estimate);
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
  const may = `the call was not made: it may cost ${formatUsd(estimate)}, and the budget of ${nameOf(meter)}`;
  if (meter.period === "call") return `${may} is ${formatUsd(meter.limit)}`;
  const left = Math.max(0, meter.limit - spent - reserved);
  const kept = reserved === 0 ? "" : `, ${formatUsd(reserved)} is reserved`;
  return `${may} has ${formatUsd(left)} left of ${formatUsd(meter.limit)} (${formatUsd(spent)} is spent${kept})`;
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
  const cheaper = `a larger "${meter.budget}", a smaller "maxTokens" or a cheaper model`;
  if (estimate > meter.limit) return `by itself it is more than the budget: it takes ${cheaper}`;
  if (room !== undefined) return `there is room again at ${calendar.clockOf(room)} (${calendar.timeZone}); sooner with ${cheaper}`;
  // What is reserved is the most that those calls can cost, so most of it comes back.
  const back = sums.spent + estimate <= meter.limit ? "there is room once the calls under way have cost less than they may; else " : "";
  return `${back}it takes ${cheaper}`;
}
