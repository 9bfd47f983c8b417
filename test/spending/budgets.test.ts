import assert from "node:assert/strict";
import { test } from "node:test";
import { Budgets } from "../../src/spending/index.js";

const faults = (value: unknown) => Budgets.safeParse(value).error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);

test("one line is a budget", () => {
  assert.deepEqual(Budgets.parse({ dayUsd: 0.47 }), { dayUsd: 0.47 });
});

test("pipelines and agents have the same limits as all calls together", () => {
  const limits = { callUsd: 0.1, stageUsd: 0.2, runUsd: 0.5, dayUsd: 1, monthUsd: 10 };
  const all = { ...limits, pipelines: { publisher: limits }, agents: { scribe: limits }, timeZone: "Europe/Bucharest", unpriced: "allow" };
  assert.deepEqual(Budgets.parse(all), all);
});

test("what is no budget is refused with its place", () => {
  assert.deepEqual(faults({ dayUSD: 1 }), [': Unrecognized key: "dayUSD"']);
  assert.deepEqual(faults({ pipelines: { publisher: { day: 1 } } }), ['pipelines.publisher: Unrecognized key: "day"']);
  assert.deepEqual(faults({ dayUsd: -1, monthUsd: "5" }), [
    "dayUsd: Too small: expected number to be >=0",
    "monthUsd: Invalid input: expected number, received string",
  ]);
  assert.deepEqual(faults({ dayUsd: 1e9 }), ["dayUsd: a budget is at most 1000000 US dollars"]);
  assert.deepEqual(faults({ dayUsd: Number.NaN })?.length, 1);
});

test("a time zone that the system does not know is refused", () => {
  assert.deepEqual(faults({ timeZone: "Bucharest" }), [
    'timeZone: "Bucharest" is no time zone: write a name such as "Europe/Bucharest", or "UTC"',
  ]);
});
