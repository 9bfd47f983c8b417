import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { z } from "zod";
import { runCommand } from "../../src/command/index.js";
import { AGENT_VARIABLE } from "../../src/core/index.js";
import {
  type AnyImplementation,
  type CallContext,
  implement,
  isStagewrightError,
  type Lookup,
  StagewrightError,
} from "../../src/dsl/index.js";
import { sha256 } from "../../src/store/index.js";
import { cleanEnvironment, type Environment, secretsOf } from "../commands/clean-environment.js";
import { openRepository, type Repository } from "./agent-git.js";
import { type AgentProgram, AgentRules, type AgentRulesInput, commandOf, programOf } from "./agent-rules.js";
import { changesBetween } from "./changes.js";
import { Built, codingAgent, type Pushed, type Tested } from "./coding-agent.js";
import { type FreshTree, inFreshTree } from "./fresh-tree.js";
import { notCommitted } from "./guard.js";
import { ATTEMPT_VARIABLE, attemptTag } from "./left-behind.js";

export interface CodingAgentsOptions {
  /** What relative paths count from. */
  readonly cwd: string;
  /** Which programs may run; the file `coding-agents.json` in `cwd` if left out. */
  readonly rules?: AgentRulesInput;
  /** Where worktrees lie while they are in use; `.stagewright/worktrees` in `cwd` if left out. */
  readonly store?: string;
  readonly env?: Environment;
  readonly newId?: () => string;
}

type Calls = (typeof codingAgent)["calls"];
type BuildRequest = z.output<Calls["build"]["takes"]>;
type PushRequest = z.output<Calls["push"]["takes"]>;

const RULES_FILE = "coding-agents.json";
/** How much of what a program says is kept, in characters. */
const KEPT = 4_000;

/**
 * Coding programs of this machine, in worktrees of a repository. Each try has a worktree of its own, which is gone when the try has
 * ended; what it brought is a commit on the run's branch, and its answer lies in the repository under a ref that is made of the
 * idempotency key, in one step with the branch. Where that ref is missing the try has not ended, and the next one begins anew.
 *
 * A program is not locked in: it is the list, and what it says there, that keeps it from other places. What can be seen of a
 * trespass is looked for, and stops the run.
 *
 * Throws `coding-agent/rules`, `coding-agent/not-allowed`, `coding-agent/no-repository`, `coding-agent/not-committed`,
 * `coding-agent/branch`, `coding-agent/outside`, `coding-agent/remote`, `coding-agent/git`, and what `runCommand` throws.
 */
export function codingAgents(options: CodingAgentsOptions): AnyImplementation {
  const { cwd, env = process.env, newId = randomUUID } = options;
  const store = resolve(cwd, options.store ?? ".stagewright/worktrees");
  const place = options.rules === undefined ? RULES_FILE : "the rules that the adapter was made with";
  const rulesNow = () => rulesFrom(options.rules ?? rulesIn(join(cwd, RULES_FILE)), place);
  const opened = (repo: string, signal: AbortSignal) => openRepository(resolve(cwd, repo), env, signal);
  const treeOf = (branch: string, signal: AbortSignal, commit?: string) => ({
    ...{ store, branch, env, newId, signal },
    ...(commit !== undefined && { commit }),
  });

  /** Runs one of the programs in a worktree, and gives how it ended. */
  async function ran(repository: Repository, tree: FreshTree, { program, branch, text, name, signal }: Ran) {
    const command = text === undefined ? { program: program.program, args: program.args } : commandOf(program, text);
    const variables = {
      ...cleanEnvironment(env, program.env),
      [AGENT_VARIABLE]: name,
      [ATTEMPT_VARIABLE]: attemptTag(repository, branch),
    };
    const { timeoutMs, maxBytes } = program;
    const secrets = secretsOf(env, program.env);
    // Loaded here: every run that uses any adapter would else load all checks.
    const { maskSecrets } = await import("../../src/checks/index.js");
    // A path of the worktree means nothing to anybody once it is gone, and would be another one each time.
    const plain = (said: string) => said.replaceAll(`${tree.path}/`, "").replaceAll(tree.path, ".");
    const hidden = (said: string) => maskSecrets(secrets.reduce((kept, secret) => kept.replaceAll(secret, "[hidden]"), plain(said)));
    try {
      const { exitCode, stdout, stderr } = await runCommand({ ...command, cwd: tree.cwd, env: variables, timeoutMs, maxBytes, signal });
      return { ended: "exit" as const, exitCode, stdout: hidden(stdout), stderr: hidden(stderr) };
    } catch (error) {
      const ended = isStagewrightError(error) ? STOPPED[error.code] : undefined;
      if (ended === undefined) throw error;
      return { ended, exitCode: null, stdout: "", stderr: "" };
    }
  }

  async function build(request: BuildRequest, { key, signal }: CallContext): Promise<Built> {
    signal.throwIfAborted();
    const rules = rulesNow();
    const program = programOf("agents", request.agent, rules, place);
    const repository = await opened(request.repo, signal);
    const mark = markOf(key === "" ? newId() : key);
    const before = await answerUnder(repository, request.branch, mark);
    if (before !== undefined) return before;
    const { git } = repository;
    const { branch, from, text, agent: name } = request;
    await begin(repository, branch, from);
    try {
      return await inFreshTree(repository, treeOf(branch, signal), async (tree) => {
        const { ended, exitCode, stdout, stderr } = await ran(repository, tree, { program, branch, text, name, signal });
        await tree.assertInside();
        signal.throwIfAborted();
        const commit = await commitOf(tree, { from, mark, title: titleOf(text), author: rules.author });
        const answer: Built = { commit, ended, exitCode, says: tailOf(stdout.trim() === "" ? stderr : stdout) };
        const object = (await git.ask(["hash-object", "-w", "--stdin"], { input: JSON.stringify(answer) })).trim();
        // In one step: whoever finds the answer finds the branch where the answer says.
        await transaction(repository, [`update refs/heads/${branch} ${commit}`, `update ${refOf(branch, mark)} ${object}`]);
        return answer;
      });
    } catch (error) {
      // What was not brought to its end is thrown away.
      if ((await answerUnder(repository, branch, mark)) === undefined) await git.run(["update-ref", `refs/heads/${branch}`, from]);
      throw error;
    }
  }

  async function push({ repo, branch, commit }: PushRequest, { key, signal }: CallContext): Promise<Pushed> {
    signal.throwIfAborted();
    const rules = rulesNow();
    const repository = await opened(repo, signal);
    const mark = markOf(key === "" ? newId() : key);
    const remote = await remoteOf(repository, rules);
    await transaction(repository, [`update ${refOf(branch, mark)} ${commit}`]);
    if (remote !== undefined) {
      // From here on an abort cuts nothing off, or nobody would know whether the branch is out.
      const pushed = await repository.git.run(["push", "--porcelain", "--no-verify", remote, `${commit}:refs/heads/${branch}`]);
      if (pushed.exitCode !== 0) throw refused(branch, remote, pushed);
    }
    return pushedAs(repository, rules, { branch, commit, mark, remote });
  }

  return implement(codingAgent, "programs of this machine", {
    start: {
      async perform({ repo, agent, test }, { at, signal }) {
        const rules = rulesNow();
        programOf("agents", agent, rules, place);
        programOf("tests", test, rules, place);
        const repository = await opened(repo, signal);
        await remoteOf(repository, rules);
        const dirty = await notCommitted(repository);
        if (dirty.length > 0) throw notClean(repository, dirty);
        const base = (await repository.git.ask(["rev-parse", "--verify", "HEAD^{commit}"], { signal })).trim();
        return { base, branch: `stagewright/${(at?.run ?? "by-hand").replaceAll(/[^\w-]+/g, "-")}`, folder: repository.folder };
      },
    },
    head: {
      async perform({ repo, branch, base }, { signal }) {
        const { git } = await opened(repo, signal);
        return (await git.run(["rev-parse", "--verify", "--quiet", `refs/heads/${branch}^{commit}`], { signal })).stdout.trim() || base;
      },
    },
    build: {
      perform: build,
      async lookup(key, { repo, branch }, { signal }): Promise<Lookup<Built>> {
        const answer = key === "" ? undefined : await answerUnder(await opened(repo, signal), branch, markOf(key));
        return answer === undefined ? { happened: "no" } : { happened: "yes", answer };
      },
    },
    changes: {
      async perform({ repo, base, commit }, { signal }) {
        const { git } = await opened(repo, signal);
        return changesBetween(git, { base, commit, signal });
      },
    },
    test: {
      async perform({ repo, branch, commit, test: name }, { signal }): Promise<Tested> {
        const program = programOf("tests", name, rulesNow(), place);
        const repository = await opened(repo, signal);
        return inFreshTree(repository, treeOf(branch, signal, commit), async (tree) => {
          const { ended, exitCode, stdout, stderr } = await ran(repository, tree, { program, branch, name, signal });
          await tree.assertInside();
          return { ended, exitCode, tail: tailOf([stdout, stderr].filter((text) => text.trim() !== "").join("\n")) };
        });
      },
    },
    push: {
      perform: push,
      async lookup(key, { repo, branch, commit }, { signal }): Promise<Lookup<Pushed>> {
        const repository = await opened(repo, signal);
        const mark = markOf(key);
        const intended = await repository.git.run(["rev-parse", "--verify", "--quiet", refOf(branch, mark)], { signal });
        if (intended.stdout.trim() !== commit) return { happened: "no" };
        const rules = rulesNow();
        const remote = await remoteOf(repository, rules);
        // Without a remote, the mark is all that there is to do.
        const isThere =
          remote === undefined || (await repository.git.ask(["ls-remote", remote, `refs/heads/${branch}`], { signal })).startsWith(commit);
        return isThere
          ? { happened: "yes", answer: await pushedAs(repository, rules, { branch, commit, mark, remote }) }
          : { happened: "no" };
      },
    },
  });
}

interface Ran {
  readonly program: AgentProgram;
  readonly branch: string;
  readonly text?: string;
  readonly name: string;
  readonly signal: AbortSignal;
}

const STOPPED: Readonly<Record<string, "time-limit" | "output-limit">> = {
  "command/time-limit": "time-limit",
  "command/output-limit": "output-limit",
};

function rulesIn(path: string): unknown {
  if (!existsSync(path)) return {};
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (cause) {
    throw new StagewrightError("coding-agent/rules", `"${path}" is not JSON`, {
      hint: "write it as docs/builder.md shows",
      place: path,
      cause,
    });
  }
}

function rulesFrom(written: unknown, place: string): AgentRules {
  const read = AgentRules.safeParse(written);
  if (read.success) return read.data;
  throw new StagewrightError("coding-agent/rules", `${place}: ${z.prettifyError(read.error).replaceAll(/\s*\n\s*/g, " ")}`, {
    hint: "docs/builder.md shows each key",
    place,
  });
}

function markOf(key: string): string {
  return sha256(key).slice(0, 32);
}

/** What a run keeps in the repository beside its branch. */
function refOf(branch: string, name: string): string {
  return `refs/${branch}/${name}`;
}

async function transaction({ git }: Repository, updates: readonly string[]): Promise<void> {
  await git.ask(["update-ref", "--stdin"], { input: ["start", ...updates, "commit"].map((line) => `${line}\n`).join("") });
}

/** The branch at the commit where a try begins. One of that name which this run has not made is left alone. */
async function begin(repository: Repository, branch: string, from: string): Promise<void> {
  const is = async (ref: string) => (await repository.git.run(["rev-parse", "--verify", "--quiet", ref])).exitCode === 0;
  const [isThere, isOurs] = [await is(`refs/heads/${branch}`), await is(refOf(branch, "begun"))];
  if (isThere && !isOurs) {
    throw new StagewrightError("coding-agent/branch", `there is a branch "${branch}" already, which this run has not made`, {
      hint: "rename it, then go on with the run",
    });
  }
  await transaction(repository, [`update refs/heads/${branch} ${from}`, `update ${refOf(branch, "begun")} ${from}`]);
}

async function answerUnder({ git }: Repository, branch: string, mark: string): Promise<Built | undefined> {
  const found = await git.run(["cat-file", "blob", refOf(branch, mark)]);
  return found.exitCode === 0 ? Built.parse(JSON.parse(found.stdout)) : undefined;
}

interface ToCommit {
  readonly from: string;
  readonly mark: string;
  readonly title: string;
  readonly author: AgentRules["author"];
}

/** What the program committed, and a commit by code of what it left uncommitted. */
async function commitOf({ git, admin }: FreshTree, { from, mark, title, author }: ToCommit): Promise<string> {
  const head = (await git.run(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"])).stdout.trim();
  // What does not stand on the beginning would rewrite history: only its files count.
  const isOnTop = head !== "" && (await git.run(["merge-base", "--is-ancestor", from, head])).exitCode === 0;
  const parent = isOnTop ? head : from;
  // An index of our own: the program may have left a lock on its own, or told it to look away.
  const index = { GIT_INDEX_FILE: join(admin, "index-of-all") };
  await rm(index.GIT_INDEX_FILE, { force: true });
  await git.ask(["read-tree", parent], { env: index });
  await git.ask(["add", "--all", ":/"], { env: index });
  const tree = (await git.ask(["write-tree"], { env: index })).trim();
  if (tree === (await git.ask(["rev-parse", `${parent}^{tree}`])).trim()) return parent;
  const who = {
    GIT_AUTHOR_NAME: author.name,
    GIT_AUTHOR_EMAIL: author.address,
    GIT_COMMITTER_NAME: author.name,
    GIT_COMMITTER_EMAIL: author.address,
  };
  const made = await git.ask(["commit-tree", tree, "-p", parent], { input: `${title}\n\nStagewright: ${mark}\n`, env: who });
  return made.trim();
}

/** The task's first line, as a subject. */
function titleOf(text: string): string {
  const line =
    text
      .replace(/^Task:\s*/, "")
      .split("\n")
      .find((one) => one.trim() !== "")
      ?.trim() ?? "Change";
  return line.length > 72 ? `${line.slice(0, 71)}…` : line;
}

function tailOf(text: string): string {
  const said = text.trim();
  return said.length <= KEPT ? said : `[…]${said.slice(-KEPT)}`;
}

/** As git takes it; undefined where the branch stays in the repository. */
async function remoteOf({ git }: Repository, { remote }: AgentRules): Promise<string | undefined> {
  const names = (await git.ask(["remote"])).split("\n").filter((name) => name !== "");
  if (remote === undefined) return names.includes("origin") ? "origin" : undefined;
  if (names.includes(remote) || /[/:\\]/.test(remote)) return remote;
  throw new StagewrightError("coding-agent/remote", `the repository has no remote "${remote}"`, {
    hint: names.length === 0 ? "add it, or give its address" : `it has ${names.map((name) => `"${name}"`).join(", ")}`,
  });
}

async function pushedAs(
  { git, top }: Repository,
  { link }: AgentRules,
  { branch, commit, mark, remote }: Omit<Pushed, "address"> & { readonly remote: string | undefined },
): Promise<Pushed> {
  const url = remote === undefined ? top : (await git.run(["remote", "get-url", remote])).stdout.trim() || remote;
  // A password that stands in an address is nobody's to read.
  const address = link?.replaceAll("{branch}", branch) ?? `${url.replace(/\/\/[^/@]*@/, "//")} ${branch}`;
  return { address, branch, commit, mark };
}

function refused(
  branch: string,
  remote: string,
  { stdout, stderr }: { readonly stdout: string; readonly stderr: string },
): StagewrightError {
  const line = /^!\t[^\t]*\t(.*)$/m.exec(stdout)?.[1] ?? stderr.trim();
  return new StagewrightError(
    "coding-agent/remote",
    `"${remote}" did not take the branch "${branch}": ${line.replace(/\/\/[^/@]*@/g, "//")}`,
    {
      hint: "see whether you may push there; the branch lies in the repository, and the run can be gone on with",
    },
  );
}

function notClean({ top }: Repository, paths: readonly string[]): StagewrightError {
  const shown =
    paths
      .slice(0, 5)
      .map((path) => `"${path}"`)
      .join(", ") + (paths.length > 5 ? ` and ${paths.length - 5} more` : "");
  return new StagewrightError("coding-agent/not-committed", `the checkout in "${top}" has what is not committed: ${shown}`, {
    hint: "commit it, set it aside or ignore it: the work begins at a commit, and would not have it",
  });
}
