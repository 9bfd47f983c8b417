import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { type CommandResult, runCommand } from "../../src/command/index.js";
import type { Credential } from "../../src/credentials/index.js";
import { isStagewrightError, StagewrightError } from "../../src/dsl/index.js";

type Environment = Readonly<Record<string, string | undefined>>;

export interface BlogGitOptions {
  /** A bare repository of this adapter's own, made where there is none. */
  readonly store: string;
  /** As git takes an address. */
  readonly remote: string;
  readonly env: Environment;
  readonly token: () => Credential | undefined;
  /** The user's name that goes with the token. */
  readonly user: string;
  readonly timeoutMs: number;
}

export interface GitRun {
  /** Left out for what, once begun, must be brought to an end that is known. */
  readonly signal?: AbortSignal;
  readonly input?: string;
  readonly env?: Environment;
}

export interface BlogGit {
  /** What git wrote. Throws `blog/git`, or `blog/unreachable` where the remote was asked. */
  ask(args: readonly string[], run?: GitRun): Promise<string>;
  /** The same, however it ended. */
  run(args: readonly string[], run?: GitRun): Promise<CommandResult>;
  /** What git says, without the token. */
  inWords(text: string): string;
}

/** Says where git finds its programs, its settings and its keys; any other GIT_ variable could lead it elsewhere. */
const KEPT = new Set([
  ...["GIT_EXEC_PATH", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM"],
  ...["GIT_SSH", "GIT_SSH_COMMAND", "GIT_SSL_CAINFO"],
]);

/**
 * The person's own settings are read for what they alone know: keys, and how they log in. Nothing else of them counts:
 * no hook runs, nothing is signed, tidied up or pushed beside the one branch, and no address starts a program.
 */
const SETTINGS = [
  ...["core.hooksPath=/dev/null", "core.fsmonitor=false", "core.quotepath=off", "core.logAllRefUpdates=false"],
  ...["gc.auto=0", "maintenance.auto=false", "commit.gpgSign=false", "push.gpgSign=false", "push.followTags=false"],
  ...["push.recurseSubmodules=no", "fetch.recurseSubmodules=no", "fetch.prune=false", "submodule.recurse=false", "log.showSignature=false"],
  ...["protocol.allow=never", "protocol.https.allow=always", "protocol.ssh.allow=always", "protocol.file.allow=always"],
];

/** Of the commands here these alone ask the remote. */
const ASKS_REMOTE = new Set(["ls-remote", "fetch", "push"]);

export function blogGit({ store, remote, env, token, user, timeoutMs }: BlogGitOptions): BlogGit {
  const isHere = /^http:\/\/(localhost|127\.[\d.]+|\[::1\])[:/]/.test(remote);
  const settings = [...SETTINGS, ...(isHere ? ["protocol.http.allow=always"] : [])].flatMap((setting) => ["-c", setting]);
  const inWords = (text: string) => token()?.hideIn(text) ?? text;
  let isMade: Promise<void> | undefined;

  async function run(args: readonly string[], { signal, input, env: more = {} }: GitRun = {}): Promise<CommandResult> {
    isMade ??= make();
    await isMade;
    return started([`--git-dir=${store}`, ...args], { signal, input, env: more });
  }

  async function make(): Promise<void> {
    await mkdir(store, { recursive: true });
    // Made again over one that is there, it changes nothing.
    const { exitCode, stderr } = await started(["init", "--quiet", "--bare", "--template=", store], {});
    if (exitCode !== 0) throw failure(["init"], stderr);
  }

  function started(args: readonly string[], { signal, input, env: more }: { [K in keyof GitRun]?: GitRun[K] | undefined }) {
    return runCommand({
      program: "git",
      args: ["--no-pager", ...settings, ...args],
      cwd: dirname(store),
      env: { ...environment(env), ...loginFor(remote, token(), user), ...more },
      timeoutMs,
      signal: signal ?? new AbortController().signal,
      ...(input !== undefined && { input }),
    });
  }

  function failure(args: readonly string[], said: string): StagewrightError {
    const because = inWords(said.trim()) || "it did not say why";
    if (!ASKS_REMOTE.has(args[0] ?? "")) {
      return new StagewrightError("blog/git", `git failed in "${store}": ${because}`, {
        hint: "that folder can be removed: it is fetched again from the remote",
      });
    }
    return new StagewrightError("blog/unreachable", `the blog at "${remote}" cannot be reached: ${because}`, {
      hint: "check the address, and that `git ls-remote` of it asks for no password; what was already done is found by its key",
    });
  }

  return {
    inWords,
    run,
    async ask(args, options) {
      try {
        const { stdout, stderr, exitCode } = await run(args, options);
        if (exitCode === 0) return stdout;
        throw failure(args, stderr);
      } catch (error) {
        if (isStagewrightError(error) && error.code === "command/time-limit") throw failure(args, error.message);
        throw error;
      }
    },
  };
}

function environment(env: Environment): Environment {
  const inherited = Object.entries(env).filter(([name]) => !name.startsWith("GIT_") || KEPT.has(name));
  return { ...Object.fromEntries(inherited), LC_ALL: "C", GIT_TERMINAL_PROMPT: "0", GIT_ASKPASS: "", SSH_ASKPASS_REQUIRE: "never" };
}

/** In the environment, as everybody on this machine may read the arguments of a program; and for that one server alone. */
function loginFor(remote: string, token: Credential | undefined, user: string): Environment {
  if (token === undefined || !URL.canParse(remote) || !/^https?:$/.test(new URL(remote).protocol)) return {};
  const basic = Buffer.from(`${user}:${token.reveal()}`).toString("base64");
  return {
    GIT_CONFIG_COUNT: "2",
    GIT_CONFIG_KEY_0: `http.${new URL(remote).origin}/.extraHeader`,
    GIT_CONFIG_VALUE_0: `Authorization: Basic ${basic}`,
    // Whoever sends on to another server would be sent the token there.
    GIT_CONFIG_KEY_1: "http.followRedirects",
    GIT_CONFIG_VALUE_1: "false",
  };
}
