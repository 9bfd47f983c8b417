import { type CommandResult, runCommand } from "../../src/command/index.js";
import { isStagewrightError, StagewrightError } from "../../src/dsl/index.js";

export type Environment = Readonly<Record<string, string | undefined>>;

export interface GitCall {
  readonly cwd: string;
  readonly env: Environment;
  readonly signal: AbortSignal;
  readonly input?: string;
}

/** Says where git finds its own programs and its configuration; every other GIT_ variable could point it at another repository. */
const KEPT = new Set(["GIT_EXEC_PATH", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_CEILING_DIRECTORIES"]);

/** Nothing is written, fetched or asked, and no program runs that the repository or its owner configured. */
const SETTINGS = ["core.quotepath=off", "core.fsmonitor=false", "core.hooksPath=/dev/null", "protocol.allow=never", "format.pretty=medium"];

/** What git wrote; undefined where it failed and had nothing to say, which is how it answers "no" to a quiet question. */
export async function askGit(args: readonly string[], call: GitCall): Promise<string | undefined> {
  const { stdout, stderr, exitCode } = await runGit(args, call);
  if (exitCode === 0) return stdout;
  if (stderr.trim() === "") return undefined;
  throw failure(stderr, call.cwd);
}

/** The same, for a call that has no reason to fail. */
export async function callGit(args: readonly string[], call: GitCall): Promise<string> {
  const said = await askGit(args, call);
  if (said === undefined) throw failure("it did not say why", call.cwd);
  return said;
}

async function runGit(args: readonly string[], { cwd, env, signal, input }: GitCall): Promise<CommandResult> {
  const settings = SETTINGS.flatMap((setting) => ["-c", setting]);
  const command = { program: "git", args: ["--no-pager", ...settings, ...args], cwd, env: environment(env), signal };
  try {
    return await runCommand(input === undefined ? command : { ...command, input });
  } catch (error) {
    if (isStagewrightError(error) && error.code === "command/no-folder") throw notARepository(cwd, error);
    throw error;
  }
}

function failure(said: string, folder: string): StagewrightError {
  if (/not a git repository/.test(said)) return notARepository(folder);
  if (/dubious ownership/.test(said)) {
    return new StagewrightError("git/not-trusted", `git does not trust the repository in "${folder}", which somebody else owns`, {
      hint: `if you trust it: git config --global --add safe.directory "${folder}"`,
    });
  }
  if (/from promisor remote/.test(said)) {
    return new StagewrightError(
      "git/incomplete",
      `the repository in "${folder}" is a partial clone, and lacks what the question is about`,
      {
        hint: "run `git log --numstat` there once, which fetches what is missing",
      },
    );
  }
  return new StagewrightError("git/failed", `git failed in "${folder}": ${said.trim()}`, {
    hint: "run `git fsck` there to see whether the repository is sound",
  });
}

function environment(env: Environment): Environment {
  const inherited = Object.entries(env).filter(([name]) => !name.startsWith("GIT_") || KEPT.has(name));
  return {
    ...Object.fromEntries(inherited),
    LC_ALL: "C",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    // A partial clone would fetch what it lacks, by whatever transport it configures.
    GIT_NO_LAZY_FETCH: "1",
    GIT_ALLOW_PROTOCOL: "none",
  };
}

function notARepository(folder: string, cause?: unknown): StagewrightError {
  return new StagewrightError("git/not-a-repository", `"${folder}" is not in a git repository`, {
    hint: "name a folder inside one, or make one with `git init`",
    cause,
  });
}
