import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { codingAgentRecording } from "../../adapters/coding-agent/index.js";
import { proposalOf, reportOf, saysOf } from "../../pipelines/builder/proposal.js";
import { Evidence, reviewers } from "../../pipelines/builder/review.js";
import builder, { adapters, report } from "../../pipelines/builder.js";
import type { AnyImplementation } from "../../src/dsl/index.js";
import { decideGate, readRun, resumeRun, startRun } from "../../src/runner/index.js";
import type { Store } from "../../src/store/index.js";
import { shop } from "../adapters/coding-agent/shop.js";
import { CLEAN, gitIn } from "../adapters/git/repository.js";
import { rejected } from "../dsl/thrown.js";
import { assertReplays, eventsOf, eventsOfType, options } from "../runner/rig.js";
import { killedBuilder } from "./builder-killed.js";

const BRANCH = "stagewright/r";
const TASK = "Round prices to two digits.";

/** Starts the builder in a fresh shop. */
async function begun(t: TestContext, program: string, more: object = {}) {
  const at = shop(t);
  const on = { ...options({ adapters: [at.open()] }), graceMs: 5_000 };
  const outcome = await startRun(builder, { ...on, run: "r", input: { folder: "shop", task: TASK, program, test: "prices", ...more } });
  return { ...at, on, outcome };
}

async function outputOf(store: Store, stage: string): Promise<unknown> {
  const { state, load } = await readRun(store, "r");
  const output = state.stages.get(stage)?.output;
  return output && load(output);
}

/** What the review found, one line a version. */
async function findings(store: Store): Promise<readonly (readonly string[])[]> {
  return (await eventsOfType(store, "r", "attempt-failed")).map(({ findings }) => findings.map(({ rule }) => rule));
}

async function decided(at: { readonly on: ReturnType<typeof options> }, decision: Parameters<typeof decideGate>[2]) {
  await decideGate(builder, "r", decision, { store: at.on.store });
  return resumeRun(builder, "r", at.on);
}

describe("the builder", () => {
  it("shows the diff, the tests and the program's own words, and pushes the branch once a person agrees", async (t) => {
    const at = await begun(t, "mends");
    assert.equal(at.outcome.status, "blocked", at.outcome.state.failure?.message);
    const commit = at.git("rev-parse", BRANCH).trim();
    assert.deepEqual(await outputOf(at.on.store, "proposal"), {
      ...{ branch: BRANCH, base: at.base, commit, commits: 1, diff: ["changed price.mjs +1 −1"] },
      tests: { exitCode: 0, tail: "2 prices are right" },
      saysNotEvidence: "I rounded to two digits.",
    });
    const { waiting } = at.outcome;
    assert.ok(waiting?.on === "gate");
    assert.equal(waiting.gate.tier, 4);
    assert.equal(waiting.gate.says, `Push "${BRANCH}": 1 file changed in 1 commit, the tests ended with exit code 0. Go ahead?`);
    assert.equal(gitIn(at.remote, ["branch", "--list"]).trim(), "* main");

    const done = await decided(at, { decision: "approve" });
    assert.equal(done.status, "done");
    assert.equal(gitIn(at.remote, ["rev-parse", BRANCH]).trim(), commit);
    assert.equal(gitIn(at.remote, ["rev-parse", "main"]).trim(), at.base);
    assert.equal(
      report({ outputs: { report: await outputOf(at.on.store, "report") } }),
      [
        `Branch: ${at.remote} ${BRANCH}`,
        `Commit: ${commit}, on ${at.base}. Nothing was merged.`,
        "Changed:\n  changed price.mjs +1 −1",
        "Tests: exit code 0\n  > 2 prices are right",
        "The program's own words, which nobody has checked:\n  > I rounded to two digits.",
        `To look at it: git log -p ${at.base.slice(0, 12)}..${BRANCH}`,
      ].join("\n\n"),
    );
    await assertReplays(builder, "r", at.on.store);
  });

  it("believes no word of tests that pass: it goes back with what they said, twice, and then fails", async (t) => {
    const at = await begun(t, "lies");
    assert.equal(at.outcome.status, "failed");
    assert.match(at.outcome.state.failure?.message ?? "", /went back to "brief" 2 times, which is its bound/);
    assert.deepEqual(await findings(at.on.store), [["builder/tests"], ["builder/tests"], ["builder/tests"]]);
    assert.equal((await eventsOfType(at.on.store, "r", "effect-settled")).length, 3);
    assert.equal(gitIn(at.remote, ["branch", "--list"]).trim(), "* main");
  });

  it("tells the program why it was sent back, and goes on from what is there", async (t) => {
    const at = await begun(t, "learns");
    assert.equal(at.outcome.status, "blocked", at.outcome.state.failure?.message);
    assert.deepEqual(await findings(at.on.store), [["builder/tests"]]);
    const proposal = await outputOf(at.on.store, "proposal");
    assert.deepEqual(Reflect.get(Object(proposal), "commits"), 2);
    assert.equal(at.git("rev-list", "--count", `main..${BRANCH}`).trim(), "2");
    await assertReplays(builder, "r", at.on.store);
  });

  it("goes on from nothing that a secret was committed in: the next try begins at the beginning", async (t) => {
    const at = await begun(t, "secret");
    assert.equal(at.outcome.status, "failed");
    assert.deepEqual(await findings(at.on.store), [["builder/secret"], ["builder/secret"], ["builder/secret"]]);
    assert.equal(Reflect.get(Object(await outputOf(at.on.store, "brief")), "from"), at.base);
    assert.equal(at.git("rev-list", "--count", `main..${BRANCH}`).trim(), "3");
    const journal = JSON.stringify(await eventsOf(at.on.store, "r"));
    assert.doesNotMatch(journal, /R8qT2mVx0LzK4nYb7cWs1dFj5hGp9aQeUo3i/);
  });

  it("sends a change back that a person rejects, with the reason", async (t) => {
    const at = await begun(t, "mends");
    await decided(at, { decision: "reject", reason: "name the function better" });
    const brief = JSON.stringify(await outputOf(at.on.store, "brief"));
    assert.match(brief, /An earlier try was sent back:\\n\\n- name the function better/);
  });

  it("takes no edit of a commit at the gate", async (t) => {
    const at = await begun(t, "mends");
    const shown = Object(await outputOf(at.on.store, "proposal"));
    const edit = { decision: "edit", value: { ...shown, commit: at.base } } as const;
    const { code, message } = await rejected(decideGate(builder, "r", edit, { store: at.on.store }));
    assert.equal(code, "gate/dod");
    assert.match(message, /a commit cannot be edited here: approve it, or reject it and say why/);
  });

  it("does nothing where something is not committed, and stops at once where the program goes outside", async (t) => {
    const at = shop(t);
    writeFileSync(join(at.repo, "price.mjs"), "");
    const on = options({ adapters: [at.open()] });
    const input = { folder: "shop", task: TASK, program: "mends", test: "prices" };
    const unclean = await startRun(builder, { ...on, run: "r", input });
    assert.match(unclean.state.failure?.message ?? "", /has what is not committed: "price\.mjs"/);
    assert.equal(at.git("branch", "--list").trim(), "* main");

    const { outcome, on: other } = await begun(t, "beside");
    assert.equal(outcome.status, "failed");
    assert.match(
      outcome.state.failure?.message ?? "",
      /outside of its worktree something changed while the program ran: outside\.txt beside/,
    );
    assert.deepEqual(await findings(other.store), [["effect/failed"]]);
  });

  it("runs on a recording, where no program runs and nothing is pushed", async () => {
    const recording = codingAgentRecording();
    const on = options({ adapters: [recording] });
    const input = { task: TASK, program: "any", test: "any" };
    assert.equal((await startRun(builder, { ...on, run: "r", input })).status, "blocked");
    await decideGate(builder, "r", { decision: "approve" }, { store: on.store });
    const done = await resumeRun(builder, "r", on);
    assert.match(String(done.output), /^Branch: recording:stagewright\/rehearsal\n/);
    assert.deepEqual(
      recording.noted.map(({ call }) => call),
      ["start", "head", "build", "changes", "test", "push"],
    );
    await assertReplays(builder, "r", on.store);
  });

  it("brings its own adapter, for real or for a rehearsal", () => {
    const titles = (recording: boolean) => adapters({ cwd: "/", recording }).map(({ title }: AnyImplementation) => title);
    assert.deepEqual([titles(false), titles(true)], [["programs of this machine"], ["recording"]]);
    assert.equal(report({ outputs: {} }), "");
  });
});

describe("what the review finds", () => {
  const bounds = { maxFiles: 2, maxLines: 10, maxBytes: 100, mayDeleteTests: false };
  const commit = "0".repeat(40);
  const file = {
    path: "app/a.ts",
    before: null,
    kind: "changed",
    is: "file",
    leadsTo: null,
    insertions: 1,
    deletions: 1,
    bytes: 10,
  } as const;
  const sound: Evidence = {
    start: { base: commit, branch: BRANCH, folder: "app/" },
    bounds,
    built: { commit, ended: "exit", exitCode: 0, says: "" },
    changes: { files: [file], commits: 1, secrets: [] },
    tested: { ended: "exit", exitCode: 0, tail: "" },
  };
  const found = (more: Partial<Evidence>) =>
    reviewers.flatMap((check) => check.run(Evidence.parse({ ...sound, ...more }), {}).map(({ message }) => message));
  const changed = (...files: readonly object[]) =>
    found({ changes: { ...sound.changes, files: files.map((one) => ({ ...file, ...one })) } });

  it("is nothing in a sound change", () => {
    assert.deepEqual(found({}), []);
  });

  it("is a program that failed or was stopped, and a change of nothing", () => {
    const ended = (built: Partial<Evidence["built"]>) => found({ built: { ...sound.built, ...built } });
    assert.deepEqual(ended({ exitCode: 3 }), ["the program ended with exit code 3"]);
    assert.deepEqual(ended({ ended: "time-limit", exitCode: null }), [
      "the program was stopped, since it took too long: do less, or end sooner",
    ]);
    assert.deepEqual(ended({ ended: "output-limit", exitCode: null }), ["the program was stopped, since it wrote too much: say less"]);
    assert.deepEqual(changed(), ["nothing was changed"]);
  });

  it("is what lies outside of the folder, and a link or a repository that leads out of it", () => {
    assert.deepEqual(changed({ path: "b.ts" }), ['"b.ts" is not in the folder "app/": leave it as it is']);
    assert.deepEqual(changed({ kind: "moved", before: "b.ts" }), ['"b.ts" is not in the folder "app/": leave it as it is']);
    const link = (leadsTo: string) => changed({ is: "link", leadsTo });
    assert.deepEqual([link("c.ts"), link("./x/../c.ts")], [[], []]);
    for (const out of ["/etc", "../../x", "../b.ts", "..", "../.."]) {
      assert.deepEqual(link(out), [`"app/a.ts" is a link that leads out of the folder, to "${out}": take it out`]);
    }
    assert.deepEqual(changed({ is: "repository" }), ['"app/a.ts" is a repository of its own: take it out']);
  });

  it("is more than may be changed", () => {
    assert.deepEqual(changed({}, {}, {}), ["3 files are changed, and 2 may be"]);
    assert.deepEqual(changed({ insertions: 9, deletions: 2 }), ["11 lines are changed, and 10 may be"]);
    assert.deepEqual(changed({ insertions: null, deletions: null, bytes: 101 }), ["the changed files have 101 bytes, and 100 are allowed"]);
  });

  it("is a test that is gone, unless tests may be deleted", () => {
    const gone = { kind: "deleted" };
    assert.deepEqual(changed({ ...gone, path: "app/test/a.ts" }), ['the test "app/test/a.ts" is gone: put it back']);
    for (const path of ["app/a.test.ts", "app/a_test.go", "app/test_a.py", "app/__tests__/a.js", "app/spec/a.rb"]) {
      assert.equal(changed({ ...gone, path }).length, 1, path);
    }
    assert.deepEqual(changed({ ...gone, path: "app/latest.ts" }), []);
    const moved = { kind: "moved", before: "app/test/a.ts" };
    assert.deepEqual(changed({ ...moved, path: "app/test/b.ts" }), []);
    assert.deepEqual(changed({ ...moved, path: "app/b.ts" }), ['the test "app/test/a.ts" is gone: put it back']);
    const files = [{ ...file, ...gone, path: "app/test/a.ts" } as const];
    assert.deepEqual(
      found({ bounds: { ...bounds, mayDeleteTests: true }, changes: { ...sound.changes, files } as Evidence["changes"] }),
      [],
    );
  });

  it("is told to people file by file, with the tests, and with the program's words behind all else", () => {
    const files = [
      { ...file, kind: "moved", before: "app/b.ts" },
      { ...file, insertions: null, deletions: null },
    ] as const;
    const proposal = proposalOf(Evidence.parse({ ...sound, changes: { ...sound.changes, files, commits: 2 } }));
    assert.deepEqual(proposal.diff, ["moved app/b.ts to app/a.ts +1 −1", "changed app/a.ts binary"]);
    assert.equal(saysOf(proposal), `Push "${BRANCH}": 2 files changed in 2 commits, the tests ended with exit code 0. Go ahead?`);
    const text = reportOf({ proposal: { ...proposal, tests: { exitCode: null, tail: "" } }, address: "there" });
    assert.match(text, /\n\nTests: exit code none\n\nThe program's own words, which nobody has checked:\n {2}> \(none\)\n\n/);
  });

  it("is a secret, and tests that do not pass", () => {
    const secrets = [{ place: "app/a.ts", message: "looks like a token" }];
    assert.deepEqual(found({ changes: { ...sound.changes, secrets } }), ["app/a.ts: looks like a token"]);
    const tested = (more: object) => found({ tested: { ...sound.tested, ...more } });
    assert.deepEqual(tested({ exitCode: 1 }), ["the tests ended with exit code 1"]);
    assert.deepEqual(tested({ exitCode: 1, tail: "no" }), ["the tests ended with exit code 1. The end of what they wrote:\nno"]);
    assert.deepEqual(tested({ ended: "time-limit", exitCode: null }), [
      "the tests were stopped, since they took too long or wrote too much",
    ]);
  });
});

describe("a builder whose process is killed while the program runs", () => {
  it("throws the half-done try away, ends the program that was left, and comes to one end", async (t) => {
    const at = shop(t);
    const victim = spawn(process.execPath, ["--import", "tsx", join(import.meta.dirname, "builder-killed.ts"), at.cwd], {
      env: { ...CLEAN, NO_COLOR: "1" },
      stdio: ["ignore", "ignore", "inherit"],
    });
    const over = new Promise((done) => victim.once("exit", (_code, by) => done(by)));
    await appears(at.cwd, "begun.txt", t.signal);
    victim.kill("SIGKILL");
    assert.equal(await over, "SIGKILL");
    assert.equal(at.git("log", "-1", "--format=%s", BRANCH), "Half of it\n");
    const left = readFileSync(join(at.cwd, "begun.txt"), "utf8").trim().split(" ").map(Number);
    assert.deepEqual(left.map(lives), [true, true]);

    writeFileSync(join(at.cwd, "go-on"), "");
    const on = killedBuilder(at.cwd, CLEAN);
    const { store } = on;
    const waiting = await resumeRun(builder, "r", on);
    assert.equal(waiting.status, "blocked", waiting.state.failure?.message);
    assert.deepEqual(left.map(lives), [false, false]);
    await decideGate(builder, "r", { decision: "approve" }, { store });
    const done = await resumeRun(builder, "r", on);
    assert.equal(done.status, "done");
    assert.deepEqual(
      (await eventsOfType(store, "r", "effect-settled")).map(({ stage, how, outcome }) => `${stage} ${how} ${outcome.happened}`),
      ["built looked-up no", "built called yes", "pushed called yes"],
    );
    assert.equal(gitIn(at.remote, ["diff", "--name-status", "main", BRANCH]), "M\tprice.mjs\n");
    assert.deepEqual(readdirSync(join(at.cwd, ".stagewright/worktrees")), []);
    await assertReplays(builder, "r", store);
  });
});

/** Resolves when a file of that name is in the folder. */
function appears(folder: string, name: string, signal: AbortSignal): Promise<void> {
  mkdirSync(folder, { recursive: true });
  return new Promise((resolve, reject) => {
    const watcher = watch(folder, { signal }, () => look());
    watcher.on("error", reject);
    const look = () => {
      if (!existsSync(join(folder, name)) || !readFileSync(join(folder, name), "utf8").endsWith("\n")) return;
      watcher.close();
      resolve();
    };
    look();
  });
}

/** A zombie is dead; it waits for somebody to take note. */
function lives(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
