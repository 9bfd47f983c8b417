import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { z } from "zod";
import { type Reliability, RouteChoice, type RouteQuestion, Routes, router } from "../../src/routing/index.js";

const TIERS = { low: ["small"], middle: ["small", "large"], high: ["large"] };

interface Known {
  readonly failureRate?: number;
  readonly probes?: Readonly<Record<string, Reliability>>;
}

function routerOf(routes: z.input<typeof Routes>, { failureRate = 0, probes = {} }: Known = {}) {
  const asked: string[] = [];
  const made = router(Routes.parse(routes), {
    failureRateOf: async (pipeline, stage) => {
      asked.push(`failures of ${pipeline}/${stage}`);
      return failureRate;
    },
    reliabilityOf: async (model) => {
      asked.push(`probe of ${model}`);
      return probes[model];
    },
  });
  return { ...made, asked };
}

const question = (more: Partial<RouteQuestion> = {}): RouteQuestion => ({
  pipeline: "publisher",
  stage: "draft",
  signals: { inputTokens: 8_000, sources: 5 },
  ...more,
});

describe("a router", () => {
  test("takes the first rule that fits, and asks nobody else", async () => {
    const rules = [
      { when: { pipeline: "digest" }, use: ["small"] },
      { when: { pipeline: "pub*" }, use: ["large", "small", "large"] },
      { when: { stage: "draft" }, use: ["small"] },
    ];
    const { choose, asked } = routerOf({ rules, tiers: TIERS });
    assert.deepEqual(await choose(question()), {
      models: ["large", "small"],
      because: "rule 2: pipeline pub*",
      rule: 2,
      excluded: [],
    });
    assert.deepEqual(asked, []);
  });

  test("goes by complexity where no rule fits", async () => {
    const { choose, asked } = routerOf({ rules: [{ when: { stage: "edit" }, use: ["large"] }], tiers: TIERS }, { failureRate: 0.25 });
    const choice = await choose(question());
    assert.deepEqual([choice.models, choice.because, choice.rule], [["small", "large"], "complexity 0.33: middle", undefined]);
    assert.equal(choice.complexity?.signals.find(({ name }) => name === "failureRate")?.value, 0.25);
    assert.deepEqual(asked, ["failures of publisher/draft"]);
  });

  test("gives what its schema describes, and JSON can carry", async () => {
    const choice = await routerOf({ tiers: TIERS }).choose(question());
    assert.deepEqual(RouteChoice.parse(JSON.parse(JSON.stringify(choice))), choice);
  });

  test("leaves out models whose tool calls are not reliable, where a stage demands that they are", async () => {
    const probes = { small: { passed: false, why: "71 of 100 calls were right" }, large: { passed: true } };
    const { choose } = routerOf({ rules: [{ when: {}, use: ["small", "unknown", "large"] }] }, { probes });
    assert.deepEqual(await choose(question({ demands: { tools: "reliable" } })), {
      models: ["large"],
      because: "rule 1: everything",
      rule: 1,
      excluded: [
        { model: "small", why: "its tool calls are not reliable: 71 of 100 calls were right" },
        { model: "unknown", why: "its tool calls were never probed" },
      ],
    });
    assert.deepEqual((await choose(question())).models, ["small", "unknown", "large"]);
  });

  test("chooses no model where none is reliable, and says how to get one", async () => {
    const { choose } = routerOf({ tiers: TIERS }, { probes: { small: { passed: false } }, failureRate: 0.25 });
    await assert.rejects(choose(question({ demands: { tools: "reliable" } })), {
      code: "route/none",
      message:
        'stage "draft" demands reliable tools, and no model of its route (complexity 0.33: middle) has them: ' +
        '"small": its tool calls are not reliable; "large": its tool calls were never probed',
      hint: "probe a model, `stagewright probe small` or `stagewright probe large`, or put one that passes into the route",
    });
  });

  test("says that there is no tier, where routes come past their schema", async () => {
    const routes = { ...Routes.parse({ tiers: TIERS }), tiers: undefined };
    const made = router(routes, { failureRateOf: async () => 0, reliabilityOf: async () => undefined });
    await assert.rejects(made.choose(question()), {
      code: "route/none",
      message: 'no rule fits stage "draft" of pipeline "publisher", and there are no tiers',
      hint: "add `tiers` to `routes`, or a last rule with an empty `when`",
    });
  });

  test("explains each rule up to the one that fits, and the complexity that had no say", async () => {
    const rules = [
      { when: { trigger: "cron" }, use: ["small"] },
      { when: { stage: ["draft"] }, use: ["large"] },
      { when: { stage: "*" }, use: ["small"] },
    ];
    const { explain } = routerOf({ rules, tiers: TIERS });
    const told = await explain(question());
    assert.deepEqual(told.rules, [
      { rule: 1, asks: "trigger cron", use: ["small"], misfit: "no trigger is known" },
      { rule: 2, asks: "stage draft", use: ["large"] },
    ]);
    assert.deepEqual([told.complexity.score, told.complexity.tier], [0.23, "low"]);
    assert.deepEqual(told.outcome, { choice: { models: ["large"], because: "rule 2: stage draft", rule: 2, excluded: [] } });
  });

  test("explains a choice that comes to nothing", async () => {
    const { explain } = routerOf({ tiers: TIERS });
    const { outcome } = await explain(question({ demands: { tools: "reliable" } }));
    assert.ok("refusal" in outcome);
    assert.equal(outcome.refusal.code, "route/none");
  });

  test("passes on what goes wrong elsewhere", async () => {
    const made = router(Routes.parse({ tiers: TIERS }), {
      failureRateOf: async () => Promise.reject(new Error("the disk is gone")),
      reliabilityOf: async () => undefined,
    });
    await assert.rejects(made.explain(question()), { message: "the disk is gone" });
  });

  test("whatever the rules are, the first that fits decides", async () => {
    const name = fc.constantFrom("a", "b", "c", "*", "a*", "*b");
    const when = fc.record({ pipeline: name, stage: fc.array(name, { minLength: 1, maxLength: 2 }) }, { requiredKeys: [] });
    const rules = fc.array(when, { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(rules, fc.constantFrom("a", "b", "ab"), fc.constantFrom("a", "b", "c"), async (whens, pipeline, stage) => {
        const list = whens.map((one, index) => ({ when: one, use: [`m${index}`] }));
        const fitting = whens.map((one) => {
          const like = (pattern: string, found: string) => new RegExp(`^${pattern.replaceAll("*", ".*")}$`).test(found);
          return (
            (one.pipeline === undefined || like(one.pipeline, pipeline)) &&
            (one.stage === undefined || one.stage.some((pattern) => like(pattern, stage)))
          );
        });
        const first = fitting.indexOf(true);
        const made = router(
          { ...Routes.parse({ tiers: TIERS }), rules: list },
          { failureRateOf: async () => 0, reliabilityOf: async () => undefined },
        );
        const choice = await made.choose(question({ pipeline, stage }));
        assert.equal(choice.rule, first < 0 ? undefined : first + 1);
        assert.equal(choice.models[0], first < 0 ? "small" : `m${first}`);
      }),
    );
  });
});
