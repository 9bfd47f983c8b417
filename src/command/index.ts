export { type Command, type CommandResult, runCommand } from "./run-command.js";
