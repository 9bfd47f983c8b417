import { realpath } from "node:fs/promises";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { runCommand } from "../../src/command/index.js";
import { type AnyImplementation, implement, StagewrightError } from "../../src/dsl/index.js";
import { cleanEnvironment, type Environment, secretsOf } from "./clean-environment.js";
import { type CommandRule, ruleFor } from "./command-rules.js";
import { commands } from "./commands.js";
import { keptOutput } from "./kept-output.js";

export interface CommandsOptions {
  /** The folder that commands run in, or below. */
  readonly cwd: string;
  readonly allow: readonly CommandRule[];
  /** Default 60,000. */
  readonly timeoutMs?: number;
  /** A program that writes more is stopped, and its output is lost. Default 64 MiB. */
  readonly maxBytes?: number;
  /** Default: `.stagewright/output` in `cwd`. */
  readonly spillFolder?: string;
  /** Of which each program sees a harmless part. Default: that of this process. */
  readonly env?: Environment;
}

/**
 * Programs of this machine: those on the list, with the arguments that the list allows, without a shell, within a time.
 *
 * Throws `commands/not-allowed`, `commands/outside`, and what `runCommand` throws.
 *
 * @example
 * allowedCommands({ cwd: ".", allow: [{ program: "df", args: ["-P"], rest: /[\w./-]+/ }] });
 */
export function allowedCommands(options: CommandsOptions): AnyImplementation {
  const { allow, timeoutMs = 60_000, maxBytes, env = process.env } = options;
  const root = resolve(options.cwd);
  const spillFolder = resolve(root, options.spillFolder ?? ".stagewright/output");
  return implement(commands, "programs", {
    run: {
      async perform({ program, args, cwd, maxChars }, { signal }) {
        const rule = ruleFor(program, args, allow);
        const { stdout, stderr, exitCode } = await runCommand({
          ...{ program, args, signal, timeoutMs, ...(maxBytes !== undefined && { maxBytes }) },
          cwd: await folderInside(root, cwd),
          env: cleanEnvironment(env, rule.env),
        });
        // A program that prints the key it was given would carry it into the journal.
        const hidden = (text: string) => secretsOf(env, rule.env).reduce((kept, secret) => kept.replaceAll(secret, "[hidden]"), text);
        const limits = { maxChars, spillFolder, root };
        return {
          ...{ program, args, exitCode },
          stdout: await keptOutput(hidden(stdout), limits),
          stderr: await keptOutput(hidden(stderr), limits),
        };
      },
    },
  });
}

/** Where links really lead decides. A folder that is not there is named by whoever starts the program. */
async function folderInside(root: string, cwd: string): Promise<string> {
  const asked = resolve(root, cwd);
  const real = await realpath(asked).catch(() => asked);
  const realRoot = await realpath(root).catch(() => root);
  const isInside = (folder: string, path: string) => {
    const way = relative(folder, path);
    return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
  };
  if (isInside(root, asked) && (real === asked || isInside(realRoot, real))) return real;
  throw new StagewrightError("commands/outside", `"${cwd}" leads out of "${root}", where commands run`, {
    hint: "name a folder inside it",
  });
}
