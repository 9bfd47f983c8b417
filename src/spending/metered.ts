import { isStagewrightError, StagewrightError } from "../dsl/index.js";
import { type Complete, type CompleteRequest, type Completion, ModelError, type Price } from "../model/index.js";
import { accountOf, countsTokens, type NewCall, type Reservation, type Settlement } from "./account.js";
import type { Budgets } from "./budgets.js";
import { calendarOf } from "./calendar.js";
import { DEFAULT_MAX_TOKENS, estimateOf } from "./estimate.js";
import { fileMonthOf, type Ledger } from "./ledger.js";
import type { Outcome, Tokens } from "./ledger-line.js";
import { costOf, usdOf } from "./money.js";
import { isOwnServer } from "./own-server.js";
import { payerOf } from "./place.js";
import { priceOn } from "./price-on.js";

export interface MeteredOptions {
  /** The prices of a model, named as a request names it. */
  readonly priceOf: (model: string) => readonly Price[] | undefined;
  /** How long its answers may be, where a request does not say. */
  readonly maxTokensOf?: (model: string) => number | undefined;
  /** Whether it runs on a server of one's own, so that without a price it costs nothing. By default told from its name. */
  readonly isOwn?: (model: string) => boolean;
  readonly budgets?: Budgets;
  readonly ledger: Ledger;
  readonly now?: () => Date;
}

/**
 * Counts what each call costs, and makes none that a budget has no room for. What it may cost is reserved in the ledger
 * before the call and settled after it.
 *
 * @throws BudgetError `budget/exceeded`; `budget/no-price` for a provider's model without a price, where there are budgets.
 */
export function metered(complete: Complete, options: MeteredOptions): Complete {
  const { priceOf, maxTokensOf, isOwn = isOwnServer, budgets = {}, ledger, now = () => new Date() } = options;
  const account = accountOf(budgets, ledger);
  const calendar = calendarOf(budgets.timeZone);
  return async (request, context) => {
    if (request.model === "embedded") return complete(request, context);
    context.signal.throwIfAborted();
    const call: NewCall = { at: now(), model: request.model, payer: payerOf(context.at) };
    const day = calendar.dayOf(call.at);
    const prices = priceOf(request.model) ?? [];
    const price = priceOn(prices, day);
    const ask = (asked: CompleteRequest) => complete(asked, context);

    const meters = account.metersOf(call);
    const isBound = meters.length > 0;
    if (price === undefined && meters.some(({ unit }) => unit === "usd") && budgets.unpriced !== "allow" && !isOwn(request.model)) {
      throw noPrice(request.model, day, prices);
    }
    const maxTokens = request.maxTokens ?? maxTokensOf?.(request.model) ?? DEFAULT_MAX_TOKENS;
    const estimate = estimateOf(request, { price, maxTokens });
    if (!countsTokens(meters)) {
      if (estimate.cost === undefined) return counted(() => ask(request), { call, ledger });
      if (estimate.cost === 0) return counted(() => ask(request), { call, ledger, usd: 0 });
    }

    const reservation = await account.reserve(call, estimate);
    const settle = settler(reservation, now);
    const nothing = price && 0;
    if (context.signal.aborted) settle({ cost: nothing, estimated: false, outcome: "refused" });
    context.signal.throwIfAborted();
    let completion: Completion;
    try {
      // What was reserved is also what the answer is held to; else a budget would bound nothing.
      completion = await ask(isBound ? { ...request, maxTokens } : request);
    } catch (error) {
      if (costsNothing(error)) settle({ cost: nothing, estimated: false, outcome: "refused" });
      else settle({ cost: estimate.cost, estimated: true, outcome: "broken off" });
      throw error;
    }
    const cost = price && costOf(completion.usage, price);
    const { estimated } = completion.usage;
    settle({ cost, estimated, outcome: "answered", tokens: tokensOf(completion) });
    return cost === undefined ? completion : { ...completion, cost: { usd: usdOf(cost), estimated } };
  };
}

type Settle = (settlement: Omit<Settlement, "at">) => void;

function settler(reservation: Reservation, now: () => Date): Settle {
  return (settlement) => noted(() => reservation.settle({ at: now(), ...settlement }));
}

/** Where the ledger cannot be written any more, a reservation goes on counting: the answer is worth more than the error. */
function noted(write: () => void): void {
  try {
    write();
  } catch (error) {
    if (!isStagewrightError(error)) throw error;
  }
}

/** A call that nothing is reserved for, and that is noted once it has ended. */
async function counted(
  ask: () => Promise<Completion>,
  { call, ledger, usd }: { readonly call: NewCall; readonly ledger: Ledger; readonly usd?: 0 },
): Promise<Completion> {
  const { at, model, payer } = call;
  const note = (outcome: Outcome, tokens?: Tokens) =>
    noted(() => {
      const line = { type: "called" as const, at: at.toISOString(), model, ...payer, ...(usd !== undefined && { usd }), outcome };
      ledger.append(tokens ? { ...line, tokens } : line, fileMonthOf(at));
    });
  let completion: Completion;
  try {
    completion = await ask();
  } catch (error) {
    note(costsNothing(error) ? "refused" : "broken off");
    throw error;
  }
  note("answered", tokensOf(completion));
  return usd === undefined ? completion : { ...completion, cost: { usd, estimated: false } };
}

function tokensOf({ usage: { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } }: Completion): Tokens {
  return {
    input: inputTokens,
    output: outputTokens,
    ...(cacheReadTokens !== undefined && { cacheRead: cacheReadTokens }),
    ...(cacheWriteTokens !== undefined && { cacheWrite: cacheWriteTokens }),
  };
}

/** Failures before a server took the request on. Any other may have been paid for, and nobody says how much. */
const NEVER_BEGUN = new Set([
  "model/unreachable",
  "model/key",
  "model/not-served",
  "model/address",
  "model/unknown",
  "model/facts",
  "model/context",
]);

function costsNothing(error: unknown): boolean {
  if (!isStagewrightError(error)) return false;
  return NEVER_BEGUN.has(error.code) || (error instanceof ModelError && error.status !== undefined);
}

function noPrice(model: string, day: string, prices: readonly Price[]): StagewrightError {
  const first = prices.map(({ from }) => from).sort()[0];
  const why = first === undefined ? "has no price" : `has no price for ${day}: its first is from ${first} on`;
  return new StagewrightError("budget/no-price", `"${model}" ${why}, and there are budgets that its calls count against`, {
    hint: 'give its "prices" in the config\'s "models", or let such calls pass uncounted by `budgets: { unpriced: "allow" }`',
    place: "budgets",
  });
}
