import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { StagewrightError } from "../../src/dsl/index.js";
import { type Complete, type CompleteRequest, ModelError } from "../../src/model/index.js";
import { BudgetError, type Budgets, type MeteredOptions, metered, openLedger, spentCalls } from "../../src/spending/index.js";
import { rejected } from "../dsl/thrown.js";
import { emptyFolder } from "../store/files/folder.js";
import { answer, answers, ask, at, ledgerLines, PRICE } from "./calls.js";

const NOON = "2026-12-02T12:00:00.000Z";

interface Desk {
  readonly root: string;
  readonly call: Complete;
  /** Another wrapper on the same ledger. */
  readonly other: (complete: Complete, more?: Partial<MeteredOptions>) => Complete;
  /** Sets the clock. */
  readonly to: (now: string) => void;
}

/** A ledger of its own, at noon on 2 December 2026. "big" and "small" have prices. */
function desk(budgets: Budgets = {}, complete: Complete = answers): Desk {
  const root = emptyFolder();
  let now = NOON;
  let calls = 0;
  const newId = () => {
    calls += 1;
    return `call-${calls}`;
  };
  const other = (inner: Complete, more: Partial<MeteredOptions> = {}) =>
    metered(inner, {
      priceOf: (model) => (model === "big" || model === "small" ? [PRICE] : undefined),
      budgets: { timeZone: "UTC", ...budgets },
      ledger: openLedger(root, { newId, me: { host: "here", pid: 7, startedAt: "1.1" } }),
      now: () => new Date(now),
      ...more,
    });
  return {
    root,
    call: other(complete),
    other,
    to: (next) => {
      now = next;
    },
  };
}

test("an answer says what it cost, and the ledger for whom", async () => {
  const { call, root } = desk();
  const { cost } = await call(ask(), at({ agent: "scribe" }));
  assert.deepEqual(cost, { usd: 0.06, estimated: false });
  const place = { run: "post-1", pipeline: "post", stage: "draft", version: 1, attempt: 1, agent: "scribe" };
  assert.deepEqual(ledgerLines(root), [
    { type: "reserved", id: "call-1", at: NOON, model: "big", ...place, usd: 0.123, owner: "here~7~1.1" },
    {
      type: "settled",
      id: "call-1",
      at: NOON,
      usd: 0.06,
      estimated: false,
      outcome: "answered",
      tokens: { input: 10, output: 5 },
    },
  ]);
});

test("a cost that rests on counted tokens says that it is estimated", async () => {
  const { call } = desk({}, async () => answer({ estimated: true }));
  assert.deepEqual((await call(ask(), at())).cost, { usd: 0.06, estimated: true });
});

test("a call that a day's budget has no room for is not made, and says when there is room again", async () => {
  const asked: CompleteRequest[] = [];
  const { call, to } = desk({ dayUsd: 0.47, timeZone: "Europe/Bucharest" }, async (request) => {
    asked.push(request);
    return answer();
  });
  for (let made = 1; made <= 6; made += 1) await call(ask(), at());
  const error = await call(ask(), at()).catch((refused: unknown) => refused);
  assert.ok(error instanceof BudgetError);
  assert.equal(asked.length, 6);
  const { code, message, hint, place, budget, unit, limit, spent, reserved, estimate, roomAt } = error;
  assert.deepEqual(
    { code, message, hint, place, budget, unit, limit, spent, reserved, estimate, roomAt },
    {
      code: "budget/exceeded",
      message: "the call was not made: it may cost $0.123, and the budget of 2026-12-02 has $0.11 left of $0.47 ($0.36 is spent)",
      hint: 'there is room again at 2026-12-03 00:00 (Europe/Bucharest); sooner with a larger "budgets.dayUsd", a smaller "maxTokens" or a cheaper model',
      place: "budgets.dayUsd",
      budget: "budgets.dayUsd",
      unit: "usd",
      limit: 0.47,
      spent: 0.36,
      reserved: 0,
      estimate: 0.123,
      roomAt: "2026-12-02T22:00:00.000Z",
    },
  );
  to("2026-12-02T22:00:00.000Z");
  await call(ask(), at());
});

test("a call that costs exactly what is left is made", async () => {
  const { call } = desk({ dayUsd: 0.123 });
  await call(ask(), at());
});

/** What the second of two equal calls is refused with, after the first has cost $0.06. */
async function secondRefused(budgets: Budgets, where = at()): Promise<{ code: string; message: string; hint?: string; place?: string }> {
  const { call } = desk(budgets);
  await call(ask(), where);
  return rejected(call(ask(), where));
}

test("a run's budget counts the runs that it started, and does not come back", async () => {
  const { call } = desk({ runUsd: 0.15 });
  await call(ask(), at({ run: "post-1.answers.v1.2" }));
  await call(ask(), at({ run: "post-2" }));
  assert.deepEqual(await rejected(call(ask(), at({ run: "post-1.answers.v2.1.facts.v1.1" }))), {
    code: "budget/exceeded",
    message: 'the call was not made: it may cost $0.123, and the budget of run "post-1" has $0.09 left of $0.15 ($0.06 is spent)',
    hint: 'it takes a larger "budgets.runUsd", a smaller "maxTokens" or a cheaper model',
    place: "budgets.runUsd",
  });
});

test("a stage's budget counts all its tries in one run", async () => {
  const { call } = desk({ stageUsd: 0.15 });
  await call(ask(), at({ version: 1, attempt: 1 }));
  await call(ask(), at({ stage: "review" }));
  await call(ask(), at({ run: "post-2" }));
  assert.deepEqual(await rejected(call(ask(), at({ version: 2, attempt: 3 }))), {
    code: "budget/exceeded",
    message:
      'the call was not made: it may cost $0.123, and the budget of stage "draft" in run "post-1" has $0.09 left of $0.15 ($0.06 is spent)',
    hint: 'it takes a larger "budgets.stageUsd", a smaller "maxTokens" or a cheaper model',
    place: "budgets.stageUsd",
  });
});

test("a month's budget has room again with the next month, and of two that refuse the longer is named", async () => {
  const refused = await secondRefused({ dayUsd: 0.15, monthUsd: 0.16 });
  assert.deepEqual(refused, {
    code: "budget/exceeded",
    message: "the call was not made: it may cost $0.123, and the budget of 2026-12 has $0.10 left of $0.16 ($0.06 is spent)",
    hint: 'there is room again at 2027-01-01 00:00 (UTC); sooner with a larger "budgets.monthUsd", a smaller "maxTokens" or a cheaper model',
    place: "budgets.monthUsd",
  });
});

test("a pipeline's and an agent's budgets count their own calls only", async () => {
  const { call } = desk({ pipelines: { post: { dayUsd: 0.15 } }, agents: { scribe: { monthUsd: 0.15 } } });
  await call(ask(), at());
  await call(ask(), at({ pipeline: "triage" }));
  await call(ask(), at({ pipeline: "constructor" }));
  assert.equal(
    (await rejected(call(ask(), at()))).message,
    'the call was not made: it may cost $0.123, and the budget of 2026-12-02 for pipeline "post" has $0.09 left of $0.15 ($0.06 is spent)',
  );
  await call(ask(), at({ pipeline: "triage", agent: "scribe" }));
  const refused = await rejected(call(ask(), at({ pipeline: "triage", agent: "scribe" })));
  assert.equal(refused.place, "budgets.agents.scribe.monthUsd");
  assert.match(refused.message, /the budget of 2026-12 for agent "scribe" has \$0\.09 left/);
});

test("a call that is by itself more than a budget will never have room", async () => {
  const { call } = desk({ callUsd: 0.1, dayUsd: 5 });
  assert.deepEqual(await rejected(call(ask(), at())), {
    code: "budget/exceeded",
    message: "the call was not made: it may cost $0.123, and the budget of one call is $0.10",
    hint: 'by itself it is more than the budget: it takes a larger "budgets.callUsd", a smaller "maxTokens" or a cheaper model',
    place: "budgets.callUsd",
  });
  const error = await desk({ dayUsd: 0.12 })
    .call(ask(), at())
    .catch((refused: unknown) => refused);
  assert.ok(error instanceof BudgetError);
  assert.equal(error.roomAt, undefined, "not tomorrow either");
});

test("calls at the same time are counted at what they may cost", async () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const { call } = desk({ runUsd: 0.3 }, async () => {
    await opened;
    return answer();
  });
  const under = [call(ask(), at()), call(ask(), at())];
  assert.deepEqual(await rejected(call(ask(), at())), {
    code: "budget/exceeded",
    message:
      'the call was not made: it may cost $0.123, and the budget of run "post-1" has $0.054 left of $0.30 ($0.00 is spent, $0.246 is reserved)',
    hint: 'there is room once the calls under way have cost less than they may; else it takes a larger "budgets.runUsd", a smaller "maxTokens" or a cheaper model',
    place: "budgets.runUsd",
  });
  open();
  await Promise.all(under);
  await call(ask(), at());
});

test("a call outside of a run counts for the day and the month, and for no run", async () => {
  const { call, root } = desk({ runUsd: 0, stageUsd: 0, dayUsd: 0.15 });
  const { at: _, ...outside } = at();
  await call(ask(), outside);
  assert.equal((await rejected(call(ask(), outside))).place, "budgets.dayUsd");
  assert.equal("run" in (ledgerLines(root)[0] ?? {}), false);
});

test("a request without a limit is reckoned, and where there is a budget held, to the catalog's, else to 8,192 tokens", async () => {
  const asked: (number | undefined)[] = [];
  const inner: Complete = async ({ maxTokens }) => {
    asked.push(maxTokens);
    return answer();
  };
  const { maxTokens: _, ...open } = ask();
  const { root, other } = desk({ dayUsd: 1_000 }, inner);
  await other(inner)(open, at());
  await other(inner, { maxTokensOf: () => 20 })(open, at());
  await other(inner, { maxTokensOf: () => 20 })(ask(), at());
  await other(inner, { budgets: {} })(open, at());
  assert.deepEqual(asked, [8_192, 20, 10, undefined]);
  assert.deepEqual(
    ledgerLines(root).flatMap(({ type, usd }) => (type === "reserved" ? [usd] : [])),
    [81.943, 0.223, 0.123, 81.943],
  );
});

test("tools, a schema and the budget of the reasoning are part of what a call may cost", async () => {
  const { call, root } = desk();
  await call(ask("big", { reasoningTokens: 100 }), at());
  await call(ask("big", { tools: [{ name: "look", parameters: { type: "object" } }], schema: { type: "object" } }), at());
  const [plain, , withTools] = ledgerLines(root);
  assert.deepEqual([plain?.usd, withTools?.usd], [1.123, 0.142]);
});

test("where writing to the cache costs more than reading, that is what is reserved", async () => {
  const { other, root } = desk();
  await other(answers, { priceOf: () => [{ ...PRICE, cacheWritePerMillion: 2_000 }] })(ask(), at());
  assert.equal(ledgerLines(root)[0]?.usd, 0.146);
});

const failing =
  (error: Error): Complete =>
  async () => {
    throw error;
  };

test("a request that was turned down costs nothing", async () => {
  const refusals = [
    new ModelError("model/busy", "429", { hint: "", status: 429 }),
    new ModelError("model/server", "500", { hint: "", status: 500 }),
    new ModelError("model/context", "too long", { hint: "" }),
    new StagewrightError("model/unreachable", "nobody there"),
    new StagewrightError("model/key", "no key"),
  ];
  for (const error of refusals) {
    const { call, root } = desk({ dayUsd: 0.2 }, failing(error));
    for (let again = 0; again < 3; again += 1) await assert.rejects(call(ask(), at()), error);
    const { usd, estimated, outcome } = ledgerLines(root).at(-1) ?? {};
    assert.deepEqual({ usd, estimated, outcome }, { usd: 0, estimated: false, outcome: "refused" }, error.message);
  }
});

test("an answer that broke off costs what was reserved, for nobody says how much of it was paid", async () => {
  const failures = [
    new StagewrightError("model/cut-off", "broke off"),
    new StagewrightError("model/silent", "went silent"),
    new ModelError("model/busy", "overloaded in the middle of its answer", { hint: "" }),
    new DOMException("aborted", "AbortError"),
  ];
  for (const error of failures) {
    const { call, root } = desk({ dayUsd: 0.2 }, failing(error));
    await assert.rejects(call(ask(), at()), error);
    const { usd, estimated, outcome, tokens } = ledgerLines(root).at(-1) ?? {};
    assert.deepEqual({ usd, estimated, outcome, tokens }, { usd: 0.123, estimated: true, outcome: "broken off", tokens: undefined });
    assert.match((await rejected(call(ask(), at()))).message, /\(\$0\.123 is spent\)$/);
  }
});

test("an aborted call reserves nothing, and one that is aborted while it waits for the ledger gives its money back", async () => {
  const { call, root, other } = desk({ dayUsd: 0.2 });
  await assert.rejects(call(ask(), { ...at(), signal: AbortSignal.abort(new Error("stop")) }), { message: "stop" });
  assert.equal(existsSync(root) && existsSync(`${root}/spending`), false);
  const stop = new AbortController();
  const waiting = other(async () => assert.fail("it was asked"))(ask(), { ...at(), signal: stop.signal });
  stop.abort(new Error("stop"));
  await assert.rejects(waiting, { message: "stop" });
  assert.deepEqual(
    ledgerLines(root).map(({ type, usd, outcome }) => [type, usd, outcome]),
    [
      ["reserved", 0.123, undefined],
      ["settled", 0, "refused"],
    ],
  );
});

test("a model on a server of one's own needs no price: its calls are only counted, and pass any budget", async () => {
  const { call, root } = desk({ dayUsd: 0 });
  assert.equal((await call(ask("ollama:#qwen3"), at())).cost, undefined);
  assert.deepEqual(ledgerLines(root), [
    {
      type: "called",
      at: NOON,
      model: "ollama:#qwen3",
      run: "post-1",
      pipeline: "post",
      stage: "draft",
      version: 1,
      attempt: 1,
      outcome: "answered",
      tokens: { input: 10, output: 5 },
    },
  ]);
});

test("a failed call of a model without a price is counted as failed", async () => {
  const { call, root } = desk({}, failing(new StagewrightError("model/cut-off", "broke off")));
  await assert.rejects(call(ask("ollama:#qwen3"), at()), { code: "model/cut-off" });
  assert.deepEqual([ledgerLines(root)[0]?.type, ledgerLines(root)[0]?.outcome], ["called", "broken off"]);
});

const HOSTED = "openai:https://api.openai.com#gpt-5.1";

test("a provider's model without a price is refused where there are budgets", async () => {
  const { call, root } = desk({ pipelines: { post: { dayUsd: 1 } } });
  assert.deepEqual(await rejected(call(ask(HOSTED), at())), {
    code: "budget/no-price",
    message: `"${HOSTED}" has no price, and there are budgets that its calls count against`,
    hint: 'give its "prices" in the config\'s "models", or let such calls pass uncounted by `budgets: { unpriced: "allow" }`',
    place: "budgets",
  });
  await call(ask(HOSTED), at({ pipeline: "triage" }));
  assert.equal(ledgerLines(root).length, 1, "no budget bears on the other pipeline");
  await desk({ dayUsd: 1, unpriced: "allow" }).call(ask(HOSTED), at());
  await desk().call(ask(HOSTED), at());
});

test("a price that begins later is none yet, and the refusal says when it does", async () => {
  const { other } = desk({ dayUsd: 1 });
  const call = other(answers, { priceOf: () => [{ ...PRICE, from: "2027-01-01" }] });
  assert.equal(
    (await rejected(call(ask(), at()))).message,
    '"big" has no price for 2026-12-02: its first is from 2027-01-01 on, and there are budgets that its calls count against',
  );
});

test("the price of the day on which a call is made is the one that it costs", async () => {
  const { other, to } = desk({ timeZone: "Europe/Bucharest" });
  const call = other(answers, { priceOf: () => [PRICE, { ...PRICE, from: "2026-12-03", inputPerMillion: 2_000 }] });
  assert.equal((await call(ask(), at())).cost?.usd, 0.06);
  to("2026-12-02T22:00:00.000Z");
  assert.equal((await call(ask(), at())).cost?.usd, 0.07);
});

test("a model whose price is nothing costs nothing, and is never refused", async () => {
  const { other, root } = desk({ dayUsd: 0 });
  const call = other(answers, { priceOf: () => [{ from: "2026-01-01", inputPerMillion: 0, outputPerMillion: 0 }] });
  assert.deepEqual((await call(ask(), at())).cost, { usd: 0, estimated: false });
  assert.deepEqual([ledgerLines(root)[0]?.type, ledgerLines(root)[0]?.usd], ["called", 0]);
});

test("the embedded writer leaves no trace in the ledger", async () => {
  const { call, root } = desk({ dayUsd: 0 });
  assert.equal((await call(ask("embedded"), at())).cost, undefined);
  assert.equal(existsSync(`${root}/spending`), false);
});

test("a key is nowhere in the ledger", async () => {
  const { root, other } = desk({ dayUsd: 1 });
  const apiKey = { variable: "STAGEWRIGHT_API_KEY", value: "sk-the-secret" };
  await other(answers)(ask(), { ...at(), apiKey });
  await other(answers)(ask("ollama:#qwen3"), { ...at(), apiKey });
  await assert.rejects(other(failing(new Error("sk-the-secret")))(ask(), { ...at(), apiKey }));
  assert.equal(JSON.stringify(ledgerLines(root)).includes("the-secret"), false);
});

test("a call that a budget of tokens has no room for is not made, also where its model has no price", async () => {
  for (const model of ["big", "ollama:http://127.0.0.1:1#own", "openai:#unpriced"]) {
    const { call, root } = desk({ runTokens: 47 });
    await call(ask(model), at());
    const error = await call(ask(model), at()).catch((refused: unknown) => refused);
    assert.ok(error instanceof BudgetError, model);
    const { message, hint, unit, limit, spent, reserved, estimate } = error;
    assert.equal(
      message,
      'the call was not made: it may take 33 tokens, and the budget of run "post-1" has 32 tokens left of 47 tokens (15 tokens are spent)',
    );
    assert.equal(hint, 'it takes a larger "budgets.runTokens", or a smaller "maxTokens"');
    assert.deepEqual({ unit, limit, spent, reserved, estimate }, { unit: "tokens", limit: 47, spent: 15, reserved: 0, estimate: 33 });
    assert.equal(ledgerLines(root)[0]?.tokens, 33);
  }
});

test("where only tokens are limited, a call without a price costs nothing that anybody knows", async () => {
  const { call, root } = desk({ dayTokens: 1_000 });
  assert.equal((await call(ask("openai:#unpriced"), at())).cost, undefined);
  assert.deepEqual(
    ledgerLines(root).map(({ type, usd }) => ({ type, usd })),
    [
      { type: "reserved", usd: undefined },
      { type: "settled", usd: undefined },
    ],
  );
  assert.deepEqual(
    spentCalls(openLedger(root)).calls.map(({ state, cost, tokens }) => ({ state, cost, tokens })),
    [{ state: "unpriced", cost: 0, tokens: { input: 10, output: 5 } }],
  );
});

test("of a call that broke off all the tokens count that it could take, of one that was turned down none", async () => {
  const broken = desk({ callTokens: 33, dayTokens: 65 }, async () => {
    throw new Error("the line is dead");
  });
  await assert.rejects(async () => broken.call(ask(), at()), /the line is dead/);
  assert.match((await rejected(broken.call(ask(), at()))).message, /has 32 tokens left of 65 tokens \(33 tokens are spent\)/);
  const refused = desk({ dayTokens: 33 }, async () => {
    throw new ModelError("model/server", "the server is busy", { hint: "wait", status: 503 });
  });
  for (let tries = 1; tries <= 3; tries += 1) assert.match((await rejected(refused.call(ask(), at()))).message, /busy/);
});

test("what was counted before there was a budget of tokens counts for it", async () => {
  const { other } = desk();
  await other(answers)(ask("openai:#unpriced"), at());
  await other(answers)(ask(), at());
  const bound = other(answers, { budgets: { runTokens: 62 } });
  assert.match((await rejected(bound(ask(), at()))).message, /has 32 tokens left of 62 tokens \(30 tokens are spent\)/);
});
