import { StagewrightError } from "../dsl/index.js";
import { BudgetError, longest, type Sums } from "./budget-error.js";
import type { Budgets } from "./budgets.js";
import { calendarOf } from "./calendar.js";
import { type Follower, fileMonthOf, type Ledger } from "./ledger.js";
import type { LedgerLine, Outcome, Tokens } from "./ledger-line.js";
import { countsRuns, type Meter, metersOf } from "./meters.js";
import { type NanoUsd, nanoOf, usdOf } from "./money.js";
import type { Payer } from "./place.js";

export interface NewCall {
  readonly at: Date;
  readonly model: string;
  readonly payer: Payer;
}

export interface Settlement {
  readonly at: Date;
  readonly cost: NanoUsd;
  readonly estimated: boolean;
  readonly outcome: Outcome;
  readonly tokens?: Tokens;
}

/** Money that was set aside for a call. */
export interface Reservation {
  settle(settlement: Settlement): void;
}

export interface Standing {
  readonly meter: Meter;
  readonly sums: Sums;
}

export interface Account {
  /** The budgets that a call would count against. */
  metersOf(call: NewCall): readonly Meter[];
  /** How the budgets stand that such a call would count against. */
  standing(call: NewCall): readonly Standing[];
  /** @throws BudgetError where a budget has not so much left. */
  reserve(call: NewCall, estimate: NanoUsd): Promise<Reservation>;
}

interface Total {
  spent: NanoUsd;
  reserved: NanoUsd;
}

/**
 * What the budgets hold, told from the ledger's lines and from nothing else, so that every process comes to the same
 * sums. Kept as the lines come: a reservation reads what is new.
 */
export function accountOf(budgets: Budgets, ledger: Ledger): Account {
  const calendar = calendarOf(budgets.timeZone);
  const totals = new Map<string, Total>();
  /** What is reserved and not settled, by the call's id. */
  const open = new Map<string, { readonly cost: NanoUsd; readonly on: readonly Total[] }>();
  let follower: Follower | undefined;

  const totalOf = ({ budget, of }: Meter): Total => {
    const key = `${budget} ${of}`;
    let total = totals.get(key);
    if (total === undefined) {
      total = { spent: 0, reserved: 0 };
      totals.set(key, total);
    }
    return total;
  };
  const take = (line: LedgerLine) => {
    if (line.type === "reserved") {
      if (open.has(line.id)) return;
      const meters = metersOf(budgets, { calendar, payer: line, at: new Date(line.at) });
      const cost = nanoOf(line.usd);
      const on = meters.filter(({ period }) => period !== "call").map(totalOf);
      for (const total of on) total.reserved += cost;
      open.set(line.id, { cost, on });
    } else if (line.type === "settled") {
      for (const total of open.get(line.id)?.on ?? []) {
        total.reserved -= open.get(line.id)?.cost ?? 0;
        total.spent += nanoOf(line.usd);
      }
      open.delete(line.id);
    }
  };
  const catchUp = (at: Date) => {
    follower ??= ledger.follow(countsRuns(budgets) ? undefined : fileMonthOf(monthBefore(at)));
    follower.readNew(take);
  };
  const refusal = (meters: readonly Meter[], estimate: NanoUsd, at: Date): BudgetError | undefined => {
    const refusals = meters
      .map((meter) => ({ meter, sums: { ...totalOf(meter) } satisfies Sums, estimate, at, calendar }))
      .filter(({ meter, sums }) => sums.spent + sums.reserved + estimate > meter.limit);
    const worst = longest(refusals);
    return worst && new BudgetError(worst);
  };

  return {
    standing: (call) => {
      catchUp(call.at);
      return metersOf(budgets, { calendar, payer: call.payer, at: call.at }).map((meter) => ({ meter, sums: { ...totalOf(meter) } }));
    },
    metersOf: ({ payer, at }) => metersOf(budgets, { calendar, payer, at }),
    reserve: async (call, estimate) => {
      const { at, model, payer } = call;
      const month = fileMonthOf(at);
      const id = ledger.newId();
      const line: LedgerLine = {
        type: "reserved",
        id,
        at: at.toISOString(),
        model,
        ...payer,
        usd: usdOf(estimate),
        owner: ledger.owner,
      };
      const meters = metersOf(budgets, { calendar, payer, at });
      if (meters.length === 0) {
        ledger.append(line, month);
      } else {
        // The bulk of the reading is done before anybody has to wait for it.
        if (follower === undefined) catchUp(at);
        await ledger.locked(() => {
          catchUp(at);
          const refused = refusal(meters, estimate, at);
          if (refused !== undefined) throw refused;
          // A line that another process was killed in the middle of can swallow ours, once.
          for (let tries = 1; !open.has(id); tries += 1) {
            if (tries === 3) throw unreadable(ledger);
            ledger.append(line, month);
            catchUp(at);
          }
        });
      }
      return {
        settle: ({ at: end, cost, estimated, outcome, tokens }) =>
          ledger.append(
            { type: "settled", id, at: end.toISOString(), usd: usdOf(cost), estimated, outcome, ...(tokens && { tokens }) },
            month,
          ),
      };
    },
  };
}

/** The month's budget of any time zone begins at most a day before its file does. */
function monthBefore(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - 1, 1));
}

function unreadable({ folder }: Ledger): StagewrightError {
  return new StagewrightError("budget/unwritable", `what was written to the ledger in "${folder}" does not come back`, {
    hint: "see that the disk is sound; without its ledger no call is made that costs money",
  });
}
