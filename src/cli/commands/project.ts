import type { Command } from "commander";
import type { Invocation } from "../command-list.js";
import { examples } from "../common-options.js";
import { goOnCommands } from "../project/go-on-commands.js";
import { lookCommands } from "../project/look-commands.js";
import { startCommand } from "../project/start-command.js";

export function define(command: Command, invocation: Invocation): void {
  examples(command, [
    'stagewright project start dossier --goal "What is known about the mill?" --sources "notes/**/*.md"',
    "stagewright project tasks last",
    'stagewright project block last doubt --reason "more notes come on Monday"',
    "stagewright project unblock last doubt",
    'stagewright project show last --ask "Who owned the mill?"',
  ]);
  startCommand(command, invocation);
  lookCommands(command, invocation);
  goOnCommands(command, invocation);
}
