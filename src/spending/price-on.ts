import { StagewrightError } from "../dsl/index.js";
import type { Price } from "../model/index.js";

/**
 * The price that holds on a day (`2026-12-02`): the newest that begins on it or before. `undefined` where all begin later.
 *
 * @throws StagewrightError `budget/prices` where two of them begin on one day.
 */
export function priceOn(prices: readonly Price[], day: string): Price | undefined {
  const fault = pricesFault(prices);
  if (fault !== undefined) {
    throw new StagewrightError("budget/prices", fault, { hint: "leave one price for each day in the model's `prices`" });
  }
  let newest: Price | undefined;
  for (const price of prices) {
    if (price.from <= day && (newest === undefined || price.from > newest.from)) newest = price;
  }
  return newest;
}

/** What is wrong with a list of prices, as a sentence. */
export function pricesFault(prices: readonly Price[]): string | undefined {
  const days = prices.map(({ from }) => from);
  const repeated = days.find((day, index) => days.indexOf(day) < index);
  return repeated === undefined ? undefined : `there are ${days.filter((day) => day === repeated).length} prices from "${repeated}" on`;
}
