import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, type TestContext, test } from "node:test";
import { loadPipeline } from "../../src/cli/load-pipeline.js";
import { openStore } from "../../src/cli/open-store.js";
import { buildRig } from "../../src/cli/rig.js";
import type { Surroundings } from "../../src/cli/surroundings.js";
import type { ConfigInput } from "../../src/config/index.js";
import { Completion } from "../../src/model/index.js";
import { type ProbeResult, probeFiles } from "../../src/probe/index.js";
import { RouteChoice } from "../../src/routing/index.js";
import { readRun } from "../../src/runner/index.js";
import { fileStore } from "../../src/store/index.js";
import { modelServer } from "../model/server/model-server.js";
import { fixture, shell } from "./shell.js";

const MODELS = { small: { model: "ollama:#qwen3" }, large: { model: "anthropic:#claude-sonnet-4-5" } };
const ROUTES = {
  rules: [
    { when: { stage: "edit" }, use: ["large"] },
    { when: { pipeline: "rout*", trigger: ["cron", "hook"] }, use: ["small", "large"] },
  ],
  tiers: { low: ["small"], middle: ["small", "large"], high: ["large"] },
};

/** A shell in whose folder there is a config, and whose machine-wide state is its own. */
function configured(t: TestContext, config: ConfigInput, env: Readonly<Record<string, string>> = {}) {
  const at = shell(t);
  const state = mkdtempSync(join(tmpdir(), "state-"));
  t.after(() => rmSync(state, { recursive: true, force: true }));
  const write = (text: ConfigInput) => writeFileSync(join(at.cwd, "stagewright.config.json"), JSON.stringify(text));
  write(config);
  return { cwd: at.cwd, state, write, call: (args: readonly string[]) => at.call(args, { env: { STAGEWRIGHT_STATE: state, ...env } }) };
}

function filesIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

describe("route explain", () => {
  test("shows the choice, each rule that was tried, every signal and where it is from", async (t) => {
    const { call } = configured(t, { models: MODELS, routes: ROUTES });
    assert.deepEqual(await call(["route", "explain", fixture("routed")]), {
      code: 0,
      out: `routed, stage draft
  model  small, then large
  why    complexity 0.37: middle
  rules
    1  stage edit                            no: stage is "draft", not "edit"
    2  pipeline rout*, trigger cron or hook  no: no trigger is known
  complexity 0.37: middle; middle from 0.3, high from 0.6
    signal               value  of 1   weight  share
    input tokens         8,000  0.500  0.25    0.125
    sources              1      0.167  0.20    0.033
    failure rate         0.10   0.286  0.20    0.057
    user-facing          yes    1.000  0.15    0.150
    expected tool calls  0      0.000  0.10    0.000
    time sensitivity     0      0.000  0.10    0.000
    input tokens: unknown until it runs; as many are assumed as count half
    failure rate: no attempts yet; 1 in 10 is assumed

routed, stage edit
  model  small
  why    the stage names it itself; no route is asked
`,
      err: "",
    });
  });

  test("goes by a trigger that is named, and says that a rule decides", async (t) => {
    const { call } = configured(t, { models: MODELS, routes: ROUTES });
    const { out } = await call(["route", "explain", fixture("routed"), "draft", "--trigger", "hook"]);
    assert.match(out, /^routed, stage draft\n {2}model {2}small, then large\n {2}why {4}rule 2: pipeline rout\*, trigger cron or hook\n/);
    assert.match(out, / {4}2 {2}pipeline rout\*, trigger cron or hook {2}fits: small, then large\n/);
    assert.match(out, / {2}complexity 0\.37: middle; middle from 0\.3, high from 0\.6; a rule decides first\n/);
  });

  test("gives all of it as JSON", async (t) => {
    const { call } = configured(t, { models: MODELS, routes: ROUTES });
    const { out } = await call(["route", "explain", fixture("routed"), "--json", "--session", "chat"]);
    const { pipeline, thresholds, stages } = JSON.parse(out);
    assert.deepEqual([pipeline, thresholds], ["routed", [0.3, 0.6]]);
    const [draft, edit] = stages;
    assert.deepEqual(edit, { pipeline: "routed", stage: "edit", own: "small" });
    assert.deepEqual(draft.question, {
      pipeline: "routed",
      stage: "draft",
      session: "chat",
      signals: { inputTokens: 8_000, sources: 1, userFacing: true },
    });
    assert.deepEqual([draft.tokensFrom, draft.failures], [{ assumed: true }, { rate: 0.1, failed: 0, attempts: 0, runs: 0 }]);
    assert.deepEqual(RouteChoice.parse(draft.choice).models, ["small", "large"]);
    assert.deepEqual(draft.complexity, draft.choice.complexity);
    assert.deepEqual(
      draft.rules.map(({ misfit }: { misfit: string }) => misfit),
      ['stage is "draft", not "edit"', "no trigger is known"],
    );
  });

  test("is refused for a stage that no model writes, for one that is not there, and without routes", async (t) => {
    const { call, write } = configured(t, { models: MODELS, routes: ROUTES });
    const says = async (args: readonly string[], err: string) => {
      assert.deepEqual(await call(["route", "explain", ...args]), { code: 2, out: "", err });
    };
    await says(["publisher", "facts"], 'error: stage "facts" is a "gather" stage: no model writes it\n  hint: there is "draft"\n');
    await says(
      ["publisher", "dratf"],
      'error: pipeline "publisher" has no stage "dratf"\n  hint: did you mean "draft"? there is "draft"\n',
    );
    await says(
      [fixture("post")],
      'error: no stage of pipeline "post" is written by a model\n  hint: routes choose the models of `write` stages\n',
    );
    write({ models: MODELS });
    await says(
      ["publisher"],
      'error: "stagewright.config.json" has no routes\n  hint: write `routes` into stagewright.config.ts: `export default { routes: { rules: [{ when: {}, use: ["embedded"] }] } }`\n',
    );
  });

  test("leaves out models that were not probed or did not pass, and ends with 1 where none is left", async (t) => {
    const { call, cwd } = configured(t, { models: MODELS, routes: ROUTES });
    const refused = await call(["route", "explain", fixture("tooled")]);
    assert.equal(refused.code, 1);
    assert.ok(
      refused.out.startsWith(`tooled, stage answer
  none  stage "answer" demands reliable tools, and no model of its route
        (complexity 0.23: low) has them: "small": its tool calls were never
        probed
  hint  probe a model, \`stagewright probe small\`, or put one that passes into
        the route
`),
      refused.out,
    );
    const asJson = JSON.parse((await call(["route", "explain", fixture("tooled"), "--json"])).out);
    assert.equal(asJson.stages[0].refusal.code, "route/none");

    const probe = (model: string, passed: boolean, right: number): ProbeResult => ({
      model,
      at: "2026-03-18T09:00:00.000Z",
      served: { name: model },
      seed: 1,
      min: 0.9,
      passed,
      calls: { right, of: 100, rate: right / 100, low: 0, high: 1 },
      kinds: [],
      over: [],
      chains: { right: 0, of: 0, rate: 0, low: 0, high: 1, steps: 3 },
      faults: [],
      leftOut: [],
      tokens: { input: 0, output: 0 },
    });
    const files = probeFiles(join(cwd, ".stagewright"));
    await files.write(probe(MODELS.small.model, false, 71));
    await files.write(probe(MODELS.large.model, true, 99));
    const { code, out } = await call(["route", "explain", fixture("tooled"), "--trigger", "cron"]);
    assert.equal(code, 1);
    assert.match(
      out.replaceAll(/\s+/g, " "),
      /"small": its tool calls are not reliable: 71 of 100 were right when it was probed on 2026-03-18 hint /,
    );

    const rules = [{ when: {}, use: ["small", "large"] }];
    writeFileSync(join(cwd, "stagewright.config.json"), JSON.stringify({ models: MODELS, routes: { rules } }));
    const eligible = await call(["route", "explain", fixture("tooled")]);
    assert.equal(eligible.code, 0);
    assert.match(
      eligible.out,
      /^tooled, stage answer\n {2}model {2}large\n {2}why {4}rule 1: everything\n {2}not {4}small: its tool calls are not/,
    );
  });

  test("says in 80 columns what it can do", async (t) => {
    const { out } = await configured(t, {}).call(["route", "explain", "--help"]);
    assert.match(out, /^Usage: stagewright route explain \[options\] <pipeline> \[stage\]\n/);
    assert.match(out, /Examples:\n {2}stagewright route explain publisher\n {2}stagewright route explain publisher draft --trigger cron\n/);
  });
});

describe("a run whose models are chosen by routes", () => {
  const SAYS = (text: string) => ({ says: { parts: [{ text }], usage: { input: 1_000, output: 10 } } });
  const PRICES = [{ from: "2026-01-01", inputPerMillion: 3, outputPerMillion: 15 }];

  async function rig(t: TestContext, budgets: ConfigInput["budgets"] = { dayUsd: 0.47 }) {
    const busy = await modelServer(t, "anthropic", [{ refuses: { status: 529 } }]);
    const server = await modelServer(t, "openai", [SAYS("The draft."), SAYS("The post.")]);
    const config: ConfigInput = {
      models: { large: { model: busy.model, prices: PRICES }, small: { model: server.model, prices: PRICES } },
      routes: { rules: [{ when: { stage: "draft" }, use: ["large", "small"] }], tiers: ROUTES.tiers },
      failover: { tries: 1 },
      ...(budgets && { budgets }),
    };
    return { busy, server, ...configured(t, config) };
  }

  async function callsOf(cwd: string, run: string) {
    const { events, load } = await readRun(fileStore(join(cwd, ".stagewright/runs")), run);
    const calls = events.flatMap((event) => (event.type === "called" ? [event] : []));
    return Promise.all(
      calls.map(async ({ stage, adapter, name, outcome }) => ({
        call: `${stage} ${adapter}.${name}`,
        answer: "answer" in outcome ? await load(outcome.answer) : outcome.error,
      })),
    );
  }

  test("asks the first, goes on with the fallback, pays, and replays the same", async (t) => {
    const { busy, server, cwd, call } = await rig(t);
    const { code, out, err } = await call(["run", fixture("routed")]);
    assert.equal(code, 0, out + err);
    assert.match(out, /The post\./);
    assert.match(err, /^large: .*; going on with the next model$/m);
    assert.deepEqual([busy.received.length, server.received.length], [1, 2]);

    const [choice, draft, edit] = await callsOf(cwd, "routed-20260319-aaaaaa");
    assert.deepEqual(choice, {
      call: "draft routing.choose",
      answer: { models: ["large", "small"], because: "rule 1: stage draft", rule: 1, excluded: [] },
    });
    assert.deepEqual([draft?.call, edit?.call], ["draft model.complete", "edit model.complete"]);
    const usd = (1_000 * 3 + 10 * 15) / 1_000_000;
    const { cost, tried } = Completion.parse(draft?.answer);
    assert.deepEqual(cost, { usd, estimated: false });
    assert.deepEqual(
      tried?.map(({ model, code, next }) => [model, code, next]),
      [["large", "model/busy", "next model"]],
    );
    const ledger = readFileSync(join(cwd, ".stagewright/spending/2026-03.jsonl"), "utf8");
    const settled = ledger.split("\n").filter((line) => line.includes('"answered"'));
    assert.equal(settled.length, 2);

    assert.equal((await call(["replay", "last"])).code, 0);
    assert.deepEqual([busy.received.length, server.received.length], [1, 2], "a replay asks nobody");
  });

  test("tells the next explanation how much the stage was given to read, and how it went", async (t) => {
    const { call } = await rig(t);
    assert.equal((await call(["run", fixture("routed")])).code, 0);
    const { out } = await call(["route", "explain", fixture("routed"), "draft"]);
    assert.match(out, / {4}input tokens: as in run routed-20260319-aaaaaa\n/);
    assert.match(out, / {4}failure rate: 0 of 1 attempts in the last run, and half a one of 5 before them\n/);
    assert.match(out, / {4}failure rate +0\.08 /);
  });

  test("shows its servers the keys and nobody else, although one repeats them", async (t) => {
    const secret = "sk-test-0123456789abcdef";
    const echo = { status: 401, body: JSON.stringify({ error: { message: `the key ${secret} is not right` } }) };
    const first = await modelServer(t, "openai", [{ refuses: echo }]);
    const second = await modelServer(t, "openai", [SAYS("The draft."), SAYS("The post.")]);
    const keys = ["MY_KEY"];
    const { cwd, state, call } = configured(
      t,
      {
        models: { large: { model: first.model, keys }, small: { model: second.model, keys, prices: PRICES } },
        routes: { rules: [{ when: {}, use: ["large", "small"] }] },
        budgets: { dayUsd: 1 },
      },
      { MY_KEY: secret },
    );
    const { code, out, err } = await call(["run", fixture("routed"), "--verbose", "--record", "tape.jsonl"]);
    assert.equal(code, 0, out + err);
    assert.equal(second.received[0]?.headers.authorization, `Bearer ${secret}`);
    const { out: explained } = await call(["route", "explain", fixture("routed"), "--json"]);
    const written = [cwd, state].flatMap((folder) => filesIn(folder).map((file) => readFileSync(file, "utf8")));
    assert.ok(written.some((text) => text.includes("MY_KEY")) && written.some((text) => text.startsWith('{"tape":1')));
    for (const text of [out, err, explained, ...written]) assert.ok(!text.includes(secret), text);
  });

  test("waits where there is no money, and has asked nobody", async (t) => {
    const { busy, server, call } = await rig(t, { callUsd: 0.000_01 });
    const { code, out } = await call(["run", fixture("routed")]);
    assert.equal(code, 3, out);
    assert.deepEqual([busy.received.length, server.received.length], [0, 0]);
  });

  test("names a model that the config does not have before anything runs", async (t) => {
    const { call, cwd } = configured(t, { models: { smol: { model: "embedded" } }, routes: { rules: [{ when: {}, use: ["smol"] }] } });
    assert.deepEqual(await call(["run", fixture("routed")]), {
      code: 2,
      out: "",
      err: 'error: there is no model "small" in the config\n  hint: did you mean "smol"? there is "smol"\n',
    });
    assert.equal((await call(["runs"])).out, `no runs in ${join(cwd, ".stagewright")}\n`);
  });
});

describe("what a run is built from", () => {
  async function built(t: TestContext, config: ConfigInput, { model, goesOn = false }: { model?: string; goesOn?: boolean } = {}) {
    const cwd = mkdtempSync(join(tmpdir(), "rig-"));
    t.after(() => rmSync(cwd, { recursive: true, force: true }));
    writeFileSync(join(cwd, "stagewright.config.json"), JSON.stringify(config));
    const err: string[] = [];
    const output = { write: (text: string) => void err.push(text), isTty: false, columns: 80 };
    const surroundings: Surroundings = {
      program: "stagewright",
      cwd,
      env: { STAGEWRIGHT_STATE: cwd },
      out: output,
      err: output,
      readInput: async () => "",
      canAsk: false,
      ask: async () => undefined,
      onSignal: () => () => {},
      exit: () => {},
    };
    const loaded = await loadPipeline({ file: fixture("written") }, cwd);
    const rig = await buildRig({ loaded, launch: {}, cwd, open: openStore(undefined, cwd), input: {}, model, goesOn, surroundings });
    rig.notices.tell("a call waits");
    return { ...rig, err };
  }
  const routes = { rules: [{ when: {}, use: ["embedded"] }] };

  test("the routes decide where there are any and no model is named", async (t) => {
    const { options } = await built(t, { routes });
    assert.equal(options.model, "route");
    const question = { pipeline: "written", stage: "text", signals: { inputTokens: 1, sources: 0 } };
    assert.deepEqual(await options.router?.choose(question), {
      models: ["embedded"],
      because: "rule 1: everything",
      rule: 1,
      excluded: [],
    });
  });

  test("a model that is named decides, and a run that goes on keeps its own", async (t) => {
    assert.equal((await built(t, { routes, models: MODELS }, { model: "small" })).options.model, "small");
    assert.equal((await built(t, { routes }, { goesOn: true })).options.model, undefined);
    assert.notEqual((await built(t, { routes }, { goesOn: true })).options.router, undefined);
  });

  test("without routes there is no router, and the model is the runner's own choice", async (t) => {
    const { options, err } = await built(t, {});
    assert.deepEqual([options.model, options.router], [undefined, undefined]);
    assert.deepEqual(err, ["a call waits\n"]);
  });
});
