export { allowedCommands, type CommandsOptions } from "./allowed-commands.js";
export type { ArgumentRule, CommandRule } from "./command-rules.js";
export { CommandOutcome, commands } from "./commands.js";
export { commandsRecording } from "./recording.js";
