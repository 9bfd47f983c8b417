import { cpSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AgentRulesInput, type CodingAgentsOptions, codingAgent, codingAgents } from "../../../adapters/coding-agent/index.js";
import type { CallContext } from "../../../src/dsl/index.js";
import { CLEAN, gitIn } from "../git/repository.js";

const FIXTURES = join(import.meta.dirname, "../../../fixtures/builder");
const AGENT = join(FIXTURES, "agent.mjs");

const WAYS = [
  ...["mends", "lies", "learns", "nothing", "commits", "amends-history", "beside", "in-checkout", "hook", "other-branch", "unhooks"],
  ...["link", "deletes-tests", "secret", "much"],
];

/** A list on which each way of the script is an agent of its name. */
export function rulesOf(more: AgentRulesInput = {}): AgentRulesInput {
  const node = { program: process.execPath };
  return {
    agents: {
      ...Object.fromEntries(WAYS.map((way) => [way, { ...node, args: [AGENT, way] }])),
      prints: { ...node, args: [AGENT, "prints"], maxBytes: 100_000 },
      forever: { ...node, args: [AGENT, "forever"], timeoutMs: 1_000 },
      slow: { ...node, args: [AGENT, "slow"], env: ["PLACE"] },
      "tells-its-key": { ...node, args: [AGENT, "tells-its-key", "{task}"], env: ["AGENT_KEY"] },
      missing: { program: "no-such-program" },
    },
    tests: {
      prices: { ...node, args: ["test/price.test.mjs"] },
      forever: { ...node, args: ["-e", "setInterval(() => {}, 1e6)"], timeoutMs: 300 },
    },
    ...more,
  };
}

export interface Shop {
  readonly cwd: string;
  /** The checkout. */
  readonly repo: string;
  /** A bare repository that is its `origin`, as a server has it. */
  readonly remote: string;
  readonly base: string;
  git(...args: readonly string[]): string;
  /** The adapter, as another process would open it. */
  open(options?: Partial<CodingAgentsOptions>): ReturnType<typeof codingAgents>;
}

/** The shop of the fixtures in a repository with one commit, cloned from a bare one. */
export function shop(t: { after(fn: () => void): void }, { isAlone = false } = {}): Shop {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), "coding-agent-")));
  t.after(() => rmSync(cwd, { recursive: true, force: true }));
  const [repo, remote] = [join(cwd, "shop"), join(cwd, "remote.git")];
  cpSync(join(FIXTURES, "shop"), repo, { recursive: true });
  const git = (...args: readonly string[]) => gitIn(repo, ["-c", "user.name=Ana", "-c", "user.email=ana@example.org", ...args]);
  git("init", "--quiet", "--template=", "--initial-branch=main");
  git("add", ".");
  git("commit", "--quiet", "--message", "First");
  if (!isAlone) {
    gitIn(cwd, ["init", "--quiet", "--bare", "--template=", "--initial-branch=main", remote]);
    git("remote", "add", "origin", remote);
    git("push", "--quiet", "origin", "main");
  }
  return {
    ...{ cwd, repo, remote, git },
    base: git("rev-parse", "HEAD").trim(),
    open: (options = {}) => codingAgents({ cwd, rules: rulesOf(), env: CLEAN, ...options }),
  };
}

const CALLS = codingAgent.calls;
type CallName = keyof typeof CALLS;

/** Asks the adapter, as the runner would: the request is checked, the answer too. */
export async function asked<N extends CallName>(
  implementation: ReturnType<typeof codingAgents>,
  name: N,
  request: object,
  context: Partial<CallContext> = {},
): Promise<ReturnType<(typeof CALLS)[N]["gives"]["parse"]>> {
  const call = implementation.calls[name];
  if (call === undefined) throw new Error(`no call "${name}"`);
  const { takes, gives } = CALLS[name];
  const answer = await call.perform(takes.parse(request), { key: "", signal: new AbortController().signal, ...context });
  // What the schema of a call gives is what the call of that name answers.
  return gives.parse(answer) as ReturnType<(typeof CALLS)[N]["gives"]["parse"]>;
}
