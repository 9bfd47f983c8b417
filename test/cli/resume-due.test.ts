import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { delta, localServer, stream } from "../model/openai/local-server.js";
import { fixture, shell } from "./shell.js";

const EVENING = "2026-03-19T18:00:00.000Z";
const MIDNIGHT = "2026-03-20T00:00:00.000Z";

/** A folder whose day's budget has room for one call. A call takes a hundred tokens, at a tenth of a cent each. */
async function tightBudget(t: TestContext) {
  const { call, cwd } = shell(t);
  const { origin, received } = await localServer(t, (_, response) => {
    stream(response, [
      delta({ content: "The post." }, "stop"),
      { choices: [], usage: { prompt_tokens: 9, completion_tokens: 100 } },
      "[DONE]",
    ]);
    response.end();
  });
  const prices = [{ from: "2026-01-01", inputPerMillion: 0, outputPerMillion: 1_000 }];
  const config = {
    models: { small: { model: `openai:${origin}#m`, maxTokens: 100, prices } },
    budgets: { dayUsd: 0.15, timeZone: "UTC" },
  };
  writeFileSync(join(cwd, "stagewright.config.json"), JSON.stringify(config));
  const started = async () => {
    const { code, out } = await call(["run", fixture("drafted"), "--model", "small"], { now: EVENING });
    return { code, out, run: /drafted-\d+-\w+/.exec(out)?.[0] ?? "" };
  };
  return { call, cwd, started, config, received };
}

test("a run that waits for its budget says from when on there is room, wherever it is shown", async (t) => {
  const { call, started } = await tightBudget(t);
  assert.equal((await started()).code, 0);
  const { code, out, run } = await started();
  assert.equal(code, 3);
  assert.equal(
    out,
    `waits: drafted

"draft": the call was not made: it may cost $0.10, and the budget of 2026-03-19 has $0.05 left of $0.15 ($0.10 is spent)
  hint: there is room again at 2026-03-20 00:00 (UTC); sooner with a larger "budgets.dayUsd", a smaller "maxTokens" or a cheaper model
to go on:
  stagewright resume ${run}
from 2026-03-20 00:00 UTC on, with all others that have room again:
  stagewright resume --due

  draft  blocked  0 ms  waits for its budget, until 2026-03-20 00:00 UTC

run ${run}, 0 ms
`,
  );
  const message = "the call was not made: it may cost $0.10, and the budget of 2026-03-19 has $0.05 left of $0.15 ($0.10 is spent)";
  const waiting = { on: "budget", stage: "draft", message, roomAt: MIDNIGHT };
  const resumed = JSON.parse((await call(["resume", run, "--json"])).out);
  assert.deepEqual(resumed.waiting, { ...waiting, run });
  const shown = JSON.parse((await call(["show", run, "--json"])).out);
  assert.deepEqual(shown.waiting, [waiting]);
  assert.ok((await call(["show", run])).out.includes(`  "draft" waits: ${message}; there is room from 2026-03-20 00:00 UTC on\n`));
  const listed = JSON.parse((await call(["runs", "--json"])).out).runs;
  assert.deepEqual(listed.at(-1).waiting, { on: "budget", roomAt: MIDNIGHT });
  assert.match((await call(["runs"])).out, / {2}waits for its budget, until 2026-03-20 00:00 UTC$/m);
  assert.match((await call(["status"])).out.replaceAll(/\s+/g, " "), /waits for budget at stage draft, until 2026-03-20 00:00 UTC/);
});

test("--due resumes what has room, one after the other, and leaves what has none", async (t) => {
  const { call, started, received } = await tightBudget(t);
  await started();
  const [second, third] = [(await started()).run, (await started()).run];
  assert.equal(received.length, 1);

  const early = await call(["resume", "--due"], { now: "2026-03-19T23:59:59.999Z" });
  assert.deepEqual(early, {
    code: 0,
    out: `no run has room again in its budget\n  ${second} waits until 2026-03-20 00:00 UTC\n  ${third} waits until 2026-03-20 00:00 UTC\n`,
    err: "",
  });
  assert.equal(received.length, 1);

  // The budget of the new day is enough for one of the two.
  const { code, out } = await call(["resume", "--due"], { now: MIDNIGHT });
  assert.equal(code, 3);
  assert.match(out, new RegExp(`^done: drafted\n\nThe post\\.\n[^]*run ${second}, [^]*\nwaits: drafted\n[^]*run ${third}, `));
  assert.equal(received.length, 2);

  const next = await call(["resume", "--due", "--json"], { now: MIDNIGHT });
  const { resumed, waiting } = JSON.parse(next.out);
  assert.deepEqual([next.code, resumed, waiting], [0, [], [{ run: third, roomAt: "2026-03-21T00:00:00.000Z" }]]);

  const last = await call(["resume", "--due", "--json"], { now: "2026-03-21T00:00:00.000Z" });
  const told = JSON.parse(last.out);
  assert.deepEqual(
    [last.code, told.now, told.resumed.map((one: { run: string; status: string }) => [one.run, one.status]), told.waiting],
    [0, "2026-03-21T00:00:00.000Z", [[third, "done"]], []],
  );
  assert.equal((await call(["replay", third])).code, 0);
});

test("what keeps one run from going on is said, and the others go on", async (t) => {
  const { call, cwd, started, config } = await tightBudget(t);
  await started();
  const { run: second } = await started();
  const broken = join(cwd, "other.json");
  writeFileSync(broken, JSON.stringify(config));
  const third =
    /drafted-\d+-\w+/.exec((await call(["run", fixture("drafted"), "--model", "small", "--config", "other.json"])).out)?.[0] ?? "";
  writeFileSync(broken, "{");
  const { code, out, err } = await call(["resume", "--due"], { now: MIDNIGHT });
  assert.equal(code, 2);
  assert.match(out, new RegExp(`^done: drafted[^]*run ${second}, `));
  assert.match(err, new RegExp(`run ${third}:\nerror: "other.json" cannot be loaded: `));
});

test("a run whose call is more than its whole budget is not due by itself", async (t) => {
  const { call, cwd, config, started } = await tightBudget(t);
  writeFileSync(join(cwd, "stagewright.config.json"), JSON.stringify({ ...config, budgets: { dayUsd: 0.01, timeZone: "UTC" } }));
  const { code, out, run } = await started();
  assert.equal(code, 3);
  assert.ok(!out.includes("--due"), out);
  assert.deepEqual(await call(["resume", "--due"], { now: "2027-01-01T00:00:00.000Z" }), {
    code: 0,
    out: `no run has room again in its budget\n  ${run} waits for a larger budget\n`,
    err: "",
  });
});

test("--due is given in place of a run, and one of the two is needed", async (t) => {
  const { call } = shell(t);
  const usage = async (...args: string[]) => {
    const { code, err } = await call(["resume", ...args]);
    return [code, err];
  };
  assert.deepEqual(await usage(), [
    2,
    "error: no run is named\n  hint: name one, or last; --due is for all that waited for their budgets and have room now\n",
  ]);
  assert.deepEqual(await usage("last", "--due"), [
    2,
    "error: --due and the name of a run cannot be given together\n  hint: choose one of them\n",
  ]);
  assert.deepEqual(await usage("--due", "--from", "draft"), [
    2,
    "error: --due and --from cannot be given together\n  hint: choose one of them\n",
  ]);
  assert.deepEqual(await usage("--due"), [0, ""]);
});
