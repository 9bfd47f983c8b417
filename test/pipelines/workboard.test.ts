import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite, type TestContext, test } from "node:test";
import { markdownFolder } from "../../adapters/index.js";
import reopen, { report as reopenReport } from "../../pipelines/reopen.js";
import { SIGNATURE } from "../../pipelines/workboard/evidence.js";
import { Proposal } from "../../pipelines/workboard/proposal.js";
import workboard, { report } from "../../pipelines/workboard.js";
import { type AnyImplementation, type AnyPipeline, implement } from "../../src/dsl/index.js";
import { model } from "../../src/model/index.js";
import { decideGate, fileSources, openQuestions, readRun, resumeRun, startRun } from "../../src/runner/index.js";
import { rejected } from "../dsl/thrown.js";
import { assertReplays, countedEnvironment, options } from "../runner/rig.js";

const FIXTURES = join(import.meta.dirname, "../../fixtures/workboard");
const NEVER = "https://evil.example";

/** What a well-behaved model says of each issue that is worth a comment. */
const SAID: Readonly<Record<number, string>> = {
  1: "The pull request that writes the catalogue is merged, so this can be closed.",
  2: "This is deferred. What was said of the header does not show more.",
  4: "The commit with the rounding is in the history, so this can be closed.",
  5: "Which pull request or commit shows what was claimed here?",
  9: "This is open, for the change was reverted.",
  15: "The label says that this is done, so it can be closed.",
};

/** A folder of its own with the fixtures in it, and a model that says of issue n what stands at n. */
function board(t: TestContext, said: Readonly<Record<number, string>> = {}, around = (one: AnyImplementation) => one) {
  const cwd = mkdtempSync(join(tmpdir(), "workboard-"));
  t.after(() => rmSync(cwd, { recursive: true, force: true }));
  cpSync(FIXTURES, join(cwd, "issues"), { recursive: true });
  const asked: number[] = [];
  const writer = implement(model, "fake", {
    complete: {
      perform: async ({ model: name, messages }) => {
        const number = Number(/Write the comment on issue (\d+)\./.exec(messages.map(({ content }) => content).join("\n"))?.[1]);
        asked.push(number);
        const usage = { inputTokens: 1, outputTokens: 1, estimated: false };
        return { finish: "stop", usage, model: name, text: { ...SAID, ...said }[number] ?? "nothing" };
      },
    },
  });
  const folder = around(markdownFolder({ cwd, now: () => new Date("2026-03-19T09:00:00Z") }));
  const on = options({ adapters: [folder, writer], sources: fileSources(join(import.meta.dirname, "../..")) });
  const file = (number: number) => {
    const name = readdirSync(join(cwd, "issues")).find((one) => one.startsWith(`${number}-`)) ?? "";
    return readFileSync(join(cwd, "issues", name), "utf8");
  };
  const outputOf = async (run: string, stage: string) => {
    const { state, load } = await readRun(on.store, run);
    const output = state.stages.get(stage)?.output;
    return output && load(output);
  };
  return {
    ...{ cwd, on, asked, file, outputOf },
    isClosed: (number: number) => /^state: closed$/m.test(file(number)),
    all: () => readdirSync(join(cwd, "issues")).map((name) => readFileSync(join(cwd, "issues", name), "utf8")),
    toTheGate: async (input: object = {}) => {
      const outcome = await startRun(workboard, { ...on, run: "r", model: "small", input });
      return { outcome, shown: Proposal.parse(await outputOf("r", "proposal")) };
    },
    approved: async (pipeline: AnyPipeline = workboard, run = "r") => {
      await decideGate(pipeline, run, { decision: "approve" }, on);
      return resumeRun(pipeline, run, { ...on, model: "small" });
    },
    report: async () => report({ outputs: { report: await outputOf("r", "report") } }).split("\n"),
  };
}

const OPEN = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15];

suite("the workboard", () => {
  test("shows at its gate what it would close, changes nothing before, and closes that and nothing else after", async (t) => {
    const { on, asked, file, all, isClosed, toTheGate, approved, report } = board(t);
    const before = all();
    const { outcome, shown } = await toTheGate();
    assert.deepEqual([outcome.status, outcome.waiting?.stage], ["blocked", "approve"]);
    assert.deepEqual(
      shown.entries.map(({ number, state, close, comment }) => [number, state, close, comment !== null]),
      [
        [1, "done", true, true],
        [2, "deferred", false, true],
        [3, "open", false, false],
        [4, "done", true, true],
        [5, "open", false, true],
        [6, "waiting", false, false],
        [8, "wontfix", false, false],
        [9, "open", false, true],
        [10, "deferred", false, false],
        [15, "done", true, true],
      ],
    );
    assert.deepEqual(shown.notes, []);
    assert.deepEqual(asked, [1, 2, 4, 5, 9, 15]);
    const [question] = await openQuestions(on.store, workboard, "r");
    assert.equal(question?.waiting.on === "gate" && question.waiting.gate.says, "Close 3 issues, comment on 6, label 5. Go ahead?");
    assert.deepEqual(all(), before);

    assert.equal((await approved()).status, "done");
    assert.deepEqual(OPEN.filter(isClosed), [1, 4, 15]);
    assert.match(file(2), /^labels: \[feature, deferred\]$/m);
    assert.match(file(3), /^labels: \[\]$/m);
    assert.ok(
      file(4).includes(
        `${SAID[4]}\n\nEvidence: comment 1 by radu of 2026-02-20, "Fixed in 4f2c91a, with a test for 10.005."\n\n${SIGNATURE}`,
      ),
    );
    assert.deepEqual(await report(), [
      '#1 done  closed  (pull request 31 by radu of 2026-02-11: "Write the catalogue as CSV")',
      '#2 deferred  labelled +deferred, commented  (comment 2 by ana of 2026-03-01: "Deferred to the summer release: there are only two of us.")',
      '#3 open  labelled -blocked  (comment 2 by ana of 2026-03-10: "The bank sent the test account, so this is no longer blocked.")',
      '#4 done  closed  (comment 1 by radu of 2026-02-20: "Fixed in 4f2c91a, with a test for 10.005.")',
      "#5 open  commented",
      '#6 waiting  labelled +waiting  (comment 1 by ana of 2026-03-03: "Waiting for the supplier to send a sample file.")',
      '#8 wontfix  labelled +wontfix  (comment 1 by ana of 2026-02-15: "We won\'t fix this: the tablet is replaced in May.")',
      '#9 open  commented  (comment 1 by radu of 2026-02-24: "Still broken.")',
      '#10 deferred  labelled +deferred  (comment 1 by ioana of 2026-03-05: "O amânăm până în iunie.")',
      '#15 done  closed  (label by ana of 2026-03-09: "done")',
    ]);
    await assertReplays(workboard, "r", on.store);
  });

  test("a second run says nothing again, and closes nothing more", async (t) => {
    const { on, asked, toTheGate, approved } = board(t);
    await toTheGate();
    await approved();
    const calls = asked.length;
    const again = await startRun(workboard, { ...on, environment: countedEnvironment(), run: "again", model: "small", input: {} });
    assert.equal(again.status, "done");
    assert.equal(again.state.stopped?.because, "11 open issues, and nothing to propose");
    assert.equal(asked.length, calls);
  });

  test("of a model that claims, invents or writes markup nothing is posted, and what code knows is done all the same", async (t) => {
    const said = {
      2: "Dark mode is done and can be used.",
      4: "This is done with pull request #87, so it can be closed.",
      5: `# Status\n\n- [all is well](${NEVER})`,
      9: "We will finish it by Monday.",
    };
    const { asked, all, file, isClosed, toTheGate, approved, report } = board(t, said);
    const { shown } = await toTheGate();
    assert.deepEqual(
      shown.entries.filter(({ comment }) => comment !== null).map(({ number }) => number),
      [1, 15],
    );
    assert.deepEqual(asked, [1, 2, 2, 4, 4, 5, 5, 9, 9, 15]);
    assert.deepEqual(
      shown.notes.map((note) => note.split(":")[0]),
      [2, 4, 5, 9].map((number) => `issue ${number} gets no comment`),
    );
    await approved();
    for (const text of Object.values(said)) assert.ok(!all().some((one) => one.includes(text)), text);
    for (const part of ["#87", NEVER, "Monday."])
      assert.equal(all().filter((one) => one.includes(part)).length, part === "Monday." ? 1 : 0);
    assert.deepEqual(OPEN.filter(isClosed), [1, 4, 15]);
    assert.match(file(4), /\nThis issue is done\.\n\nEvidence: /);
    assert.deepEqual((await report()).slice(-4), shown.notes);
  });

  test("an edit at the gate cannot close what is deferred, add an issue, or put in a claim; it can take things out", async (t) => {
    const { on, isClosed, toTheGate } = board(t);
    const { shown } = await toTheGate();
    const edited = (number: number, change: object) => ({
      decision: "edit" as const,
      value: { ...shown, entries: shown.entries.map((entry) => (entry.number === number ? { ...entry, ...change } : entry)) },
    });
    const refused = async (number: number, change: object) => {
      const { code, message } = await rejected(decideGate(workboard, "r", edited(number, change), on));
      return `${code}: ${message.split("\n").slice(1).join("\n")}`;
    };
    assert.equal(
      await refused(2, { close: true }),
      'gate/dod: issue 2 is deferred, and only what is done is closed: comment 2 by ana of 2026-03-01 says "Deferred to the summer release: there are only two of us." (workboard/evidence)',
    );
    assert.match(await refused(2, { close: true, state: "done" }), /^gate\/dod: issue 2 is deferred by its history, and not done/);
    assert.match(
      await refused(5, { evidence: { state: "done", place: "the text", quote: "done" } }),
      /^gate\/dod: issue 5 has other evidence/,
    );
    assert.match(await refused(2, { number: 7 }), /^gate\/dod: issue 7 is deferred|^gate\/dod: issue 7 has other evidence/);
    assert.match(await refused(2, { number: 14 }), /^gate\/dod: issue 14 is none of those that were looked at/);
    assert.match(
      await refused(2, { comment: "It is done." }),
      /^gate\/dod: the comment says that something is done, and the issue is deferred/,
    );
    assert.match(await refused(2, { add: ["done"] }), /^gate\/dod: issue 2 has no evidence for a change of label "done"/);

    const entries = shown.entries.filter(({ number }) => number !== 4);
    await decideGate(workboard, "r", { decision: "edit", value: { ...shown, entries } }, on);
    assert.equal((await resumeRun(workboard, "r", { ...on, model: "small" })).status, "done");
    assert.deepEqual(OPEN.filter(isClosed), [1, 15]);
    await assertReplays(workboard, "r", on.store);
  });

  test("the cap on calls ends the asking early, and the report says who got no comment", async (t) => {
    const { asked, isClosed, toTheGate, approved, report } = board(t);
    const { shown } = await toTheGate({ maxCalls: 5 });
    assert.deepEqual(asked, [1, 2]);
    const because = "the cap of 5 calls is reached: 4 are taken, and a comment may take 2";
    const notes = [4, 5, 9, 15].map((number) => `issue ${number} gets no comment: ${because}`);
    assert.deepEqual(shown.notes, notes);
    await approved();
    assert.deepEqual((await report()).slice(-4), notes);
    assert.deepEqual(OPEN.filter(isClosed), [1, 4, 15]);
  });

  test("the cap on tokens does the same", async (t) => {
    const { asked, toTheGate } = board(t);
    const { shown } = await toTheGate({ maxTokens: 1_000 });
    assert.deepEqual(asked, []);
    assert.match(
      shown.notes[0] ?? "",
      /^issue 1 gets no comment: the cap of 1000 tokens is reached: 0 are taken, and a comment may take \d+$/,
    );
  });

  test("what was left out by the limit on issues is said", async (t) => {
    const { toTheGate } = board(t);
    const { shown } = await toTheGate({ maxIssues: 2 });
    assert.deepEqual(shown.notes, ["there are more than 2 open issues: the rest was not looked at"]);
    assert.deepEqual(
      shown.entries.map(({ number }) => number),
      [1, 2],
    );
  });

  test("an issue that the adapter fails at leaves the others settled, and is named", async (t) => {
    const { on, isClosed, toTheGate, approved, report } = board(t, {}, failingAt("label", 2));
    await toTheGate();
    assert.equal((await approved()).status, "done");
    assert.deepEqual(OPEN.filter(isClosed), [1, 4, 15]);
    const lines = await report();
    assert.match(lines[1] ?? "", /^#2 deferred {2}nothing: .*the disk is full/);
    assert.match(lines[2] ?? "", /^#3 open {2}labelled -blocked /);
    await assertReplays(workboard, "r", on.store);
  });

  test("an issue that somebody spoke about or closed while the gate waited is left alone", async (t) => {
    const { cwd, isClosed, toTheGate, approved, report } = board(t);
    await toTheGate();
    const { calls } = markdownFolder({ cwd, author: "mihai", now: () => new Date("2026-03-19T08:30:00Z") });
    const context = { key: "k", signal: new AbortController().signal };
    await calls.comment?.perform({ number: 4, body: "Not fixed: 10.015 is still wrong." }, context);
    await calls.close?.perform({ number: 1, reason: "completed" }, { ...context, key: "l" });
    await approved();
    assert.equal(isClosed(4), false);
    const lines = await report();
    assert.match(lines[0] ?? "", /^#1 done {2}nothing: .*issue 1 has been closed by somebody else/);
    assert.match(lines[3] ?? "", /^#4 done {2}nothing: .*issue 4 was done when it was approved, and is open by now/);
  });

  test("a rejection changes nothing", async (t) => {
    const { on, all, toTheGate } = board(t);
    const before = all();
    await toTheGate();
    await decideGate(workboard, "r", { decision: "reject", reason: "not today" }, on);
    await resumeRun(workboard, "r", { ...on, model: "small" });
    assert.deepEqual(all(), before);
  });
});

/** The same folder, where one call fails for one issue and nothing is written. */
function failingAt(call: string, number: number) {
  return (one: AnyImplementation): AnyImplementation => {
    const whole = one.calls[call];
    if (whole === undefined) throw new Error(`there is no call "${call}"`);
    const perform: typeof whole.perform = async (request, context) => {
      if ((request as { number: number }).number === number) throw new Error("the disk is full");
      return whole.perform(request, context);
    };
    return { ...one, calls: { ...one.calls, [call]: { ...whole, perform } } };
  };
}

suite("reopening", () => {
  const started = (one: ReturnType<typeof board>, input: object) => startRun(reopen, { ...one.on, run: "o", input });

  test("a closed issue is open again once a person has said so, with the reason as a comment", async (t) => {
    const one = board(t);
    const waiting = await started(one, { number: 14, why: "The storeroom still uses it." });
    assert.deepEqual([waiting.status, waiting.waiting?.stage], ["blocked", "confirm"]);
    const [question] = await openQuestions(one.on.store, reopen, "o");
    assert.equal(
      question?.waiting.on === "gate" && question.waiting.gate.says,
      'Reopen issue 14, "Remove the old theme", closed as completed on 2026-03-01, and leave a comment. Go ahead?',
    );
    assert.equal(one.isClosed(14), true);
    assert.equal((await one.approved(reopen, "o")).status, "done");
    assert.equal(one.isClosed(14), false);
    assert.match(one.file(14), /\nThe storeroom still uses it\.\n/);
    assert.equal(reopenReport({ outputs: { reopened: await one.outputOf("o", "reopened") } }), "issue 14 is open again");
    await assertReplays(reopen, "o", one.on.store);
    const { shown } = await one.toTheGate();
    assert.deepEqual(
      shown.entries.filter(({ number }) => number === 14),
      [],
    );
  });

  test("what is open, or is not there, is no case for it", async (t) => {
    const message = async (number: number) => {
      const one = board(t);
      const { status, state } = await started(one, { number });
      return [status, state.stages.get("issue")?.failure?.message];
    };
    assert.deepEqual(await message(1), ["failed", "issue 1 is open: there is nothing to reopen"]);
    assert.deepEqual(await message(99), ["failed", "there is no issue 99"]);
  });
});
