import { z } from "zod";

const Usd = z.number().nonnegative();
const Whole = z.int().nonnegative();

/** What a night may take, or what of it an item is reckoned to need. */
export const Amount = z.strictObject({ usd: Usd, tokens: Whole, minutes: z.number().nonnegative() });
export type Amount = z.output<typeof Amount>;

/** What runs have taken, from their journals. */
export const Spent = z.strictObject({
  usd: Usd.describe("Of the calls that have a known price"),
  unpriced: Whole.describe("Calls of models without a known price"),
  tokens: Whole,
  calls: Whole.describe("Of models"),
});
export type Spent = z.output<typeof Spent>;

export const NOTHING_SPENT: Spent = { usd: 0, unpriced: 0, tokens: 0, calls: 0 };

export function plus(one: Spent, other: Spent): Spent {
  return {
    // Amounts are billionths of a dollar at the finest, and are to add up to them.
    usd: Math.round((one.usd + other.usd) * 1e9) / 1e9,
    unpriced: one.unpriced + other.unpriced,
    tokens: one.tokens + other.tokens,
    calls: one.calls + other.calls,
  };
}

/** How a night stands when an item is about to begin. */
export interface Standing {
  readonly most: Amount & { readonly items: number };
  /** What has ended, and how many have begun. */
  readonly taken: Spent & { readonly begun: number };
  /** What those that wait for a person are reckoned to take. */
  readonly reserved: Pick<Amount, "usd" | "tokens">;
  /** Since the night began. */
  readonly minutes: number;
}

/** Why what is left cannot carry an item of this need; undefined where it can. */
export function shortOf(need: Amount, { most, taken, reserved, minutes }: Standing): string | undefined {
  if (taken.begun >= most.items) return `${most.items} items have been begun, which is the most`;
  const usd = Math.round((most.usd - taken.usd - reserved.usd) * 1e9) / 1e9;
  if (need.usd > usd) return `it may cost $${need.usd}, and $${Math.max(0, usd)} of $${most.usd} is left`;
  const tokens = most.tokens - taken.tokens - reserved.tokens;
  if (need.tokens > tokens) return `it may take ${need.tokens} tokens, and ${Math.max(0, tokens)} of ${most.tokens} are left`;
  const left = Math.floor(most.minutes - minutes);
  if (need.minutes > left) return `it may take ${need.minutes} minutes, and ${Math.max(0, left)} of ${most.minutes} are left`;
  return undefined;
}
