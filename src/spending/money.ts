import type { Completion, Price } from "../model/index.js";

/** What a budget is counted in: money, in billionths of a US dollar, or tokens. */
export type Unit = "usd" | "tokens";

/**
 * A whole number of billionths of a US dollar. Whole numbers add up to the same sum in any order, which fractions do
 * not: 0.1 + 0.2 is not 0.3. They are exact up to 9 million dollars.
 */
export type NanoUsd = number;

const NANOS = 1_000_000_000;

export function nanoOf(usd: number): NanoUsd {
  return Math.round(usd * NANOS);
}

export function usdOf(nano: NanoUsd): number {
  return nano / NANOS;
}

/** What the tokens of one call cost, rounded once to a billionth, half of one upwards. */
export function costOf(usage: Completion["usage"], price: Price): NanoUsd {
  const { inputTokens, outputTokens, cacheReadTokens = 0, cacheWriteTokens = 0 } = usage;
  const { inputPerMillion: input, cacheReadPerMillion: read = input, cacheWritePerMillion: written = input } = price;
  // `inputTokens` is all of the input, so the cached parts are taken out of it before they are counted at their own price.
  const fresh = Math.max(0, inputTokens - cacheReadTokens - cacheWriteTokens);
  return priced([
    [fresh, input],
    [cacheReadTokens, read],
    [cacheWriteTokens, written],
    [outputTokens, price.outputPerMillion],
  ]);
}

/**
 * Tokens times price, summed. In big integers: a billionth of a dollar for a million tokens is 10^-15 dollars for one,
 * and there is no fraction to lose.
 */
export function priced(parts: readonly (readonly [tokens: number, perMillion: number])[]): NanoUsd {
  const sum = parts.reduce((total, [tokens, perMillion]) => total + BigInt(tokens) * BigInt(nanoOf(perMillion)), 0n);
  return Number((sum + 500_000n) / 1_000_000n);
}

/** All digits that there are, at least two: `$0.47`, `$0.0031`, `$1,250.00`. */
export function formatUsd(nano: NanoUsd): string {
  return withDigits(nano, Math.max(2, digitsOf(nano)));
}

/** An amount of money, or so many tokens: `1,250 tokens`. */
export function formatAmount(amount: number, unit: Unit): string {
  return unit === "usd" ? formatUsd(amount) : `${amount.toLocaleString("en")} ${amount === 1 ? "token" : "tokens"}`;
}

/** An amount with so many digits behind the point; what they do not show of it is rounded off. */
export function withDigits(nano: NanoUsd, digits: number): string {
  const unit = 10 ** (9 - digits);
  const units = BigInt(Math.round(nano / unit));
  const scale = 10n ** BigInt(digits);
  const whole = String(units / scale).replace(/\B(?=(?:\d{3})+$)/g, ",");
  return `$${whole}.${String(units % scale).padStart(digits, "0")}`;
}

/**
 * How many digits amounts that stand below each other need: four, more where the smallest would show less than two of
 * its own, and fewer where there are no more.
 */
export function digitsFor(amounts: readonly NanoUsd[]): number {
  const most = Math.max(2, ...amounts.map(digitsOf));
  const smallest = Math.min(...amounts.filter((nano) => nano > 0));
  const needed = Number.isFinite(smallest) ? 11 - String(smallest).length : 2;
  return Math.min(most, 9, Math.max(4, needed));
}

function digitsOf(nano: NanoUsd): number {
  return String(nano % NANOS)
    .padStart(9, "0")
    .replace(/0+$/, "").length;
}
