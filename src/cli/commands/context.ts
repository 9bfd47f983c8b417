import type { Command } from "commander";
import { type AnyPipeline, asksModel } from "../../dsl/index.js";
import { MemoryRules, MemorySettings, openMemory } from "../../memory/index.js";
import { estimateTokens } from "../../model/index.js";
import { fileSources, newestRuns, type ReadRun, readRun } from "../../runner/index.js";
import type { Store } from "../../store/index.js";
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
import { type Asked, contextOfStage, type StageContext } from "../context/context-of-stage.js";
import { agentText, contextText } from "../context/context-text.js";
import { agentStagesIn } from "../doctor/agent-stages.js";
import { agentsOf } from "../doctor/agents-of.js";
import { EXIT, type ExitCode } from "../exit-code.js";
import { findRun } from "../find-run.js";
import { loadConfig } from "../load-config.js";
import { findPipeline, loadPipeline } from "../load-pipeline.js";
import { openStore } from "../open-store.js";
import { pipelinesIn } from "../pipeline-tree.js";
import { lessonFolders } from "../rig.js";
import { nowOf, type Surroundings } from "../surroundings.js";

interface ContextOptions extends PrintOptions, StoreOption, ConfigOption {
  readonly run?: string;
}

export function define(command: Command, { surroundings, end }: Invocation): void {
  command
    .argument(
      "[pipeline]",
      "a file, or the name of one in pipelines/ or of one that comes with the package; without it, what the memory brings to each agent",
    )
    .option("--run <run>", "the run whose outputs are put in (default: the newest)");
  configOption(command);
  storeOption(command);
  printOptions(command);
  examples(command, ["stagewright context", "stagewright context publisher", "stagewright context publisher --run last --json"]);
  command.action(async (name: string | undefined, options: ContextOptions) => {
    const { cwd } = surroundings;
    if (name === undefined) return end(await ofAgents(options, surroundings));
    const { pipeline } = await loadPipeline(findPipeline(name, cwd), cwd);
    const { config } = await loadConfig(cwd, options.config);
    const run = await runOf(pipeline, openStore(options.store, cwd).store, options.run);
    const now = surroundings.environment?.now() ?? new Date();
    const asked = { config, sources: fileSources(cwd, lessonFolders(cwd)), run, now };
    const stages = (await Promise.all(pipelinesIn(pipeline).map((one) => stagesOf(one, pipeline, asked)))).flat();
    const facts = { pipeline: pipeline.name, ...(run && { run: run.state.run }), stages };
    surroundings.out.write(options.json ? `${JSON.stringify(facts, undefined, 2)}\n` : contextText(facts.pipeline, facts.run, stages));
    end(EXIT.done);
  });
}

/** What of the memory goes into the prompts of each agent. */
async function ofAgents(options: ContextOptions, surroundings: Surroundings): Promise<ExitCode> {
  const { cwd, out } = surroundings;
  const { config, file } = await loadConfig(cwd, options.config);
  const { zone } = config.memory ?? MemorySettings.parse({});
  const memory = openMemory(openStore(options.store, cwd).root, { zone, now: () => nowOf(surroundings) });
  const agents = agentsOf(config, file, cwd, await agentStagesIn(cwd)).agents.map(({ name, memory: rules }) => {
    const loaded = memory.load(rules ?? MemoryRules.parse({ always: [], days: 0, journal: 0 }), {
      countTokens: (text) => estimateTokens([text]),
    });
    return { agent: name, atMost: rules?.tokens ?? 0, tokens: loaded.tokens, files: loaded.contextShares };
  });
  if (options.json) out.write(`${JSON.stringify({ agents }, undefined, 2)}\n`);
  else out.write(agents.length === 0 ? "no agent is named\n" : agents.map(agentText).join("\n"));
  return EXIT.done;
}

/** The stages that ask a model; those of a nested pipeline go by its name too, and nothing is known yet of what they are given. */
async function stagesOf(one: AnyPipeline, root: AnyPipeline, asked: Asked): Promise<readonly StageContext[]> {
  const isRoot = one === root;
  const stages = await Promise.all(
    one.stages.filter(asksModel).map((stage) => contextOfStage(stage, isRoot ? asked : { ...asked, run: undefined })),
  );
  return isRoot ? stages : stages.map((stage) => ({ ...stage, stage: `${one.name}/${stage.stage}` }));
}

async function runOf(pipeline: AnyPipeline, store: Store, given: string | undefined): Promise<ReadRun | undefined> {
  if (given !== undefined) return readRun(store, await findRun(store, given));
  for await (const run of newestRuns(store, pipeline.name, 1)) return run;
  return undefined;
}
