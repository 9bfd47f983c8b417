import type { Command } from "commander";
import { resumeRun } from "../../runner/index.js";
import type { Invocation } from "../command-list.js";
import {
  examples,
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

interface ResumeOptions extends PrintOptions, StoreOption {
  readonly from?: string;
  readonly acceptChanges?: true;
  readonly model?: string;
  readonly pipeline?: string;
}

export function define(command: Command, { surroundings, end }: Invocation): void {
  command
    .argument("<run>", "a run's name, the beginning of it, or last")
    .option("--from <stage>", "go back to this stage first: it and all after it run again")
    .option("--accept-changes", "go on although finished stages have changed since they ran");
  modelOption(command, "the one that it ran with");
  pipelineOption(command);
  storeOption(command);
  printOptions(command);
  examples(command, [
    "stagewright resume last",
    "stagewright resume publisher-20260319-k3xw7q --from draft --model openai:http://127.0.0.1:8080",
  ]);
  command.action(async (given: string, options: ResumeOptions) => {
    const { from, acceptChanges = false, model, store, pipeline } = options;
    const { rig, root, run } = await goingOn({ run: given, store, pipeline, model, of: "root", surroundings });
    if (root !== run) surroundings.err.write(`run ${run} hangs on run ${root}, which goes on\n`);
    if (from !== undefined) assertStage(rig.loaded.pipeline, from);
    const how = { json: options.json === true, verbose: options.verbose === true, surroundings };
    end(
      await foreground(
        rig,
        (runner) => resumeRun(rig.loaded.pipeline, root, { ...runner, acceptChanges, ...(from !== undefined && { from }) }),
        how,
      ),
    );
  });
}
