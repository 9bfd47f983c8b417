import { isStagewrightError, StagewrightError } from "../dsl/index.js";
import type { Complexity, RouteChoice, RouteQuestion } from "./choice.js";
import { complexityOf } from "./complexity.js";
import type { Routes } from "./routes.js";
import { misfit, ruleText } from "./rule.js";

/** What a probe found of a model's tool calls. */
export interface Reliability {
  readonly passed: boolean;
  /** In words: `71 of 100 calls were right, expected 95`. */
  readonly why?: string;
}

export interface RouterParts {
  /** How often a stage's attempts have failed, from 0 to 1. Asked only where no rule fits. */
  readonly failureRateOf: (pipeline: string, stage: string) => Promise<number>;
  /** What the last probe of a model found; nothing where there was none. Asked only where a stage demands reliable tools. */
  readonly reliabilityOf: (model: string) => Promise<Reliability | undefined>;
}

export interface RuleTried {
  /** From 1, in the order of the config. */
  readonly rule: number;
  readonly asks: string;
  readonly use: readonly string[];
  /** Why it does not fit; not there where it does. The rules behind that one are not tried. */
  readonly misfit?: string;
}

/** All that goes into a choice, also where it comes to none. */
export interface RouteExplanation {
  readonly rules: readonly RuleTried[];
  /** Also where a rule has decided, and this had no say. */
  readonly complexity: Complexity;
  readonly outcome: { readonly choice: RouteChoice } | { readonly refusal: StagewrightError };
}

export interface Router {
  /** @throws StagewrightError `route/none` where no model may be used, which says what to do. */
  choose(question: RouteQuestion): Promise<RouteChoice>;
  explain(question: RouteQuestion): Promise<RouteExplanation>;
}

/** Chooses the models of stages by the routes of a config. */
export function router(routes: Routes, { failureRateOf, reliabilityOf }: RouterParts): Router {
  const complexity = async ({ pipeline, stage, signals }: RouteQuestion) =>
    complexityOf(signals, await failureRateOf(pipeline, stage), routes.complexity);

  async function choose(question: RouteQuestion): Promise<RouteChoice> {
    const index = routes.rules.findIndex(({ when }) => misfit(when, question) === undefined);
    const rule = routes.rules[index];
    if (rule !== undefined) {
      return eligible(rule.use, question, { because: `rule ${index + 1}: ${ruleText(rule.when)}`, rule: index + 1 });
    }
    if (routes.tiers === undefined) throw noRule(question);
    const found = await complexity(question);
    const because = `complexity ${found.score.toFixed(2)}: ${found.tier}`;
    return eligible(routes.tiers[found.tier], question, { because, complexity: found });
  }

  async function eligible(
    chain: readonly string[],
    question: RouteQuestion,
    reason: Pick<RouteChoice, "because" | "rule" | "complexity">,
  ): Promise<RouteChoice> {
    const models: string[] = [];
    const excluded: { model: string; why: string }[] = [];
    for (const model of new Set(chain)) {
      const why = question.demands?.tools === "reliable" ? unreliable(await reliabilityOf(model)) : undefined;
      if (why === undefined) models.push(model);
      else excluded.push({ model, why });
    }
    if (models.length === 0) throw noneEligible(question, reason.because, excluded);
    return { models, ...reason, excluded };
  }

  return {
    choose,
    explain: async (question) => {
      const outcome = await choose(question).then(
        (choice) => ({ choice }),
        (error: unknown) => {
          if (isStagewrightError(error) && error.code === "route/none") return { refusal: error };
          throw error;
        },
      );
      return { rules: rulesTried(routes, question), complexity: await complexity(question), outcome };
    },
  };
}

function rulesTried({ rules }: Routes, question: RouteQuestion): readonly RuleTried[] {
  const tried: RuleTried[] = [];
  for (const [index, { when, use }] of rules.entries()) {
    const why = misfit(when, question);
    tried.push({ rule: index + 1, asks: ruleText(when), use, ...(why !== undefined && { misfit: why }) });
    if (why === undefined) break;
  }
  return tried;
}

function unreliable(found: Reliability | undefined): string | undefined {
  if (found === undefined) return "its tool calls were never probed";
  return found.passed ? undefined : `its tool calls are not reliable${found.why === undefined ? "" : `: ${found.why}`}`;
}

function noRule({ pipeline, stage }: RouteQuestion): StagewrightError {
  return new StagewrightError("route/none", `no rule fits stage "${stage}" of pipeline "${pipeline}", and there are no tiers`, {
    hint: "add `tiers` to `routes`, or a last rule with an empty `when`",
  });
}

function noneEligible({ stage }: RouteQuestion, because: string, excluded: RouteChoice["excluded"]): StagewrightError {
  const each = excluded.map(({ model, why }) => `"${model}": ${why}`).join("; ");
  return new StagewrightError(
    "route/none",
    `stage "${stage}" demands reliable tools, and no model of its route (${because}) has them: ${each}`,
    {
      hint: `probe a model, ${excluded.map(({ model }) => `\`stagewright probe ${model}\``).join(" or ")}, or put one that passes into the route`,
    },
  );
}
