import assert from "node:assert/strict";
import { test } from "node:test";
import { priceOn, pricesFault } from "../../src/spending/index.js";
import { thrown } from "../dsl/thrown.js";

const from = (day: string) => ({ from: day, inputPerMillion: 1, outputPerMillion: 2 });
const PRICES = [from("2026-07-01"), from("2025-01-01"), from("2027-01-01")];

test("the newest price that has begun holds, in whatever order they are listed", () => {
  const on = (day: string) => priceOn(PRICES, day)?.from;
  assert.deepEqual(["2026-06-30", "2026-07-01", "2026-12-31", "2027-01-01", "2031-05-05"].map(on), [
    "2025-01-01",
    "2026-07-01",
    "2026-07-01",
    "2027-01-01",
    "2027-01-01",
  ]);
});

test("before the first price begins there is none", () => {
  assert.equal(priceOn(PRICES, "2024-12-31"), undefined);
  assert.equal(priceOn([], "2026-12-02"), undefined);
});

test("two prices from one day on are an error", () => {
  const twice = [from("2026-07-01"), from("2025-01-01"), from("2026-07-01")];
  assert.equal(pricesFault(PRICES), undefined);
  assert.equal(pricesFault(twice), 'there are 2 prices from "2026-07-01" on');
  assert.deepEqual(
    thrown(() => priceOn(twice, "2026-12-02")),
    {
      code: "budget/prices",
      message: 'there are 2 prices from "2026-07-01" on',
      hint: "leave one price for each day in the model's `prices`",
    },
  );
});
