import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { type CommandResult, runCommand } from "../../src/command/index.js";
import { isStagewrightError, StagewrightError } from "../../src/dsl/index.js";

type Environment = Readonly<Record<string, string | undefined>>;

export interface GitRun {
  /** Left out for what, once begun, must be brought to an end that is known. */
  readonly signal?: AbortSignal;
  readonly input?: string;
  readonly env?: Environment;
}

export interface AgentGit {
  /** What git wrote. Throws `coding-agent/git`. */
  ask(args: readonly string[], run?: GitRun): Promise<string>;
  /** The same, however it ended. */
  run(args: readonly string[], run?: GitRun): Promise<CommandResult>;
}

/** Says where git finds its programs, its settings and its keys; any other GIT_ variable could lead it elsewhere. */
const KEPT = new Set([
  ...["GIT_EXEC_PATH", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM"],
  ...["GIT_SSH", "GIT_SSH_COMMAND", "GIT_SSL_CAINFO"],
]);

/** No hook runs, nothing is signed, tidied up or pushed beside the one branch, and no address starts a program. */
const SETTINGS = [
  ...["core.hooksPath=/dev/null", "core.fsmonitor=false", "core.quotepath=off", "gc.auto=0", "maintenance.auto=false"],
  ...["commit.gpgSign=false", "push.gpgSign=false", "push.followTags=false", "push.recurseSubmodules=no", "submodule.recurse=false"],
  ...["log.showSignature=false", "protocol.allow=never", "protocol.https.allow=always", "protocol.ssh.allow=always"],
  ...["protocol.file.allow=always"],
].flatMap((setting) => ["-c", setting]);

/** git in one place: `at` are the arguments that say where, before any other. */
export function agentGit({
  cwd,
  env,
  at = [],
}: {
  readonly cwd: string;
  readonly env: Environment;
  readonly at?: readonly string[];
}): AgentGit {
  const inherited = Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("GIT_") || KEPT.has(name)));
  const quiet = { LC_ALL: "C", GIT_TERMINAL_PROMPT: "0", GIT_ASKPASS: "", SSH_ASKPASS_REQUIRE: "never", GIT_OPTIONAL_LOCKS: "0" };

  const run = async (args: readonly string[], { signal, input, env: more = {} }: GitRun = {}) => {
    try {
      return await runCommand({
        program: "git",
        args: ["--no-pager", ...SETTINGS, ...at, ...args],
        cwd,
        env: { ...inherited, ...quiet, ...more },
        timeoutMs: 120_000,
        signal: signal ?? new AbortController().signal,
        ...(input !== undefined && { input }),
      });
    } catch (error) {
      if (isStagewrightError(error) && error.code === "command/no-folder") throw notARepository(cwd, error);
      throw error;
    }
  };
  return {
    run,
    async ask(args, options) {
      const { stdout, stderr, exitCode } = await run(args, options);
      if (exitCode === 0) return stdout;
      if (/not a git repository|must be run in a work tree/.test(stderr)) throw notARepository(cwd);
      throw new StagewrightError("coding-agent/git", `git ${args[0] ?? ""} failed in "${cwd}": ${stderr.trim() || "it did not say why"}`, {
        hint: "see what it says, mend that, and go on with the run",
      });
    },
  };
}

/** A repository with a checkout. */
export interface Repository {
  /** Of the checkout. */
  readonly top: string;
  /** What all its worktrees share. */
  readonly common: string;
  /** The folder that was named, from the top, with a slash at its end. */
  readonly folder: string;
  readonly git: AgentGit;
}

/** Throws `coding-agent/no-repository`. */
export async function openRepository(folder: string, env: Environment, signal: AbortSignal): Promise<Repository> {
  signal.throwIfAborted();
  const where = ["rev-parse", "--git-common-dir", "--show-toplevel", "--show-prefix"];
  const [common = "", top = "", prefix = ""] = (await agentGit({ cwd: folder, env }).ask(where, { signal })).split("\n");
  return { top, common: await realpath(resolve(folder, common)), folder: prefix, git: agentGit({ cwd: top, env }) };
}

function notARepository(folder: string, cause?: unknown): StagewrightError {
  return new StagewrightError("coding-agent/no-repository", `"${folder}" is not in the checkout of a git repository`, {
    hint: "name a folder inside one",
    cause,
  });
}
