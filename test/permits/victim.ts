/** A process that takes permits of a pool, again and again, and notes on the log when it holds one. */
import { appendFileSync } from "node:fs";
import { setImmediate as turn } from "node:timers/promises";
import { Pool, permits } from "../../src/permits/index.js";

const [state = "", log = "", rounds = "0", then = ""] = process.argv.slice(2);
const pool = Pool.parse({ server: "openai:http://127.0.0.1:9", permits: 2, kvTokens: 1_000 });
const request = { model: "small", messages: [{ role: "user" as const, content: "Write." }], maxTokens: 100 };
const taking = permits({ state, env: {}, fetch: async () => new Response("", { status: 404 }) });
const signal = new AbortController().signal;
const note = (what: string) => appendFileSync(log, `${what} ${process.pid}\n`);

for (let round = 0; round < Number(rounds); round += 1) {
  const permit = await taking.take({ name: "local", pool, request, inputTokens: 100, signal, tell: () => {} });
  note("in");
  await turn();
  note("out");
  permit.release();
}
if (then === "hold") {
  await taking.take({ name: "local", pool, request, inputTokens: 100, signal, tell: () => {} });
  note("in");
  process.stdout.write("holds\n");
  // Nothing but a kill ends it.
  setInterval(() => {}, 1_000);
}
