import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { thisProcess } from "../../src/store/index.js";
import { type Shell, shell } from "./shell.js";

interface Call {
  readonly at?: string;
  readonly model?: string;
  readonly run?: string;
  readonly pipeline?: string;
  readonly stage?: string;
  readonly agent?: string;
  readonly outcome?: string;
  /** What it cost; `null` where nobody knows, not given where it has not ended. */
  readonly usd?: number | null;
  readonly reserved?: number;
  readonly owner?: string;
  readonly estimated?: boolean;
}

const RUN = { run: "post-20260319-aaaaaa", pipeline: "post", stage: "draft", version: 1, attempt: 1 };

function linesOf(
  { usd, reserved = 0.5, owner = "elsewhere~1~1.1", estimated = false, outcome = "answered", ...more }: Call,
  index: number,
): object[] {
  const call = { at: "2026-03-19T09:00:00.000Z", model: "big", ...RUN, ...more };
  const tokens = { input: 1_000, output: 200 };
  const id = `c${index}`;
  if (usd === null) return [{ type: "called", ...call, outcome, tokens }];
  const begun = { type: "reserved", id, ...call, usd: reserved, owner };
  return usd === undefined ? [begun] : [begun, { type: "settled", id, at: call.at, usd, estimated, outcome, tokens }];
}

/** A folder with a config and a ledger, at 18:00 UTC on 19 March 2026. */
function spent(t: TestContext, calls: readonly Call[], config?: object): Shell {
  const place = shell(t);
  if (config !== undefined) writeFileSync(join(place.cwd, "stagewright.config.json"), JSON.stringify(config));
  const months = new Map<string, string>();
  for (const [index, call] of calls.entries()) {
    const month = (call.at ?? "2026-03").slice(0, 7);
    months.set(
      month,
      `${months.get(month) ?? ""}${linesOf(call, index)
        .map((line) => `${JSON.stringify(line)}\n`)
        .join("")}`,
    );
  }
  mkdirSync(join(place.cwd, ".stagewright/spending"), { recursive: true });
  for (const [month, text] of months) writeFileSync(join(place.cwd, `.stagewright/spending/${month}.jsonl`), text);
  return place;
}

const CALLS: readonly Call[] = [
  { at: "2026-03-17T23:30:00.000Z", usd: 0.12 },
  { at: "2026-03-18T10:00:00.000Z", usd: 0.0031, model: "small", stage: "facts" },
  { at: "2026-03-18T10:05:00.000Z", usd: null, model: "ollama:#qwen3", run: "post-20260319-aaaaaa.answers.v1.1", pipeline: "answering" },
  { at: "2026-03-19T09:00:00.000Z", usd: 0.2, estimated: true, outcome: "broken off", run: "triage-20260319-bbbbbb", pipeline: "triage" },
  { at: "2026-03-19T09:30:00.000Z", run: "triage-20260319-bbbbbb", pipeline: "triage", reserved: 0.05, agent: "scribe" },
];
const UTC = { budgets: { timeZone: "UTC" } };

test("cost prints what was spent by pipeline, model and day", async (t) => {
  const { call } = spent(t, CALLS, UTC);
  const { code, out, err } = await call(["cost"]);
  assert.deepEqual([code, err], [0, ""]);
  assert.equal(
    out,
    `pipeline   calls  tokens in  tokens out     cost
triage         2      1,000         200  $0.2500  1 unsettled, 1 estimated, 1 failed
post           2      2,000         400  $0.1231
answering      1      1,000         200  $0.0000  1 without a price
total          5      4,000         800  $0.3731  1 unsettled, 1 without a price, 1 estimated, 1 failed

model          calls  tokens in  tokens out     cost
big                3      2,000         400  $0.3700  1 unsettled, 1 estimated, 1 failed
small              1      1,000         200  $0.0031
ollama:#qwen3      1      1,000         200  $0.0000  1 without a price
total              5      4,000         800  $0.3731  1 unsettled, 1 without a price, 1 estimated, 1 failed

day         calls  tokens in  tokens out     cost
2026-03-17      1      1,000         200  $0.1200
2026-03-18      2      2,000         400  $0.0031  1 without a price
2026-03-19      2      1,000         200  $0.2500  1 unsettled, 1 estimated, 1 failed
total           5      4,000         800  $0.3731  1 unsettled, 1 without a price, 1 estimated, 1 failed

unsettled: the process ended before it told what the call cost; it counts as the most that it may have cost
`,
  );
});

test("cost --by call has a line for each call", async (t) => {
  const { call } = spent(t, CALLS, UTC);
  assert.equal(
    (await call(["cost", "--by", "call", "--run", "post"])).out,
    `call              run                                stage           model          tokens in  tokens out     cost
2026-03-17 23:30  post-20260319-aaaaaa               draft v1 try 1  big                1,000         200  $0.1200
2026-03-18 10:00  post-20260319-aaaaaa               facts v1 try 1  small              1,000         200  $0.0031
2026-03-18 10:05  post-20260319-aaaaaa.answers.v1.1  draft v1 try 1  ollama:#qwen3      1,000         200           unpriced
total                                                                                   3,000         600  $0.1231
`,
  );
  assert.match(
    (await call(["cost", "--by", "call", "--pipeline", "triage"])).out,
    / \$0\.20 {2}estimated, broken off\n.* \$0\.05 {2}unsettled\ntotal /,
  );
});

test("cost --by run counts a run with those that it started, in their order", async (t) => {
  const { call } = spent(t, CALLS, UTC);
  const { out } = await call(["cost", "--by", "run"]);
  assert.match(out, /^run .*\npost-20260319-aaaaaa +3 .*\ntriage-20260319-bbbbbb +2 .*\ntotal +5 /);
});

test("cost --by stage, agent and month", async (t) => {
  const { call } = spent(t, [...CALLS, { at: "2026-02-28T23:00:00.000Z", usd: 1.5 }], UTC);
  const names = async (by: string) =>
    JSON.parse((await call(["cost", "--by", by, "--json"])).out).by[by].map(
      ({ name, usd }: { name: string; usd: number }) => `${name} ${usd}`,
    );
  assert.deepEqual(await names("stage"), ["post draft 1.62", "triage draft 0.25", "post facts 0.0031", "answering draft 0"]);
  assert.deepEqual(await names("agent"), ["(no agent) 1.8231", "scribe 0.05"]);
  assert.deepEqual(await names("month"), ["2026-02 1.5", "2026-03 0.3731"]);
});

test("days begin as the config says, and --since and --until count their own day in", async (t) => {
  const { call } = spent(t, CALLS, { budgets: { timeZone: "Europe/Bucharest" } });
  const days = async (...args: string[]) =>
    JSON.parse((await call(["cost", "--by", "day", "--json", ...args])).out).by.day.map(
      ({ name, calls }: { name: string; calls: number }) => `${name} ${calls}`,
    );
  assert.deepEqual(await days(), ["2026-03-18 3", "2026-03-19 2"]);
  assert.deepEqual(await days("--since", "2026-03-19"), ["2026-03-19 2"]);
  assert.deepEqual(await days("--until", "2026-03-18"), ["2026-03-18 3"]);
  assert.deepEqual(await days("--since", "2026-03-18", "--until", "2026-03-18"), ["2026-03-18 3"]);
});

test("a call of the last hours of a month counts where it is the next month already", async (t) => {
  const { call } = spent(t, [{ at: "2026-02-28T23:00:00.000Z", usd: 1.5 }], { budgets: { timeZone: "Europe/Bucharest" } });
  assert.equal(JSON.parse((await call(["cost", "--since", "2026-03-01", "--json"])).out).total.usd, 1.5);
});

test("of many days the last fourteen are shown, the others as one line; --by day shows all", async (t) => {
  const calls = Array.from({ length: 20 }, (_, day) => ({ at: `2026-02-${String(day + 1).padStart(2, "0")}T09:00:00.000Z`, usd: 0.25 }));
  const { call } = spent(t, calls, UTC);
  const { out } = await call(["cost"]);
  assert.match(out, /\nday .*\nearlier +6 +6,000 +1,200 +\$1\.50\n2026-02-07 .*\n/);
  assert.equal((await call(["cost", "--by", "day"])).out.split("\n").length, 23);
});

test("budgets are shown with what is left of them, and a run's where one is named", async (t) => {
  const budgets = {
    callUsd: 0.5,
    runUsd: 0.2,
    dayUsd: 0.47,
    monthUsd: 10,
    timeZone: "UTC",
    pipelines: { triage: { dayUsd: 0.3 } },
    agents: { scribe: { dayUsd: 1 } },
  };
  const { call } = spent(t, CALLS, { budgets });
  const table = async (...args: string[]) => (await call(["cost", "--by", "month", ...args])).out.split("\n\n")[1];
  assert.equal(
    await table(),
    `budget                            limit  of            spent  reserved     left  until
budgets.callUsd                   $0.50  each call
budgets.runUsd                    $0.20  each run
budgets.dayUsd                    $0.47  2026-03-19    $0.20     $0.05    $0.22  2026-03-20 00:00
budgets.monthUsd                 $10.00  2026-03     $0.3231     $0.05  $9.6269  2026-04-01 00:00
budgets.pipelines.triage.dayUsd   $0.30  2026-03-19    $0.20     $0.05    $0.05  2026-03-20 00:00
budgets.agents.scribe.dayUsd      $1.00  2026-03-19    $0.00     $0.05    $0.95  2026-03-20 00:00`,
  );
  assert.match((await table("--run", "bbb")) ?? "", /\nbudgets\.runUsd +\$0\.20 {2}triage-20260319-bbbbbb +\$0\.20 +\$0\.05 +\$0\.00\n/);
});

test("a budget of tokens is told in tokens", async (t) => {
  const { call } = spent(t, CALLS.slice(1, 2), { budgets: { callTokens: 900, monthTokens: 5_000, timeZone: "UTC" } });
  assert.equal(
    (await call(["cost", "--by", "month"])).out.split("\n\n")[1]?.trimEnd(),
    `budget                      limit  of                spent  reserved          left  until
budgets.callTokens     900 tokens  each call
budgets.monthTokens  5,000 tokens  2026-03    1,200 tokens            3,800 tokens  2026-04-01 00:00`,
  );
});

test("as JSON: the tables, the total, the budgets and the unreadable lines, with exact amounts", async (t) => {
  const { call, cwd } = spent(t, CALLS.slice(1, 2), { budgets: { runUsd: 1, dayUsd: 0.47, monthTokens: 5_000, timeZone: "UTC" } });
  const group = {
    calls: 1,
    inputTokens: 1_000,
    outputTokens: 200,
    estimated: 0,
    underWay: 0,
    unsettled: 0,
    unpriced: 0,
    failed: 0,
    usd: 0.0031,
  };
  assert.deepEqual(JSON.parse((await call(["cost", "--by", "model", "--json"])).out), {
    store: join(cwd, ".stagewright"),
    timeZone: "UTC",
    by: { model: [{ name: "small", ...group }] },
    total: { name: "total", ...group },
    budgets: [
      { budget: "budgets.runUsd", period: "run", limitUsd: 1 },
      {
        budget: "budgets.dayUsd",
        period: "day",
        limitUsd: 0.47,
        of: "2026-03-19",
        spentUsd: 0,
        reservedUsd: 0,
        leftUsd: 0.47,
        until: "2026-03-20T00:00:00.000Z",
      },
      {
        budget: "budgets.monthTokens",
        period: "month",
        limitTokens: 5_000,
        of: "2026-03",
        spentTokens: 1_200,
        reservedTokens: 0,
        leftTokens: 3_800,
        until: "2026-04-01T00:00:00.000Z",
      },
    ],
    unreadable: [],
  });
  assert.deepEqual(JSON.parse((await call(["cost", "--by", "call", "--json"])).out).by.call, [
    {
      at: "2026-03-18T10:00:00.000Z",
      model: "small",
      ...RUN,
      stage: "facts",
      state: "settled",
      outcome: "answered",
      tokens: { input: 1_000, output: 200 },
      usd: 0.0031,
      estimated: false,
    },
  ]);
});

test("a call that is under way is told from one whose process is gone", async (t) => {
  const { host, pid, startedAt } = thisProcess();
  const { call } = spent(t, [{ owner: `${host}~${pid}~${startedAt}` }, {}], UTC);
  const { out } = await call(["cost", "--by", "model"]);
  assert.match(out, /\nbig +2 +0 +0 +\$1\.00 {2}1 under way, 1 unsettled\n/);
});

test("lines that cannot be read are told on standard error", async (t) => {
  const { call, cwd } = spent(t, []);
  writeFileSync(join(cwd, ".stagewright/spending/2026-03.jsonl"), '{"type":"what"}\n{"type":"reser');
  assert.deepEqual(await call(["cost"]), {
    code: 0,
    out: `no calls of models are noted in ${cwd}/.stagewright\n`,
    err: `notice: line 2026-03.jsonl:1 of the ledger cannot be read and counts for nothing
notice: the last line of the ledger, 2026-03.jsonl:2, was cut off and counts for nothing
`,
  });
});

test("a store in which nothing was spent says so, and --store names another", async (t) => {
  const { call, cwd } = spent(t, CALLS);
  assert.deepEqual(await call(["cost", "--store", "elsewhere"]), {
    code: 0,
    out: `no calls of models are noted in ${cwd}/elsewhere\n`,
    err: "",
  });
});

test("a name that is wrong is answered with those that there are", async (t) => {
  const { call } = spent(t, [...CALLS, { run: "post-20260319-cccccc" }], UTC);
  assert.deepEqual(await call(["cost", "--pipeline", "tirage"]), {
    code: 2,
    out: "",
    err: `error: no call was made for a pipeline "tirage"
  hint: did you mean "triage"? there are "answering", "post", "triage"
`,
  });
  assert.equal(
    (await call(["cost", "--run", "post"])).err,
    `error: "post" may be any of 2 runs
  hint: give more of the name: "post-20260319-aaaaaa", "post-20260319-cccccc"
`,
  );
  assert.match(
    (await call(["cost", "--run", "mails"])).err,
    /^error: no call was made for a run "mails"\n {2}hint: there are "post-20260319-aaaaaa"/,
  );
  assert.match((await call(["cost", "--run", "ccc"])).out, /^pipeline .*\npost +1 /);
});

test("days and groups that are none are refused", async (t) => {
  const { call } = spent(t, CALLS);
  const said = async (...args: string[]) => (await call(["cost", ...args])).err.split("\n")[0];
  assert.equal(await said("--since", "2026-02-30"), 'error: "--since" does not take "2026-02-30": it takes a day such as 2026-12-01');
  assert.equal(await said("--until", "yesterday"), 'error: "--until" does not take "yesterday": it takes a day such as 2026-12-01');
  assert.equal(await said("--since", "2026-03-02", "--until", "2026-03-01"), 'error: "--until 2026-03-01" is before "--since 2026-03-02"');
  assert.match(
    (await said("--by", "week")) ?? "",
    /^error: "--by" does not take "week": Allowed choices are call, stage, run, pipeline, agent, model, day, month$/,
  );
});
