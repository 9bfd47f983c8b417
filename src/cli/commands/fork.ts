import { resolve } from "node:path";
import type { Command } from "commander";
import { forkRun, readRun } from "../../runner/index.js";
import type { Invocation } from "../command-list.js";
import {
  type ConfigOption,
  configOption,
  examples,
  type LearnOption,
  learnOption,
  modelOption,
  type PrintOptions,
  pipelineOption,
  printOptions,
  type StoreOption,
  storeOption,
} from "../common-options.js";
import { foreground } from "../foreground.js";
import { goingOn } from "../going-on.js";
import { assertStage } from "../known-stage.js";
import { launchOf } from "../launch.js";
import { shortPath } from "../load-pipeline.js";

interface ForkOptions extends PrintOptions, StoreOption, ConfigOption, LearnOption {
  readonly from: string;
  readonly model?: string;
  readonly pipeline?: string;
}

export function define(command: Command, { surroundings, end }: Invocation): void {
  command
    .argument("<run>", "the run to take over from: its name, the beginning of it, or last")
    .requiredOption("--from <stage>", "the first stage to run anew; what came before it is taken over");
  modelOption(command, "the one that the other run had");
  pipelineOption(command);
  configOption(command, "the one that the other run was started with");
  storeOption(command);
  learnOption(command);
  printOptions(command);
  examples(command, [
    "stagewright fork last --from draft",
    "stagewright fork last --from draft --model openai:http://127.0.0.1:8080#qwen3",
  ]);
  command.action(async (given: string, options: ForkOptions) => {
    const { from, store, pipeline, config } = options;
    const configIn = (cwd: string) => (config === undefined ? {} : { config: shortPath(resolve(surroundings.cwd, config), cwd) });
    const { rig, root } = await goingOn({ run: given, store, pipeline, config, model: options.model, of: "run", surroundings });
    assertStage(rig.loaded.pipeline, from);
    const { state } = await readRun(rig.open.store, root);
    const model = options.model ?? state.model;
    const { record: _, ...before } = state.started?.launch ?? {};
    const launch = { ...before, ...launchOf(rig.loaded, rig.cwd, { ...configIn(rig.cwd) }) };
    const how = { json: options.json === true, verbose: options.verbose === true, learn: options.learn === true, surroundings };
    end(await foreground(rig, (runner) => forkRun(rig.loaded.pipeline, root, { ...runner, from, model, launch }), how));
  });
}
