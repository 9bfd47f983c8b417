import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, type TestContext, test } from "node:test";
import { type ConfigInput, configuredModels, modelText, readConfig } from "../../src/config/index.js";
import { Completion, model, models } from "../../src/model/index.js";
import { modelServer } from "../model/server/model-server.js";

const SAYS = { says: { parts: [{ text: "Hello." }], usage: { input: 1_000, output: 10 } } };
const PRICES = [{ from: "2026-01-01", inputPerMillion: 3, outputPerMillion: 15 }];

function world(t: TestContext, env: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "configured-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const told: string[] = [];
  const waited: number[] = [];
  return {
    told,
    waited,
    root: join(folder, "store"),
    world: {
      env,
      home: folder,
      root: join(folder, "store"),
      now: () => new Date("2026-03-19T18:00:00.000Z"),
      random: () => 0,
      wait: async (ms: number) => void waited.push(ms),
      tell: (sentence: string) => void told.push(sentence),
    },
  };
}

/** Asks as the runner does: request and answer are held to their schemas. */
async function ask(implementation: ReturnType<typeof models>, request: Readonly<Record<string, unknown>>) {
  const given = model.calls.complete.takes.parse({ messages: [{ role: "user", content: "Say hello." }], ...request });
  const signal = new AbortController().signal;
  return Completion.parse(await implementation.calls.complete?.perform(given, { key: "", signal }));
}

const configured = (config: ConfigInput, parts: ReturnType<typeof world>) =>
  configuredModels(readConfig(config, "stagewright.config.ts"), parts.world);

describe("the models of a config", () => {
  test("are the plain ones where it says nothing of models: the same request, the same answer", async (t) => {
    for (const config of [{}, { guards: { rounds: 3 } }]) {
      const server = await modelServer(t, "openai", [SAYS]);
      const answer = await ask(configured(config, world(t)), { model: server.model });
      assert.deepEqual(answer, await ask(models({ env: {} }), { model: server.model }));
      const [first, second] = server.received;
      assert.deepEqual([first?.path, first?.body], [second?.path, second?.body]);
    }
  });

  test("are asked under their short names, at their price, and the ledger has the cost", async (t) => {
    const server = await modelServer(t, "openai", [SAYS]);
    const parts = world(t);
    const config = { models: { small: { model: server.model, prices: PRICES, maxTokens: 100 } }, budgets: { dayUsd: 0.47 } };
    const answer = await ask(configured(config, parts), { model: "small" });
    assert.deepEqual(answer.cost, { usd: (1_000 * 3 + 10 * 15) / 1_000_000, estimated: false });
    assert.equal(server.received[0]?.body.max_tokens, 100);
    const ledger = readFileSync(join(parts.root, "spending/2026-03.jsonl"), "utf8");
    assert.match(ledger, /"model":"small"/);
  });

  test("give way to their fallbacks, and say so", async (t) => {
    const busy = await modelServer(t, "openai", [{ refuses: { status: 503 } }]);
    const server = await modelServer(t, "anthropic", [SAYS]);
    const parts = world(t);
    const config = { models: { small: { model: busy.model }, large: { model: server.model } }, failover: { tries: 2 } };
    const answer = await ask(configured(config, parts), { model: "small", fallbacks: ["large"] });
    assert.equal(answer.text, "Hello.");
    assert.deepEqual(
      answer.tried?.map(({ model, code, next }) => `${model} ${code}: ${next}`),
      ["small model/server: again", "small model/server: next model"],
    );
    assert.deepEqual(
      parts.told.map((sentence) => sentence.replace(/:.*;/, ":")),
      ["small: asking again", "small: going on with the next model"],
    );
    assert.equal(parts.waited.length, 1);
  });

  test("are not asked where there is no money for it, and nobody else is either", async (t) => {
    const server = await modelServer(t, "openai", [SAYS]);
    const config = {
      models: { small: { model: server.model, prices: PRICES }, large: { model: server.model, prices: PRICES } },
      budgets: { callUsd: 0.000_001 },
    };
    await assert.rejects(ask(configured(config, world(t)), { model: "small", fallbacks: ["large"] }), { code: "budget/exceeded" });
    assert.equal(server.received.length, 0);
  });

  test("take a place in the pool of their server, and give it back", async (t) => {
    const server = await modelServer(t, "openai", [SAYS]);
    const parts = world(t);
    const config = {
      models: { small: { model: server.model } },
      pools: { local: { server: `openai:${server.origin}`, permits: 1, contextTokens: 4_096, kvTokens: 4_096 } },
    };
    const implementation = configured(config, parts);
    await Promise.all([ask(implementation, { model: "small" }), ask(implementation, { model: "small" })]);
    assert.equal(server.received.filter(({ method }) => method === "POST").length, 2);
    assert.equal(parts.told.length, 1, "one of the two waited, and said so");
    assert.match(parts.told[0] ?? "", /"local"/);
  });

  test("have their keys by the names of the config", async (t) => {
    const server = await modelServer(t, "openai", [SAYS]);
    const config = { models: { small: { model: server.model, keys: ["MY_KEY"] } } };
    await ask(configured(config, world(t, { MY_KEY: "sk-mine", OPENAI_API_KEY: "sk-other" })), { model: "small" });
    assert.equal(server.received[0]?.headers.authorization, "Bearer sk-mine");
  });
});

describe("a model's name in words", () => {
  const config = readConfig(
    { models: { small: { model: "ollama:#qwen3" }, large: { model: "embedded" } }, routes: { rules: [{ when: {}, use: ["small"] }] } },
    "stagewright.config.ts",
  );

  test("is that of the config, the routes, or a model in full", () => {
    assert.equal(modelText("small", config), 'small, which is ollama: "qwen3" at http://127.0.0.1:11434/api');
    assert.equal(modelText("route", config), "chosen by the routes of the config");
    assert.equal(modelText("embedded", config), "embedded: text composed without a language model");
    assert.equal(modelText("ollama:#qwen3", {}), 'ollama: "qwen3" at http://127.0.0.1:11434/api');
  });

  test("that nobody knows is refused, with the nearest of the config", () => {
    assert.throws(() => modelText("smal", config), {
      code: "model/unknown",
      message: 'there is no model "smal" in the config',
      hint: 'did you mean "small"? there are "small", "large"',
    });
    assert.throws(() => modelText("gpt", config), { hint: 'there are "small", "large"' });
    assert.throws(() => modelText("gpt", {}), { code: "model/unknown", message: 'there is no model "gpt"' });
  });
});
