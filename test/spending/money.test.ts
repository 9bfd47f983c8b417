import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { costOf, digitsFor, formatUsd, usdOf, withDigits } from "../../src/spending/index.js";
import { nanoOf } from "../../src/spending/money.js";

const price = { from: "2026-01-01", inputPerMillion: 3, outputPerMillion: 15, cacheReadPerMillion: 0.3, cacheWritePerMillion: 3.75 };
const usage = (inputTokens: number, outputTokens: number, cacheReadTokens?: number, cacheWriteTokens?: number) => ({
  inputTokens,
  outputTokens,
  estimated: false,
  ...(cacheReadTokens !== undefined && { cacheReadTokens }),
  ...(cacheWriteTokens !== undefined && { cacheWriteTokens }),
});

test("input and output are paid at their own prices", () => {
  assert.equal(formatUsd(costOf(usage(1_000, 200), price)), "$0.006");
});

test("the cached part of the input is paid at its own price, and not once more as input", () => {
  // 400 fresh at $3, 500 read at $0.30, 100 put there at $3.75, 200 written at $15.
  assert.equal(formatUsd(costOf(usage(1_000, 200, 500, 100), price)), "$0.004725");
});

test("a cached part without a price of its own is paid as input", () => {
  const { cacheReadPerMillion: _, cacheWritePerMillion: __, ...plain } = price;
  assert.equal(costOf(usage(1_000, 200, 500, 100), plain), costOf(usage(1_000, 200), plain));
});

test("a provider that counts more cached than read input makes nothing cheaper than what it counts", () => {
  assert.equal(formatUsd(costOf(usage(100, 0, 500), price)), "$0.00015");
});

test("a price that has no whole number of billionths for a token is rounded once, at the end", () => {
  // $0.0375 a million is 37.5 billionths a token: one token is 38, two are 75.
  const odd = { from: "2026-01-01", inputPerMillion: 0.0375, outputPerMillion: 0 };
  assert.deepEqual(
    [1, 2, 1_000_000].map((tokens) => costOf(usage(tokens, 0), odd)),
    [38, 75, 37_500_000],
  );
});

const nano = fc.integer({ min: 0, max: 4_000_000_000_000_000 });
const tokens = fc.integer({ min: 0, max: 10_000_000 });
/** Prices as people write them: up to six digits behind the point. */
const perMillion = fc.integer({ min: 0, max: 1_000_000_000 }).map((millionths) => millionths / 1_000_000);

test("an amount that was written as dollars is read as the same amount", () => {
  fc.assert(fc.property(nano, (amount) => nanoOf(JSON.parse(JSON.stringify(usdOf(amount)))) === amount));
});

test("amounts add up to the same sum in any order and in any groups, which fractions of a dollar do not", () => {
  const amounts = fc.array(fc.integer({ min: 0, max: 1_000_000_000_000 }), { maxLength: 200 });
  fc.assert(
    fc.property(amounts, fc.infiniteStream(fc.nat()), fc.nat(200), (given, chance, at) => {
      const sum = (list: readonly number[]) => list.reduce((total, one) => total + one, 0);
      const shuffled = given
        .map((amount) => ({ amount, key: chance.next().value }))
        .sort((a, b) => a.key - b.key)
        .map(({ amount }) => amount);
      assert.equal(sum(shuffled), sum(given));
      assert.equal(sum(given.slice(0, at)) + sum(given.slice(at)), sum(given));
      assert.equal(
        BigInt(sum(given)),
        given.reduce((total, one) => total + BigInt(one), 0n),
      );
    }),
  );
  assert.notEqual(0.1 + 0.2, 0.3);
});

test("a call costs what exact arithmetic says, to half a billionth", () => {
  fc.assert(
    fc.property(tokens, tokens, perMillion, perMillion, (input, output, inputPrice, outputPrice) => {
      const cost = costOf(usage(input, output), { from: "2026-01-01", inputPerMillion: inputPrice, outputPerMillion: outputPrice });
      // In 10^-12 dollars: a millionth of a dollar for a million tokens is that for one.
      const exact = BigInt(input) * BigInt(Math.round(inputPrice * 1e6)) + BigInt(output) * BigInt(Math.round(outputPrice * 1e6));
      const off = exact - BigInt(cost) * 1_000n;
      assert.ok(off >= -500n && off < 500n, `${off}`);
    }),
  );
});

test("what two calls cost differs from what they cost as one by less than a billionth", () => {
  fc.assert(
    fc.property(tokens, tokens, perMillion, (one, other, inputPerMillion) => {
      const of = (input: number) => costOf(usage(input, 0), { from: "2026-01-01", inputPerMillion, outputPerMillion: 0 });
      assert.ok(Math.abs(of(one) + of(other) - of(one + other)) <= 1);
    }),
  );
});

test("amounts are printed with all their digits, and at least two", () => {
  const printed = [0, 1, 37, 3_100_000, 12_500_000, 470_000_000, 1_000_000_000, 1_234_500_000_000].map(formatUsd);
  assert.deepEqual(printed, ["$0.00", "$0.000000001", "$0.000000037", "$0.0031", "$0.0125", "$0.47", "$1.00", "$1,234.50"]);
});

test("what is printed reads back as the same amount", () => {
  fc.assert(fc.property(nano, (amount) => nanoOf(Number(formatUsd(amount).replace(/[$,]/g, ""))) === amount));
});

test("a column shows four digits, more for small amounts, and no more than there are", () => {
  const column = (...amounts: number[]) => amounts.map((amount) => withDigits(amount, digitsFor(amounts)));
  assert.deepEqual(column(470_000_000, 1_200_000_000), ["$0.47", "$1.20"]);
  assert.deepEqual(column(4_923_700, 120_000_000), ["$0.0049", "$0.1200"]);
  assert.deepEqual(column(37_500, 120_000_000), ["$0.000038", "$0.120000"]);
  assert.deepEqual(column(0, 999_999_999), ["$0.0000", "$1.0000"]);
  assert.deepEqual(column(0), ["$0.00"]);
  assert.deepEqual(column(), []);
});
