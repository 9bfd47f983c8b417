import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { type AgentRulesInput, codingAgents } from "../../../adapters/coding-agent/index.js";
import { rejected } from "../../dsl/thrown.js";
import { CLEAN, gitIn } from "../git/repository.js";
import { asked, rulesOf, type Shop, shop } from "./shop.js";

const BRANCH = "stagewright/by-hand";

/** What comes of one try of an agent in a fresh shop, under the key `k1`. */
async function built(t: TestContext, agent: string, text = "Round prices.") {
  const at = shop(t);
  const answer = await asked(at.open(), "build", { repo: "shop", branch: BRANCH, from: at.base, agent, text }, { key: "k1" });
  const changes = await asked(at.open(), "changes", { repo: "shop", base: at.base, commit: answer.commit });
  return { ...at, answer, files: changes.files.map(({ kind, path }) => `${kind} ${path}`), changes };
}

/** Why a try fails, and that it leaves nothing behind. */
async function refusal(t: TestContext, agent: string, at: Shop = shop(t)) {
  const said = await rejected(
    asked(at.open(), "build", { repo: "shop", branch: BRANCH, from: at.base, agent, text: "Round prices." }, { key: "k1" }),
  );
  assert.equal(at.git("rev-parse", BRANCH).trim(), at.base);
  assertCleanedUp(at);
  return said;
}

function assertCleanedUp({ cwd, git }: Shop): void {
  assert.deepEqual(readdirSync(join(cwd, ".stagewright/worktrees")), []);
  assert.equal(git("worktree", "list", "--porcelain").match(/^worktree /gm)?.length, 1);
}

describe("what a coding agent leaves in its worktree", () => {
  it("is committed by code on the run's branch; the checkout and its branch stay as they are", async (t) => {
    const at = await built(t, "mends");
    assert.deepEqual(at.answer, {
      commit: at.git("rev-parse", BRANCH).trim(),
      ended: "exit",
      exitCode: 0,
      says: "I rounded to two digits.",
    });
    assert.deepEqual(at.files, ["changed price.mjs"]);
    const [file] = at.changes.files;
    assert.deepEqual([file?.insertions, file?.deletions, file?.is, file?.leadsTo], [1, 1, "file", null]);
    assert.match(at.git("log", "-1", "--format=%an %s%n%b", BRANCH), /^stagewright Round prices\.\nStagewright: [0-9a-f]{32}\n/);
    assert.equal(at.git("rev-parse", "main").trim(), at.base);
    assert.equal(at.git("status", "--porcelain"), "");
    assertCleanedUp(at);
  });

  it("keeps the agent's own commits, with what it left uncommitted on top", async (t) => {
    const { git, files } = await built(t, "commits");
    assert.equal(git("log", "--format=%an: %s", `main..${BRANCH}`), "stagewright: Round prices.\nAgent: Round prices\n");
    assert.deepEqual(files, ["added notes.txt", "changed price.mjs"]);
  });

  it("is nothing where it did nothing, and the branch stands where it began", async (t) => {
    const { answer, base, files } = await built(t, "nothing");
    assert.deepEqual([answer.commit, answer.says, files], [base, "There was nothing to do.", []]);
  });

  it("of history that the agent has rewritten only the files count", async (t) => {
    const { git, base } = await built(t, "amends-history");
    assert.equal(git("log", "--format=%s", BRANCH), "Round prices.\nFirst\n");
    assert.equal(git("rev-parse", `${BRANCH}^`).trim(), base);
  });

  it("names a link with where it leads, what was deleted, and what was moved", async (t) => {
    const link = await built(t, "link");
    assert.deepEqual(
      link.changes.files.map(({ path, is, leadsTo }) => [path, is, leadsTo]),
      [["settings", "link", "/etc"]],
    );
    const { files } = await built(t, "deletes-tests");
    assert.deepEqual(files, ["changed price.mjs", "deleted test/price.test.mjs"]);
    const at = shop(t);
    at.git("mv", "test/price.test.mjs", "other name.mjs");
    at.git("commit", "--quiet", "--message", "Move");
    const moved = await asked(at.open(), "changes", { repo: "shop", base: at.base, commit: at.git("rev-parse", "HEAD").trim() });
    assert.deepEqual(
      moved.files.map(({ kind, path, before }) => [kind, path, before]),
      [["moved", "other name.mjs", "test/price.test.mjs"]],
    );
  });

  it("names a secret that one commit adds and the next one takes away, and shows it to nobody", async (t) => {
    const { changes, files } = await built(t, "secret");
    assert.deepEqual(files, ["changed price.mjs"]);
    assert.equal(changes.commits, 3);
    assert.deepEqual(
      changes.secrets.map(({ place }) => place),
      ["key.mjs"],
    );
    assert.doesNotMatch(changes.secrets[0]?.message ?? "", /R8qT2mVx0LzK4nYb7cWs1dFj5hGp9aQeUo3i/);
  });

  it("is kept where the agent was stopped for its time or for what it wrote, and says so", async (t) => {
    const forever = await built(t, "forever");
    assert.deepEqual([forever.answer.ended, forever.answer.exitCode, forever.files], ["time-limit", null, ["changed price.mjs"]]);
    const prints = await built(t, "prints");
    assert.deepEqual([prints.answer.ended, prints.answer.exitCode, prints.files], ["output-limit", null, ["changed price.mjs"]]);
  });
});

describe("what a coding agent is given", () => {
  it("is its task, and of the environment what is harmless or named; a named value that it prints is hidden", async (t) => {
    const at = shop(t);
    const env = { ...CLEAN, AGENT_KEY: "key-of-the-agent", OTHER_KEY: "key-of-somebody-else" };
    const request = { repo: "shop", branch: BRANCH, from: at.base, agent: "tells-its-key", text: "Round prices." };
    const { says } = await asked(at.open({ env }), "build", request, { key: "k1" });
    assert.equal(says, "My key is [hidden], and yours is undefined.");
  });
});

describe("a coding agent that goes outside of its worktree", () => {
  const outside = (what: string) => `outside of its worktree something changed while the program ran: ${what}`;

  it("is stopped at what it wrote beside the worktree, into the checkout, or over its own .git", async (t) => {
    assert.equal((await refusal(t, "beside")).message, outside("outside.txt beside the worktree"));
    assert.equal((await refusal(t, "in-checkout")).message, outside("price.mjs in the checkout"));
    assert.equal((await refusal(t, "unhooks")).message, outside(".git of the worktree"));
  });

  it("is stopped at a hook that it laid, before git is asked anything", async (t) => {
    assert.equal((await refusal(t, "hook")).message, outside(".git/hooks/pre-push"));
  });

  it("is stopped at another branch that it moved", async (t) => {
    const said = await refusal(t, "other-branch");
    assert.equal(said.message, outside("refs/heads/release"));
    assert.equal(
      said.hint,
      "the program may have done it, or somebody else at that time: see what it is and put it right, then go on with the run",
    );
  });
});

describe("the beginning of the work", () => {
  const start = (at: Shop, more: object = {}, rules?: AgentRulesInput) =>
    asked(at.open(rules && { rules }), "start", { repo: "shop", agent: "mends", test: "prices", ...more });

  it("is the commit of the checkout, on a branch named after the run", async (t) => {
    const at = shop(t);
    const place = { run: "builder-20261203-k3xw7q.work.v1.2", pipeline: "builder", stage: "start", version: 1, attempt: 1 };
    const found = await asked(at.open(), "start", { repo: "shop/test", agent: "mends", test: "prices" }, { at: place });
    assert.deepEqual(found, { base: at.base, branch: "stagewright/builder-20261203-k3xw7q-work-v1-2", folder: "test/" });
  });

  it("is refused where something is not committed; what runs write counts for nothing", async (t) => {
    const at = shop(t);
    mkdirSync(join(at.repo, ".stagewright"));
    writeFileSync(join(at.repo, ".stagewright/x"), "");
    assert.equal((await start(at)).base, at.base);
    writeFileSync(join(at.repo, "price.mjs"), "");
    for (const name of ["a", "b", "c", "d", "e"]) writeFileSync(join(at.repo, name), "");
    const { message } = await rejected(start(at));
    assert.equal(message, `the checkout in "${at.repo}" has what is not committed: "price.mjs", "a", "b", "c", "d" and 1 more`);
  });

  it("is refused for a program that is not on the list, and says what is", async (t) => {
    const at = shop(t);
    const said = await rejected(start(at, { agent: "rm" }, { agents: { one: { program: "x" } } }));
    assert.equal(said.message, '"rm" is not among the agents that may run');
    assert.equal(said.hint, 'the rules that the adapter was made with has "one": name one, or add it');
    assert.equal((await rejected(start(at, { test: "constructor" }))).message, '"constructor" is not among the tests that may run');
  });

  it("reads the list from coding-agents.json, of which each fault is named", async (t) => {
    const at = shop(t);
    const from = () => asked(codingAgents({ cwd: at.cwd, env: CLEAN }), "start", { repo: "shop", agent: "mends", test: "prices" });
    const none = await rejected(from());
    assert.equal(none.hint, 'there are none: allow it under "agents" in coding-agents.json');
    writeFileSync(join(at.cwd, "coding-agents.json"), "{");
    assert.equal((await rejected(from())).message, `"${join(at.cwd, "coding-agents.json")}" is not JSON`);
    writeFileSync(join(at.cwd, "coding-agents.json"), '{ "agents": { "mends": { "program": "node", "args": [], "shell": true } } }');
    assert.equal((await rejected(from())).message, 'coding-agents.json: ✖ Unrecognized key: "shell" → at agents.mends');
    writeFileSync(join(at.cwd, "coding-agents.json"), JSON.stringify(rulesOf()));
    assert.equal((await from()).base, at.base);
  });

  it("is refused outside of a repository, and for a remote that there is not", async (t) => {
    const at = shop(t);
    mkdirSync(join(at.cwd, "elsewhere"));
    const said = await rejected(start(at, { repo: "elsewhere" }));
    assert.equal(said.message, `"${join(at.cwd, "elsewhere")}" is not in the checkout of a git repository`);
    assert.equal((await rejected(start(at, { repo: "nowhere" }))).code, "coding-agent/no-repository");
    assert.equal((await rejected(start(at, { repo: "remote.git" }))).code, "coding-agent/no-repository");
    const { message, hint } = await rejected(start(at, {}, rulesOf({ remote: "upstream" })));
    assert.deepEqual([message, hint], ['the repository has no remote "upstream"', 'it has "origin"']);
  });

  it("is refused in a folder that no commit has", async (t) => {
    const at = shop(t);
    mkdirSync(join(at.repo, "empty"));
    const request = { repo: "shop/empty", branch: BRANCH, from: at.base, agent: "mends", text: "Round prices." };
    const { code, message } = await rejected(asked(at.open(), "build", request, { key: "k1" }));
    assert.deepEqual([code, message], ["coding-agent/no-folder", 'the commit has no folder "empty/"']);
    assertCleanedUp(at);
  });

  it("leaves a branch of the same name alone that the run has not made", async (t) => {
    const at = shop(t);
    at.git("branch", BRANCH);
    const request = { repo: "shop", branch: BRANCH, from: at.base, agent: "mends", text: "Round prices." };
    const { message } = await rejected(asked(at.open(), "build", request, { key: "k1" }));
    assert.equal(message, `there is a branch "${BRANCH}" already, which this run has not made`);
  });
});

describe("a further try", () => {
  it("begins at what the branch stands at, and a try under an old key is not made again", async (t) => {
    const at = shop(t);
    const open = at.open();
    const build = (from: string, agent: string, key: string) =>
      asked(open, "build", { repo: "shop", branch: BRANCH, from, agent, text: "Round prices." }, { key });
    const head = () => asked(open, "head", { repo: "shop", branch: BRANCH, base: at.base });
    assert.equal(await head(), at.base);
    const first = await build(at.base, "lies", "k1");
    assert.equal(await head(), first.commit);
    const second = await build(first.commit, "mends", "k2");
    assert.equal(at.git("rev-parse", `${second.commit}^`).trim(), first.commit);
    assert.deepEqual(await build(at.base, "lies", "k1"), first);
    assert.equal(await head(), second.commit);
  });

  it("fails with what is missing where its program is not there, and leaves nothing", async (t) => {
    assert.equal((await refusal(t, "missing")).message, 'there is no program "no-such-program"');
  });
});

describe("the tests", () => {
  it("run on the commit alone, and their exit code and their end are told", async (t) => {
    const at = await built(t, "lies");
    const test = (commit: string, name = "prices") => asked(at.open(), "test", { repo: "shop", branch: BRANCH, commit, test: name });
    const failed = await test(at.answer.commit);
    assert.equal(failed.exitCode, 1);
    assert.match(failed.tail, /'10' !== '10\.00'[\s\S]* at file:\/\/test\/price\.test\.mjs:5:8/);
    const mended = await asked(
      at.open(),
      "build",
      { repo: "shop", branch: BRANCH, from: at.base, agent: "mends", text: "x" },
      { key: "k2" },
    );
    assert.deepEqual(await test(mended.commit), { ended: "exit", exitCode: 0, tail: "2 prices are right" });
    assert.deepEqual(await test(mended.commit, "forever"), { ended: "time-limit", exitCode: null, tail: "" });
    assertCleanedUp(at);
  });
});

describe("a push", () => {
  it("brings the branch to the remote and nothing else, once for each key", async (t) => {
    const at = await built(t, "mends");
    const request = { repo: "shop", branch: BRANCH, commit: at.answer.commit };
    const pushed = await asked(at.open(), "push", request, { key: "p1" });
    assert.deepEqual(pushed, { address: `${at.remote} ${BRANCH}`, branch: BRANCH, commit: at.answer.commit, mark: pushed.mark });
    assert.equal(gitIn(at.remote, ["for-each-ref", "--format=%(refname)"]), `refs/heads/main\nrefs/heads/${BRANCH}\n`);
    assert.deepEqual(await asked(at.open(), "push", request, { key: "p1" }), pushed);
    const linked = at.open({ rules: rulesOf({ link: "https://git.example.org/shop/{branch}" }) });
    assert.equal((await asked(linked, "push", request, { key: "p2" })).address, `https://git.example.org/shop/${BRANCH}`);
  });

  it("is refused where the branch there has gone another way", async (t) => {
    const at = await built(t, "mends");
    const other = at.git("commit-tree", "main^{tree}", "-m", "Other").trim();
    at.git("push", "--quiet", "origin", `${other}:refs/heads/${BRANCH}`);
    const said = await rejected(asked(at.open(), "push", { repo: "shop", branch: BRANCH, commit: at.answer.commit }, { key: "p1" }));
    assert.equal(said.code, "coding-agent/remote");
    assert.match(said.message, /^"origin" did not take the branch "stagewright\/by-hand": \[rejected\]/);
  });

  it("leaves the branch in a repository that has no remote", async (t) => {
    const at = shop(t, { isAlone: true });
    const pushed = await asked(at.open(), "push", { repo: "shop", branch: BRANCH, commit: at.base }, { key: "p1" });
    assert.equal(pushed.address, `${at.repo} ${BRANCH}`);
    assert.equal(existsSync(at.remote), false);
    assert.equal(readFileSync(join(at.repo, "price.mjs"), "utf8").includes("cents"), true);
  });
});
