import type { Command } from "commander";
import type { Invocation } from "../command-list.js";
import { examples } from "../common-options.js";
import { changeCommands } from "../lessons/change-commands.js";
import { evalCommand } from "../lessons/eval-command.js";
import { learnCommand } from "../lessons/learn-command.js";
import { promoteCommand } from "../lessons/promote-command.js";
import { showCommands } from "../lessons/show-commands.js";

export function define(command: Command, invocation: Invocation): void {
  examples(command, [
    "stagewright lessons overlay publisher --stage draft",
    "stagewright lessons list publisher",
    'stagewright lessons add publisher "Say what a number counts." --stage draft',
    "stagewright lessons learn last",
    "stagewright lessons eval publisher --cases cases.jsonl",
  ]);
  showCommands(command, invocation);
  changeCommands(command, invocation);
  learnCommand(command, invocation);
  promoteCommand(command, invocation);
  evalCommand(command, invocation);
}
