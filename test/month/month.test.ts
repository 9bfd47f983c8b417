import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Killed } from "./machine.js";
import { month } from "./month.js";

/** Ten in CI and three at home, the same ones each time; more, or one, by hand: `MONTH_SEEDS=100` or `MONTH_SEED=7`. */
const SEEDS =
  process.env.MONTH_SEED === undefined
    ? Array.from({ length: Number(process.env.MONTH_SEEDS ?? (process.env.CI ? 10 : 3)) }, (_, nth) => nth + 1)
    : [Number(process.env.MONTH_SEED)];

/** What the promises of a process that was killed have left to say is nobody's. */
const unheard: unknown[] = [];
const listeners = process.listeners("unhandledRejection");
before(() => {
  process.removeAllListeners("unhandledRejection");
  process.on("unhandledRejection", (error) => {
    if (!(error instanceof Killed)) unheard.push(error);
  });
});
after(() => {
  process.removeAllListeners("unhandledRejection");
  for (const listener of listeners) process.on("unhandledRejection", listener);
});

for (const seed of SEEDS) {
  test(`in a month in which all goes wrong that can, nothing is lost, done twice or left over (seed ${seed})`, async (t) => {
    unheard.length = 0;
    const { faults, counts, folder } = await month(seed);
    t.diagnostic(JSON.stringify(counts));
    const again = `seed ${seed}: run it alone with MONTH_SEED=${seed} npx tsx --test test/month/*.test.ts; its logs were in ${folder}`;
    assert.deepEqual([...faults, ...unheard.map(String)], [], again);
    assert.ok(
      (counts.claimed ?? 0) > 200 && counts.lives !== undefined && counts.lives > 5,
      `too little was tried: ${JSON.stringify(counts)}`,
    );
  });
}
