import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { Config, defineConfig, readConfig } from "../../src/config/index.js";
import { isStagewrightError } from "../../src/dsl/index.js";

const PRICE = { from: "2026-01-01", inputPerMillion: 1, outputPerMillion: 2 };
const SMALL = { small: { model: "ollama:#qwen3" } };
const TIERS = { low: ["embedded"], middle: ["embedded"], high: ["embedded"] };

/** What is wrong with a config, line by line, and the title. */
function faultsOf(config: unknown): { readonly title: string; readonly faults: readonly string[] } {
  try {
    readConfig(config, "stagewright.config.ts");
  } catch (error) {
    assert.ok(isStagewrightError(error), String(error));
    assert.deepEqual(
      [error.code, error.place, error.hint],
      ["config/invalid", "stagewright.config.ts", "docs/config.md of the project lists every key"],
    );
    const [title = "", ...faults] = error.message.split("\n");
    return { title, faults };
  }
  return { title: "", faults: [] };
}

const TABLE: Readonly<Record<string, readonly (readonly [config: unknown, ...faults: readonly string[]])[]>> = {
  "a key that is not known": [
    [{ budgets: { dailyUsd: 0.47 } }, 'budgets.dailyUsd: there is no such key; did you mean "budgets.dayUsd"?'],
    [{ budget: {} }, 'budget: there is no such key; did you mean "budgets"?'],
    [{ dailyUsd: 0.47 }, 'dailyUsd: there is no such key; did you mean "budgets.dayUsd"?'],
    [
      { models: { small: { model: "ollama:#qwen3", context_tokens: 8_192 } } },
      'models.small.context_tokens: there is no such key; did you mean "models.small.contextTokens"?',
    ],
    [
      { routes: { tiers: TIERS, complexity: { weights: { tokens: 1 } } } },
      'routes.complexity.weights.tokens: there is no such key; did you mean "routes.complexity.weights.inputTokens"?',
    ],
    [
      { wibble: 1 },
      'wibble: there is no such key; there are "models", "routes", "failover", "budgets", "pools", "policies", "groups", "gates", "channels", "dispatch", "guards", "sessions", "jobs", "hooks", "listen", "lanes", "desk", "registry", "conversations", "retention", "memory", "tokenizer"',
    ],
  ],
  "a key in the wrong place": [
    [{ dayUsd: 0.47 }, 'dayUsd: belongs in "budgets"'],
    [{ budgets: { models: {} } }, "budgets.models: belongs at the top level"],
    [
      { models: SMALL, routes: { rules: [{ when: { prices: [PRICE] }, use: ["small"] }], tiers: TIERS } },
      'routes.rules[0].when.prices: belongs in "models.<name>"',
    ],
    [{ models: { small: { model: "ollama:#qwen3", from: "2026-01-01" } } }, 'models.small.from: belongs in "models.<name>.prices[]"'],
  ],
  "a kind that says which keys there are": [
    [
      { channels: { desk: { kind: "telegramm", chats: ["77"] } } },
      'channels.desk.kind: expected "terminal" or "telegram" or "email" or "page" or "webhook", found a text; did you mean "telegram"?',
    ],
    [{ channels: { desk: {} } }, 'channels.desk.kind: is missing: expected "terminal" or "telegram" or "email" or "page" or "webhook"'],
    [{ channels: { desk: { kind: "telegram" } } }, "channels.desk.chats: is missing: expected a list"],
  ],
  "a secret": [
    [
      { models: { small: { model: "ollama:#qwen3", apiKey: "sk-verysecret" } } },
      'models.small.apiKey: there is no such key, and a secret never stands in a config: `keys: ["MY_KEY"]` names the environment variable that holds it',
    ],
    [
      { models: { small: { model: "ollama:#qwen3", keys: "sk-verysecret" } } },
      'models.small.keys: expected a list of environment variables, as in ["MY_KEY"], found a text',
    ],
    [
      { models: { small: { model: "ollama:#qwen3", keys: ["sk-verysecret"] } } },
      "models.small.keys[0]: is not the name of an environment variable",
    ],
    [
      { models: { small: { model: "openai:https://me:sk-verysecret@example.org" } } },
      'models.small.model: the address of the server at "example.org" holds a name, a password or a query: leave it out: a key is read from the environment variable STAGEWRIGHT_API_KEY or OPENAI_API_KEY',
    ],
  ],
  "a value of another kind": [
    [[], "expected an object, found a list"],
    ["x", "expected an object, found a text"],
    [() => {}, "expected an object, found a function"],
    [null, "expected an object, found null"],
    [{ budgets: { dayUsd: "0.47" } }, "budgets.dayUsd: expected a number, found a text: write the number without quotes"],
    [{ budgets: { dayUsd: true } }, "budgets.dayUsd: expected a number, found true"],
    [{ budgets: { dayUsd: -1 } }, "budgets.dayUsd: expected at least 0, found the number -1"],
    [{ failover: { tries: 1.5 } }, "failover.tries: expected a whole number, found the number 1.5"],
    [{ failover: { tries: 100 } }, "failover.tries: expected at most 10, found the number 100"],
    [{ budgets: { unpriced: "refused" } }, 'budgets.unpriced: expected "refuse" or "allow", found a text; did you mean "refuse"?'],
    [
      { models: SMALL, routes: { rules: [{ when: { pipeline: 3 }, use: "small" }], tiers: TIERS } },
      "routes.rules[0].when.pipeline: expected a text or a list, found the number 3",
      'routes.rules[0].use: expected a list of models, as in ["small", "large"], found a text',
    ],
    [
      { routes: { rules: [{ when: { stage: [] }, use: [] }, { use: ["embedded"] }], tiers: TIERS } },
      "routes.rules[0].when.stage: expected 1 entry or more, found none",
      "routes.rules[0].use: expected 1 entry or more, found none",
      "routes.rules[1].when: is missing: expected an object",
    ],
    [{ routes: { tiers: { ...TIERS, low: [""] } } }, "routes.tiers.low[0]: expected a text that is not empty"],
  ],
  "models and their prices": [
    [
      { models: { small: { model: "ollama:#qwen3", prices: [{ inputPerMillion: 1, outputPerMillion: 2 }] } } },
      'models.small.prices[0].from: is missing: expected the day from which the price holds, as in "2026-01-31"',
    ],
    [
      { models: { small: { model: "ollama:#qwen3", prices: [{ ...PRICE, from: "1.1.2026" }] } } },
      'models.small.prices[0].from: expected a day, as in "2026-01-31"',
    ],
    [
      { models: { small: { model: "ollama:#qwen3", prices: [PRICE, { ...PRICE, from: "2026-02-01" }, PRICE] } } },
      'models.small.prices[2].from: there are two prices from "2026-01-01": which of them holds?',
    ],
    [{ models: { small: {} } }, 'models.small.model: is missing: expected a provider and a model, as in "ollama:#qwen3"'],
    [
      { models: { small: { model: "olama:#qwen3" } } },
      'models.small.model: there is no model "olama:#qwen3"; did you mean "ollama:#qwen3"?',
    ],
    [
      { models: { small: { model: "qwen3" } } },
      'models.small.model: there is no model "qwen3"; models are named as in "ollama:#qwen3", "openai:http://127.0.0.1:8080#qwen3", "anthropic:#claude-sonnet-4-5"',
    ],
    [
      { models: { ...SMALL, other: { model: "small" } } },
      'models.other.model: "small" is itself a name in "models": write a provider and a model, as in "ollama:#qwen3"',
    ],
    [
      { models: { "Big One": { model: "ollama:#qwen3" } } },
      `models["Big One"]: a model's name has small letters, digits, dots, dashes and low lines`,
    ],
    [
      { models: { embedded: { model: "ollama:#qwen3" }, route: { model: "ollama:#qwen3" } } },
      "models.embedded: is the model that comes with the package: give yours another name",
      "models.route: is the word for a run whose models are chosen by `routes`: give yours another name",
    ],
  ],
  "names that lead nowhere": [
    [
      { models: SMALL, routes: { rules: [{ when: {}, use: ["smal", "embedded", "ollama:#other"] }] } },
      'routes.rules[0].use[0]: there is no model "smal" in "models"; did you mean "small"?',
    ],
    [
      { models: SMALL, routes: { tiers: { ...TIERS, high: ["gpt"] } } },
      'routes.tiers.high[0]: there is no model "gpt" in "models"; there is "small"',
    ],
    [{ routes: { tiers: { ...TIERS, high: ["large"] } } }, 'routes.tiers.high[0]: there is no model "large": "models" has none'],
    [
      { routes: { tiers: { ...TIERS, high: ["antropic:#claude"] } } },
      'routes.tiers.high[0]: there is no model "antropic:#claude"; did you mean "anthropic:#claude"?',
    ],
    [
      {
        models: { small: { model: "ollama:#qwen3", pool: "lokal" } },
        pools: { local: { server: "ollama:http://127.0.0.1:11434" }, box: { server: "openai:http://box:8080" } },
      },
      'models.small.pool: there is no pool "lokal" in "pools"; did you mean "local"?',
    ],
    [{ models: { small: { model: "ollama:#qwen3", pool: "local" } } }, 'models.small.pool: there is no pool "local": "pools" has none'],
  ],
  "routes that contradict themselves": [
    [
      { routes: { tiers: TIERS, complexity: { thresholds: [0.6, 0.3] } } },
      "routes.complexity.thresholds: the thresholds descend: write the middle tier's first, as in [0.3, 0.6]",
    ],
    [
      { routes: { tiers: TIERS, complexity: { thresholds: [0.3, 1.2] } } },
      "routes.complexity.thresholds[1]: expected at most 1, found the number 1.2",
    ],
    [
      {
        routes: {
          tiers: TIERS,
          complexity: {
            weights: { inputTokens: 0, sources: 0, failureRate: 0, userFacing: 0, expectedToolCalls: 0, timeSensitivity: 0 },
          },
        },
      },
      "routes.complexity.weights: the weights are all 0: give at least one signal a say",
    ],
    [
      { routes: { tiers: TIERS, complexity: { curves: { sources: 0 } } } },
      "routes.complexity.curves.sources: expected more than 0, found the number 0",
    ],
    [
      { routes: { rules: [{ when: { stage: "draft" }, use: ["embedded"] }] } },
      "routes: a stage that no rule fits has no model: add `tiers`, or a last rule with an empty `when`",
    ],
    [
      {
        routes: {
          rules: [
            { when: {}, use: ["embedded"] },
            { when: { stage: "draft" }, use: ["embedded"] },
          ],
        },
      },
      "routes.rules[1]: rule 2 is never reached: rule 1 fits everything",
    ],
  ],
};

describe("a config that is not right is refused with the path of the key", () => {
  for (const [what, cases] of Object.entries(TABLE)) {
    for (const [config, ...faults] of cases) {
      test(`${what}: ${faults[0]}`, () => {
        const found = faultsOf(config);
        assert.deepEqual(found.faults, faults);
        assert.equal(found.title, `"stagewright.config.ts" has ${faults.length === 1 ? "a fault" : `${faults.length} faults`}`);
      });
    }
  }

  test("all faults are said at once, those of names too", () => {
    const config = {
      dayUsd: 1,
      budgets: { dailyUsd: 0.47, runUsd: "1" },
      models: { small: { model: "olama:#qwen3", prices: [{}] } },
      routes: { tiers: { low: ["smal"], middle: ["small"], high: 7 } },
    };
    assert.deepEqual(faultsOf(config).faults, [
      'models.small.prices[0].from: is missing: expected the day from which the price holds, as in "2026-01-31"',
      "models.small.prices[0].inputPerMillion: is missing: expected a number",
      "models.small.prices[0].outputPerMillion: is missing: expected a number",
      "routes.tiers.high: expected a list, found the number 7",
      "budgets.runUsd: expected a number, found a text: write the number without quotes",
      'budgets.dailyUsd: there is no such key; did you mean "budgets.dayUsd"?',
      'dayUsd: belongs in "budgets"',
      'models.small.model: there is no model "olama:#qwen3"; did you mean "ollama:#qwen3"?',
      'routes.tiers.low[0]: there is no model "smal" in "models"; did you mean "small"?',
    ]);
  });

  test("whatever is written, the answer is a config or a list of faults, and no secret is repeated", () => {
    const secret = "sk-verysecret0123456789";
    const shape = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        fc.constantFrom(secret, 3, -1, true, null, undefined, Number.NaN),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(
          fc.constantFrom(
            "models",
            "small",
            "prices",
            "from",
            "keys",
            "budgets",
            "dayUsd",
            "routes",
            "rules",
            "when",
            "use",
            "tiers",
            "low",
            "pools",
          ),
          tie("value"),
          { maxKeys: 4 },
        ),
      ),
    })).value;
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...Object.keys(Config.shape)), shape), (config) => {
        const { title, faults } = faultsOf(config);
        // A model's name is no secret: it is printed and recorded wherever it is used.
        for (const fault of [title, ...faults]) assert.ok(!fault.includes(secret) || fault.includes("there is no"), fault);
      }),
      { numRuns: 300 },
    );
  });
});

describe("a config that is right", () => {
  test("may be empty", () => assert.deepEqual(readConfig({}, "stagewright.config.ts"), {}));

  test("is given its defaults", () => {
    const config = readConfig(
      defineConfig({
        models: { small: { model: "ollama:#qwen3", pool: "local", prices: [PRICE], keys: ["MY_KEY"] } },
        pools: { local: { server: "ollama:http://127.0.0.1:11434" } },
        routes: { tiers: { low: ["small"], middle: ["small", "embedded"], high: ["anthropic:#claude-sonnet-4-5"] } },
        budgets: { dayUsd: 0.47 },
        failover: {},
      }),
      "stagewright.config.ts",
    );
    assert.deepEqual(config.routes, {
      rules: [],
      tiers: { low: ["small"], middle: ["small", "embedded"], high: ["anthropic:#claude-sonnet-4-5"] },
      complexity: {
        weights: {
          inputTokens: 0.25,
          sources: 0.2,
          failureRate: 0.2,
          userFacing: 0.15,
          expectedToolCalls: 0.1,
          timeSensitivity: 0.1,
        },
        thresholds: [0.3, 0.6],
        curves: { inputTokens: 8_000, sources: 5, failureRate: 0.25, expectedToolCalls: 5 },
      },
    });
    assert.deepEqual([config.pools?.local?.permits, config.failover?.tries, config.budgets], [4, 3, { dayUsd: 0.47 }]);
  });
});
