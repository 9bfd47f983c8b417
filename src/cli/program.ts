import { Command, CommanderError } from "commander";
import { COMMANDS } from "./command-list.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import type { Surroundings } from "./surroundings.js";

const EXAMPLES = `
Examples:
  stagewright run publisher --day 2026-03-19
  stagewright runs
  stagewright approve last

Exit codes: 0 done, 1 failed, 2 bad usage or configuration, 3 waits for a person, 130 interrupted.
With --json an error is one JSON value on standard output, too: {"error": {"code", "message", "hint", "place"}}.
`;

/** The whole command line: what was typed in, how it ended out. */
export async function runProgram(typed: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  const args = typed[0] === "help" && typed[1] !== undefined ? [typed[1], "--help"] : typed;
  let ended: ExitCode = EXIT.done;
  try {
    if (args[0] === "--version" || args[0] === "-V") {
      const { packageVersion } = await import("./package-version.js");
      surroundings.out.write(`${await packageVersion()}\n`);
      return EXIT.done;
    }
    const program = bareProgram(surroundings);
    for (const { name, summary, load } of COMMANDS) {
      const command = program.command(name).description(summary);
      if (name !== args[0]) continue;
      const { define } = await load();
      await define(command, {
        args: args.slice(1),
        surroundings,
        end: (code) => {
          ended = code;
        },
      });
    }
    await program.parseAsync(args, { from: "user" });
    return ended;
  } catch (error) {
    return reportError(error, args, surroundings);
  }
}

function bareProgram({ out, err }: Surroundings): Command {
  const program = new Command("stagewright")
    .description("The code runs the project; the model does one bounded stage at a time.")
    .option("-V, --version", "print the version")
    .helpCommand("help [command]", "show help for a command")
    .exitOverride()
    .showSuggestionAfterError()
    .configureHelp({ showGlobalOptions: false })
    .configureOutput({
      writeOut: (text) => out.write(text),
      writeErr: (text) => err.write(text),
      // Errors are thrown, and worded in one place.
      outputError: () => {},
      getOutHelpWidth: () => Math.max(60, out.columns),
      getErrHelpWidth: () => Math.max(60, err.columns),
    });
  return program.addHelpText("after", EXAMPLES);
}

async function reportError(error: unknown, args: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  if (error instanceof CommanderError && error.exitCode === 0) return EXIT.done;
  // No command at all: the help has been printed.
  if (error instanceof CommanderError && error.code === "commander.help") return EXIT.usage;
  const { errorJson, errorText, exitCodeOf } = await import("./print-error.js");
  const { usageError } = await import("./usage-error.js");
  const isKnown = COMMANDS.some(({ name }) => name === args[0]);
  // The flags of a pipeline are listed with it.
  const named = args[0] === "run" && args[1]?.startsWith("-") === false ? [args[1]] : [];
  const helpLine = [surroundings.program, ...(isKnown ? [args[0], ...named] : []), "--help"].join(" ");
  const worded = error instanceof CommanderError ? usageError(error, helpLine) : error;
  if (args.includes("--json")) surroundings.out.write(errorJson(worded));
  else surroundings.err.write(errorText(worded, { verbose: args.includes("--verbose") }));
  return exitCodeOf(worded);
}
