import { StagewrightError } from "../dsl/index.js";
import { BudgetError, longest, type Sums } from "./budget-error.js";
import type { Budgets } from "./budgets.js";
import { calendarOf } from "./calendar.js";
import type { Estimate } from "./estimate.js";
import { type Follower, fileMonthOf, type Ledger } from "./ledger.js";
import type { Called, LedgerLine, Outcome, Reserved, Tokens } from "./ledger-line.js";
import { countsRuns, type Meter, metersOf } from "./meters.js";
import { type NanoUsd, nanoOf, type Unit, usdOf } from "./money.js";
import type { Payer } from "./place.js";

export interface NewCall {
  readonly at: Date;
  readonly model: string;
  readonly payer: Payer;
}

export interface Settlement {
  readonly at: Date;
  /** Without a price nobody knows. */
  readonly cost: NanoUsd | undefined;
  readonly estimated: boolean;
  readonly outcome: Outcome;
  readonly tokens?: Tokens;
}

/** What was set aside for a call. */
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
  reserve(call: NewCall, estimate: Estimate): Promise<Reservation>;
}

/** In the unit of its meter. */
interface Total {
  readonly unit: Unit;
  spent: number;
  reserved: number;
}

type Amounts = Readonly<Record<Unit, number>>;

/**
 * What the budgets hold, told from the ledger's lines and from nothing else, so that every process comes to the same
 * sums. Kept as the lines come: a reservation reads what is new.
 */
export function accountOf(budgets: Budgets, ledger: Ledger): Account {
  const calendar = calendarOf(budgets.timeZone);
  const totals = new Map<string, Total>();
  /** What is reserved and not settled, by the call's id. */
  const open = new Map<string, { readonly most: Amounts; readonly on: readonly Total[] }>();
  let follower: Follower | undefined;

  const totalOf = ({ budget, of, unit }: Meter): Total => {
    const key = `${budget} ${of}`;
    let total = totals.get(key);
    if (total === undefined) {
      total = { unit, spent: 0, reserved: 0 };
      totals.set(key, total);
    }
    return total;
  };
  const totalsOf = (line: Reserved | Called): readonly Total[] =>
    metersOf(budgets, { calendar, payer: line, at: new Date(line.at) })
      .filter(({ period }) => period !== "call")
      .map(totalOf);
  const take = (line: LedgerLine) => {
    if (line.type === "reserved") {
      if (open.has(line.id)) return;
      const most = { usd: nanoOf(line.usd ?? 0), tokens: line.tokens ?? 0 };
      const on = totalsOf(line);
      for (const total of on) total.reserved += most[total.unit];
      open.set(line.id, { most, on });
    } else if (line.type === "settled") {
      const { most, on } = open.get(line.id) ?? NOT_RESERVED;
      // Of an answer that broke off nobody says how much was read and written.
      const unknown = line.outcome === "refused" ? 0 : most.tokens;
      const spent = { usd: nanoOf(line.usd ?? 0), tokens: line.tokens === undefined ? unknown : tokensIn(line.tokens) };
      for (const total of on) {
        total.reserved -= most[total.unit];
        total.spent += spent[total.unit];
      }
      open.delete(line.id);
    } else if (line.tokens !== undefined) {
      const tokens = tokensIn(line.tokens);
      for (const total of totalsOf(line)) if (total.unit === "tokens") total.spent += tokens;
    }
  };
  const catchUp = (at: Date) => {
    follower ??= ledger.follow(countsRuns(budgets) ? undefined : fileMonthOf(monthBefore(at)));
    follower.readNew(take);
  };
  const refusal = (meters: readonly Meter[], most: Amounts, at: Date): BudgetError | undefined => {
    const refusals = meters
      .map((meter) => ({ meter, sums: { ...totalOf(meter) } satisfies Sums, estimate: most[meter.unit], at, calendar }))
      .filter(({ meter, sums, estimate }) => sums.spent + sums.reserved + estimate > meter.limit);
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
      const meters = metersOf(budgets, { calendar, payer, at });
      const line: LedgerLine = {
        type: "reserved",
        id,
        at: at.toISOString(),
        model,
        ...payer,
        ...(estimate.cost !== undefined && { usd: usdOf(estimate.cost) }),
        ...(countsTokens(meters) && { tokens: estimate.tokens }),
        owner: ledger.owner,
      };
      if (meters.length === 0) {
        ledger.append(line, month);
      } else {
        // The bulk of the reading is done before anybody has to wait for it.
        if (follower === undefined) catchUp(at);
        await ledger.locked(() => {
          catchUp(at);
          const refused = refusal(meters, { usd: estimate.cost ?? 0, tokens: estimate.tokens }, at);
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
            {
              ...{ type: "settled", id, at: end.toISOString(), estimated, outcome },
              ...(cost !== undefined && { usd: usdOf(cost) }),
              ...(tokens && { tokens }),
            },
            month,
          ),
      };
    },
  };
}

/** A line that settles what nobody has reserved counts for nothing. */
const NOT_RESERVED = { most: { usd: 0, tokens: 0 }, on: [] };

function tokensIn({ input, output }: Tokens): number {
  return input + output;
}

/** Whether any of them is one of tokens. */
export function countsTokens(meters: readonly Meter[]): boolean {
  return meters.some(({ unit }) => unit === "tokens");
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
