import type { Command } from "commander";
import { StagewrightError } from "../../dsl/index.js";
import { resumeRun } from "../../runner/index.js";
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
import type { ExitCode } from "../exit-code.js";
import { foreground } from "../foreground.js";
import { goingOn } from "../going-on.js";
import { assertStage } from "../known-stage.js";
import { onlyOne } from "../only-one.js";
import { resumeDue } from "../resume-due.js";
import type { Surroundings } from "../surroundings.js";

interface ResumeOptions extends PrintOptions, StoreOption, ConfigOption, LearnOption {
  readonly due?: true;
  readonly from?: string;
  readonly acceptChanges?: true;
  readonly model?: string;
  readonly pipeline?: string;
}

export function define(command: Command, { surroundings, end }: Invocation): void {
  command
    .argument("[run]", "a run's name, the beginning of it, or last")
    .option("--due", "every run that waited for its budget and has room now, in place of one that is named")
    .option("--from <stage>", "go back to this stage first: it and all after it run again")
    .option("--accept-changes", "go on although finished stages have changed since they ran");
  modelOption(command, "the one that it ran with");
  pipelineOption(command);
  configOption(command, "the one that the run was started with");
  storeOption(command);
  learnOption(command);
  printOptions(command);
  examples(command, [
    "stagewright resume last",
    "stagewright resume publisher-20260319-k3xw7q --from draft --model openai:http://127.0.0.1:8080",
    "stagewright resume --due",
  ]);
  command.action(async (given: string | undefined, options: ResumeOptions) => end(await resume(given, options, surroundings)));
}

async function resume(given: string | undefined, options: ResumeOptions, surroundings: Surroundings): Promise<ExitCode> {
  const { from, acceptChanges = false, model, store, pipeline, config, due } = options;
  const how = { json: options.json === true, verbose: options.verbose === true, learn: options.learn === true, surroundings };
  if (due) {
    onlyOne({ "--due": due, "the name of a run": given });
    for (const [flag, value] of Object.entries({ "--from": from, "--pipeline": pipeline })) onlyOne({ "--due": due, [flag]: value });
    return resumeDue({ store, config, model, acceptChanges }, how);
  }
  if (given === undefined) {
    throw new StagewrightError("usage/run", "no run is named", {
      hint: "name one, or last; --due is for all that waited for their budgets and have room now",
    });
  }
  const { rig, root, run } = await goingOn({ run: given, store, pipeline, config, model, of: "root", surroundings });
  if (root !== run) surroundings.err.write(`run ${run} hangs on run ${root}, which goes on\n`);
  if (from !== undefined) assertStage(rig.loaded.pipeline, from);
  return foreground(
    rig,
    (runner) => resumeRun(rig.loaded.pipeline, root, { ...runner, acceptChanges, ...(from !== undefined && { from }) }),
    how,
  );
}
