/**
 * A process that spends: `spender <how> <root> <cents of the day's budget> <calls>`.
 *
 * `spend` makes its calls one after another and says how many were made and refused. `hold` takes the ledger's lock, says
 * so and never lets go. `reserve` begins a call and never ends it.
 */
import { metered, openLedger } from "../../src/spending/index.js";
import { answers, ask, at, PRICE } from "./calls.js";

const [how, root = "", cents = "", calls = ""] = process.argv.slice(2);
const ledger = openLedger(root);
const say = (what: string) => process.stdout.write(`${what}\n`);
const forever = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
const options = {
  priceOf: () => [PRICE],
  budgets: { dayUsd: Number(cents) / 100, timeZone: "UTC" },
  ledger,
  now: () => new Date("2026-12-02T12:00:00.000Z"),
};

if (how === "hold") {
  await ledger.locked(() => {
    say("held");
    forever();
  });
} else if (how === "reserve") {
  await metered(async () => {
    say("reserved");
    forever();
    throw new Error("it goes on");
  }, options)(ask(), at());
} else {
  say("ready");
  await new Promise((resolve) => process.stdin.once("data", resolve));
  const call = metered(answers, options);
  let made = 0;
  let refused = 0;
  for (let nth = 0; nth < Number(calls); nth += 1) {
    try {
      await call(ask(), at({ run: `post-${process.pid}` }));
      made += 1;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "budget/exceeded")) throw error;
      refused += 1;
    }
  }
  say(JSON.stringify({ made, refused }));
  process.exit();
}
