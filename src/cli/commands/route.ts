import type { Command } from "commander";
import { StagewrightError } from "../../dsl/index.js";
import { coloursFor } from "../colours.js";
import type { Invocation } from "../command-list.js";
import {
  type ConfigOption,
  configOption,
  examples,
  type PrintOptions,
  printOptions,
  type StoreOption,
  storeOption,
} from "../common-options.js";
import { configRouter } from "../config-router.js";
import { EXIT } from "../exit-code.js";
import { loadConfig } from "../load-config.js";
import { findPipeline, loadPipeline } from "../load-pipeline.js";
import { openStore } from "../open-store.js";
import { type RouteFacts, routeFacts } from "../route-facts.js";
import { routeReport } from "../route-report.js";

interface ExplainOptions extends PrintOptions, StoreOption, ConfigOption {
  readonly trigger?: string;
  readonly channel?: string;
  readonly session?: string;
}

export function define(command: Command, { surroundings, end }: Invocation): void {
  examples(command, ["stagewright route explain publisher", "stagewright route explain publisher draft --json"]);
  const explain = command
    .command("explain")
    .description("which model each stage would get now, and why: rules, every signal, its weight and share")
    .argument("<pipeline>", "a file, or the name of one in pipelines/ or of one that comes with the package")
    .argument("[stage]", "only this stage")
    .option("--trigger <name>", "as if the run were started by this: cron, a hook …")
    .option("--channel <name>", "as if its matter had come this way: mail, chat …")
    .option("--session <name>", "as if it belonged to a session of this kind");
  configOption(explain);
  storeOption(explain);
  printOptions(explain);
  examples(explain, [
    "stagewright route explain publisher",
    "stagewright route explain publisher draft --trigger cron",
    "stagewright route explain publisher --json",
  ]);
  explain.action(async (name: string, stage: string | undefined, options: ExplainOptions) => {
    const { cwd, env, out } = surroundings;
    const { config, file } = await loadConfig(cwd, options.config);
    const open = openStore(options.store, cwd);
    const { pipeline } = await loadPipeline(findPipeline(name, cwd), cwd);
    const router = configRouter(config, open);
    if (router === undefined || config.routes === undefined) throw noRoutes(file);
    const { trigger, channel, session } = options;
    const { thresholds, curves } = config.routes.complexity;
    const facts = await routeFacts({
      pipeline,
      stage,
      origin: {
        ...(trigger !== undefined && { trigger }),
        ...(channel !== undefined && { channel }),
        ...(session !== undefined && { session }),
      },
      router,
      store: open.store,
      assumedTokens: curves.inputTokens,
    });
    out.write(
      options.json
        ? `${JSON.stringify({ pipeline: pipeline.name, thresholds, stages: facts.map(inJson) }, undefined, 2)}\n`
        : routeReport(facts, thresholds, coloursFor(out, env)),
    );
    // So that a job can ask beforehand whether every stage would have a model.
    end(facts.some((one) => "explanation" in one && "refusal" in one.explanation.outcome) ? EXIT.failed : EXIT.done);
  });
}

function inJson(facts: RouteFacts): object {
  if ("own" in facts) return facts;
  const { explanation, ...rest } = facts;
  const { outcome, ...more } = explanation;
  if ("choice" in outcome) return { ...rest, ...more, choice: outcome.choice };
  const { code, message, hint } = outcome.refusal;
  return { ...rest, ...more, refusal: { code, message, hint } };
}

function noRoutes(file: string | undefined): StagewrightError {
  return new StagewrightError("route/none", file === undefined ? "there is no config here" : `"${file}" has no routes`, {
    hint: 'write `routes` into stagewright.config.ts: `export default { routes: { rules: [{ when: {}, use: ["embedded"] }] } }`',
  });
}
