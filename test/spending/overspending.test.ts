import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { accountOf, type Reservation } from "../../src/spending/account.js";
import { BudgetError, type Budgets, openLedger } from "../../src/spending/index.js";
import { emptyFolder } from "../store/files/folder.js";

const timeZone = "Europe/Bucharest";
/** The same budgets twice: a cent of the one is a token of the other. */
const BUDGETS: Readonly<Record<"money" | "tokens", Budgets>> = {
  money: { runUsd: 5, dayUsd: 7, monthUsd: 12, pipelines: { post: { dayUsd: 4 } }, timeZone },
  tokens: { runTokens: 500, dayTokens: 700, monthTokens: 1_200, pipelines: { post: { dayTokens: 400 } }, timeZone },
};
const PROCESSES = 3;

/** What one process does next. A crash forgets what it had under way; its lines stay. */
type Step =
  | { readonly do: "reserve"; readonly process: number; readonly cents: number; readonly run: number; readonly pipeline: string }
  | { readonly do: "settle"; readonly process: number; readonly nth: number; readonly share: number }
  | { readonly do: "crash"; readonly process: number }
  | { readonly do: "wait"; readonly hours: number };

const process = fc.nat(PROCESSES - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("reserve" as const),
      process,
      cents: fc.integer({ min: 1, max: 250 }),
      run: fc.nat(2),
      pipeline: fc.constantFrom("post", "triage"),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("settle" as const), process, nth: fc.nat(5), share: fc.integer({ min: 0, max: 100 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("crash" as const), process }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("wait" as const), hours: fc.integer({ min: 1, max: 400 }) }) },
);

interface Known {
  readonly cents: number;
  settledCents: number | undefined;
  readonly keys: readonly string[];
}

/** The budgets reckoned in the plainest way, from all calls at each step. In cents. */
function heldBy(calls: readonly Known[], key: string): number {
  return calls.filter(({ keys }) => keys.includes(key)).reduce((sum, { cents, settledCents }) => sum + (settledCents ?? cents), 0);
}

const LIMITS: readonly (readonly [RegExp, number])[] = [
  [/^run /, 500],
  [/^day /, 700],
  [/^month /, 1_200],
  [/^post /, 400],
];
const limitOf = (key: string) => LIMITS.find(([is]) => is.test(key))?.[1] ?? 0;

/** In Bucharest's winter, two hours before UTC. */
const local = (at: Date) => new Date(at.getTime() + 7_200_000).toISOString();

test("however processes reserve, settle and die in turn, what is spent and reserved passes no budget, and no call is refused that has room", async () => {
  const unit = fc.constantFrom("money" as const, "tokens" as const);
  await fc.assert(
    fc.asyncProperty(unit, fc.array(step, { minLength: 1, maxLength: 40 }), async (counted, steps) => {
      const root = emptyFolder();
      const open = () => accountOf(BUDGETS[counted], openLedger(root));
      const accounts = Array.from({ length: PROCESSES }, open);
      const underWay: { reservation: Reservation; known: Known }[][] = accounts.map(() => []);
      const calls: Known[] = [];
      let now = new Date("2026-11-27T10:00:00.000Z");
      for (const one of steps) {
        if (one.do === "wait") {
          now = new Date(now.getTime() + one.hours * 3_600_000);
          // Clocks are put forward in March; the plain reckoning knows winter only.
          if (now > new Date("2027-03-01")) return;
        } else if (one.do === "crash") {
          underWay[one.process] = [];
          accounts[one.process] = open();
        } else if (one.do === "settle") {
          const [found] = underWay[one.process]?.splice(one.nth, 1) ?? [];
          if (found === undefined) continue;
          const cents = Math.floor((found.known.cents * one.share) / 100);
          const used = counted === "money" ? { cost: cents * 10_000_000 } : { cost: undefined, tokens: { input: 0, output: cents } };
          found.reservation.settle({ at: now, estimated: false, outcome: "answered", ...used });
          found.known.settledCents = cents;
        } else {
          const { cents, pipeline } = one;
          const run = `${pipeline}-${one.run}`;
          const day = local(now).slice(0, 10);
          const keys = [`run ${run}`, `day ${day}`, `month ${day.slice(0, 7)}`, ...(pipeline === "post" ? [`post ${day}`] : [])];
          const hasRoom = keys.every((key) => heldBy(calls, key) + cents <= limitOf(key));
          const payer = { run: one.run === 1 ? `${run}.answers.v1.${calls.length}` : run, pipeline, stage: "draft" };
          const reserved = await accounts[one.process]
            ?.reserve({ at: now, model: "big", payer }, { cost: cents * 10_000_000, tokens: cents })
            .catch((error: unknown) => error);
          assert.equal(reserved instanceof BudgetError, !hasRoom);
          if (!hasRoom) continue;
          const known: Known = { cents, settledCents: undefined, keys };
          calls.push(known);
          // Not an error, so it is what `reserve` gives.
          underWay[one.process]?.push({ reservation: reserved as Reservation, known });
          for (const key of keys) assert.ok(heldBy(calls, key) <= limitOf(key));
        }
      }
    }),
    { numRuns: 40 },
  );
});
