import type { Command } from "commander";
import { StagewrightError } from "../../dsl/index.js";
import { decideGate } from "../../runner/index.js";
import type { Invocation } from "../command-list.js";
import { configOption, examples, learnOption, pipelineOption, printOptions, storeOption } from "../common-options.js";
import { type DecidingOptions, deciding } from "../deciding.js";

interface RejectOptions extends DecidingOptions {
  readonly reason: string;
}

export function define(command: Command, { surroundings, end }: Invocation): void {
  command
    .argument("<run>", "a run's name, the beginning of it, or last; of several questions, the run that asks")
    .requiredOption("--reason <text>", "what is wrong: handed to the stage that does it again")
    .option("--gate <stage>", "the stage that asks, where several do")
    .option("--no-resume", "only note the decision");
  pipelineOption(command);
  configOption(command, "the one that the run was started with");
  storeOption(command);
  learnOption(command);
  printOptions(command);
  examples(command, [
    'stagewright reject last --reason "the numbers are of last week"',
    'stagewright reject last --gate approve --reason "too long" --no-resume',
  ]);
  command.action(async (given: string, options: RejectOptions) => {
    const reason = options.reason.trim();
    if (reason === "")
      throw new StagewrightError("gate/reason", "the reason is empty", { hint: "say what is wrong: the next version is written by it" });
    end(
      await deciding(given, options, {
        surroundings,
        decide: async (question, { rig }) => {
          if (question.waiting.on === "effect") {
            throw new StagewrightError("effect/which", `"${question.stage}" of run "${question.run}" asks whether an effect happened`, {
              hint: "say `approve` with --it-happened or --do-it",
            });
          }
          await decideGate(question.pipeline, question.run, { decision: "reject", reason }, { ...rig.options, where: "command line" });
          return `${question.stage} of run ${question.run} is rejected: ${reason}`;
        },
      }),
    );
  });
}
