import type { Command } from "commander";

/** Options that several commands share, so that they are worded once. */
export function storeOption(command: Command): Command {
  return command.option("--store <dir>", 'where the runs are kept (default ".stagewright")');
}

export function printOptions(command: Command): Command {
  return command
    .option("--json", "print JSON on standard output, errors too")
    .option("--verbose", "say more; of an error, where it happened");
}

export function configOption(command: Command, otherwise = 'the "stagewright.config.ts" of the folder, where there is one'): Command {
  return command.option("--config <file>", `the config (default: ${otherwise})`);
}

export function pipelineOption(command: Command): Command {
  return command.option("--pipeline <file>", "the run's pipeline, where its file has moved");
}

export function modelOption(command: Command, otherwise: string): Command {
  return command.option(
    "--model <name>",
    `the model of every write stage that names none: embedded, a name of the config, openai:<base-url>#<model>, anthropic:#<model> or ollama:#<model> (default: ${otherwise})`,
  );
}

export interface PrintOptions {
  readonly json?: true;
  readonly verbose?: true;
}

export interface ConfigOption {
  readonly config?: string;
}

export interface StoreOption {
  readonly store?: string;
}

export function examples(command: Command, lines: readonly string[]): void {
  command.addHelpText("after", `\nExamples:\n${lines.map((line) => `  ${line}\n`).join("")}`);
}

export interface LearnOption {
  readonly learn?: true;
}

export function learnOption(command: Command): Command {
  return command.option("--learn", "when the run has ended, keep what went wrong in it as lessons");
}
