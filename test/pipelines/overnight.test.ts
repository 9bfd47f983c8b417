import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import fc from "fast-check";
import { Amount, NOTHING_SPENT, plus, shortOf } from "../../pipelines/overnight/budget.js";
import { wishIn } from "../../pipelines/overnight/items.js";
import { becameOf, reportOf } from "../../pipelines/overnight/report.js";
import { type RunFacts, runs, runsIn, runsRecording } from "../../pipelines/overnight/runs.js";
import shipped, { adapters, report } from "../../pipelines/overnight.js";
import { StagewrightError } from "../../src/dsl/index.js";
import { models } from "../../src/model/index.js";
import { adaptersOf, decideGate, resumeRun } from "../../src/runner/index.js";
import { fileStore, memoryStore } from "../../src/store/index.js";
import { assertReplays, eventsOfType } from "../runner/rig.js";
import { killedNight } from "./overnight-killed.js";
import { kinds, nightWith, paidModel, wish, wordless } from "./overnight-rig.js";

function folder(t: TestContext): string {
  const cwd = mkdtempSync(join(tmpdir(), "overnight-"));
  t.after(() => rmSync(cwd, { recursive: true, force: true }));
  return cwd;
}

describe("the overnight shift", () => {
  it("takes what is open by priority, each as a run of its own, and tells in the morning what came of it", async () => {
    const items = [wish("third", "note", { priority: 7 }), wish("first", "ask", { priority: 1 }), wish("second", "breaks")];
    const { outcome, sent, store, overnight, statusOf } = await nightWith({ items });
    assert.equal(outcome.status, "done", outcome.state.failure?.message);
    assert.deepEqual(sent(), [outcome.output]);
    const night = "r.shift.v1.night.items.v1";
    assert.equal(
      outcome.output,
      `# The night from 2026-03-19 08:00 to 2026-03-19 08:01 UTC

## Done (2)

- first (the list, ask): About first.
  $0.01, 100 tokens in 1 call, 1 minute. \`stagewright show ${night}.item-1.work.v1.1\`
- third (the list, note): Noted: third
  $0, 0 tokens in 0 calls, 1 minute. \`stagewright show ${night}.item-3.work.v1.1\`

## Failed (1)

- second (the list, breaks): second is broken
  $0, 0 tokens in 0 calls, 1 minute. \`stagewright show ${night}.item-2.work.v1.1\`

## Cost

$0.01, 100 tokens in 1 call, 2 minutes. The night had $2, 1000000 tokens, 480 minutes and 20 items.`,
    );
    assert.equal(await statusOf(`${night}.item-1.work.v1.1`), "done");
    await assertReplays(overnight, "r", store);
  });

  it("leaves what waits for a person, goes on with the rest, and does not hold the report up for it", async () => {
    const items = [wish("dinner", "confirm"), wish("after", "note")];
    const { outcome, sent, store, overnight, settings } = await nightWith({ items });
    assert.equal(outcome.status, "blocked");
    const run = "r.shift.v1.night.items.v1.item-1.work.v1.1";
    const [text = ""] = sent();
    assert.match(
      text,
      /## Waits for you \(1\)\n\n- dinner \(the list, confirm\):\n {2}Noted: dinner\. Go ahead\? `stagewright approve r\.[\w.-]+item-1\.work\.v1\.1`\n/,
    );
    assert.match(text, /## Done \(1\)\n\n- after/);

    await decideGate(kinds.confirm, run, { decision: "approve" }, { store });
    const done = await resumeRun(overnight, "r", settings);
    assert.equal(done.status, "done");
    assert.deepEqual(sent(), [text]);
    await assertReplays(overnight, "r", store);
  });

  it("tells of an item that waits for money, and how to go on with it", async () => {
    const refused = () => {
      throw new StagewrightError("budget/exceeded", "the budget of the day has nothing left");
    };
    const { outcome, sent } = await nightWith({ items: [wish("one", "ask")] }, { model: paidModel(refused, { tokens: 100 }) });
    assert.equal(outcome.status, "blocked");
    assert.match(
      sent()[0] ?? "",
      /## Waits for you \(1\)\n\n- one \(the list, ask\):\n {2}the budget of the day has nothing left `stagewright resume`, once there is room\n/,
    );
  });

  it("sends the report also where there is no money for its words", async () => {
    const says = (prompt: string) => {
      if (prompt.includes("a person should know first")) throw new StagewrightError("budget/exceeded", "nothing is left");
      return "An answer.";
    };
    const { outcome, sent } = await nightWith({ items: [wish("one", "ask")] }, { model: paidModel(says, { tokens: 100 }) });
    assert.equal(outcome.status, "blocked");
    assert.match(sent()[0] ?? "", /UTC\n\n## Done \(1\)\n/);
  });

  it("counts calls whose price nobody knows", async () => {
    const { sent } = await nightWith({ items: [wish("one", "ask")] }, { model: paidModel(wordless, { tokens: 100 }) });
    assert.match(sent()[0] ?? "", /\$0 and 1 without a known price, 100 tokens in 1 call, /);
  });

  it("tells of all items that failed, and is done", async () => {
    const { outcome, sent } = await nightWith({ items: [wish("one", "breaks"), wish("two", "breaks")] });
    assert.equal(outcome.status, "done");
    assert.match(sent()[0] ?? "", /## Failed \(2\)\n\n- one \(the list, breaks\): one is broken\n[^\n]*\n- two/);
  });

  it("says so where nothing was open", async () => {
    const { outcome, sent } = await nightWith({});
    assert.equal(outcome.status, "done");
    assert.match(
      sent()[0] ?? "",
      /^# The night from 2026-03-19 08:00 to 2026-03-19 08:00 UTC\n\nNothing was open\.\n\n## Cost\n\n\$0, 0 tokens in 0 calls, /,
    );
  });
});

describe("what became of an item", () => {
  const item = {
    title: "One",
    pipeline: "note",
    input: {},
    priority: 5,
    needs: { usd: 0, tokens: 0, minutes: 0 },
    name: "item-1",
    from: "the list",
  };
  const at = { startedAt: "2026-03-19T08:00:00.000Z", lastAt: "2026-03-19T08:10:30.000Z" };
  const own: RunFacts = {
    run: "x",
    pipeline: "note",
    status: "done",
    ...at,
    reason: null,
    output: "Noted",
    waits: [],
    spent: NOTHING_SPENT,
    children: [],
  };
  const said = (more: Partial<RunFacts>) => {
    const became = becameOf(item, { about: null, work: { ...own, ...more } });
    return "why" in became ? became.why : `${became.status}: ${became.said}`;
  };

  it("is told from its own run's journal", () => {
    assert.equal(said({}), "done: Noted");
    assert.equal(said({ output: null }), "done: ");
    assert.equal(said({ reason: "there was nothing to do" }), "stopped: there was nothing to do");
    assert.equal(said({ status: "failed", reason: "no\nway" }), "failed: no way");
    assert.equal(said({ status: "cancelled", output: null }), "failed: it was cancelled");
    assert.equal(said({ status: "running", output: null }), "failed: it did not come to an end");
    assert.equal(said({ output: "x".repeat(400) }).length, "done: ".length + 300);
    assert.match(said({ output: "the key is ghp_R8qT2mVx0LzK4nYb7cWs1dFj5hGp9aQeUo3i" }), /^done: the key is .*•/);
  });

  it("is that it was not begun, where it has no run", () => {
    assert.deepEqual(becameOf(item, { about: null, work: null }), { title: "One (the list)", why: "the night ended before its turn" });
  });

  it("stands in the report under its own heading", () => {
    const became = (more: Partial<RunFacts>) => {
      const one = becameOf(item, { about: null, work: { ...own, ...more } });
      return "why" in one ? [] : [one];
    };
    const waits = [
      { run: "x", stage: "s", on: "effect", what: "word whether its effect happened" } as const,
      { run: "y", stage: "s", on: "blocker", what: "the key of the store" } as const,
    ];
    const items = [...became({ status: "blocked", waits }), ...became({ reason: "nothing to do" }), ...became({ output: null })];
    const night = {
      from: at.startedAt,
      to: at.lastAt,
      items,
      notBegun: [],
      spent: NOTHING_SPENT,
      minutes: 11,
      most: { usd: 1, tokens: 1, minutes: 1, items: 1 },
    };
    const text = reportOf(night, "Two things wait.");
    assert.match(
      text,
      /UTC\n\nTwo things wait\.\n\n## Waits for you \(1\)\n\n- One \(the list, note\):\n {2}word whether its effect happened `stagewright show x`\n {2}the key of the store `stagewright show y`\n/,
    );
    assert.match(text, /## Done \(1\)\n\n- One \(the list, note\): it gave nothing\n/);
    assert.match(
      text,
      /## Stopped early, by its own decision \(1\)\n\n- One \(the list, note\): nothing to do\n {2}`stagewright show x`\n/,
    );
  });
});

describe("the budget of a night", () => {
  const four = ["a", "b", "c", "d"].map((title) => wish(title, "ask"));
  const notBegun = async (given: object, more: Parameters<typeof nightWith>[1] = {}) => {
    const { outcome, sent, store } = await nightWith({ items: four, ...given }, more);
    assert.equal(outcome.status, "done", outcome.state.failure?.message);
    const started = await eventsOfType(store, "r.shift.v1.night", "child-started");
    assert.equal(started.length, 4);
    return /## Not begun \(\d\)\n\n([\s\S]*?)\n\n/.exec(sent()[0] ?? "")?.[1]?.split("\n") ?? [];
  };

  it("begins no item that what is left cannot carry: money", async () => {
    const paid = paidModel(wordless, { tokens: 100, usd: 0.3 });
    assert.deepEqual(await notBegun({ maxUsd: 1, itemUsd: 0.4 }, { model: paid }), [
      "- d (the list): it may cost $0.4, and $0.1 of $1 is left",
    ]);
  });

  it("tokens, as an item states them itself", async () => {
    const items = [...four.slice(0, 2), wish("large", "ask", { needs: { tokens: 900 } }), wish("small", "ask", { needs: { tokens: 100 } })];
    assert.deepEqual(await notBegun({ items, maxTokens: 1_000, itemTokens: 500 }), [
      "- large (the list): it may take 900 tokens, and 800 of 1000 are left",
    ]);
  });

  it("time, and how many", async () => {
    // Each look at the clock takes a second.
    assert.deepEqual(await notBegun({ maxMinutes: 31 }), ["- d (the list): it may take 30 minutes, and 29 of 31 are left"]);
    assert.deepEqual(
      await notBegun({ maxMinutes: 29 }),
      ["a", "b", "c", "d"].map((title) => `- ${title} (the list): it may take 30 minutes, and 28 of 29 are left`),
    );
    assert.deepEqual(await notBegun({ maxItems: 3 }), ["- d (the list): 3 items have been begun, which is the most"]);
  });

  it("keeps what an item that waits for a person may still take", async () => {
    const items = [wish("dinner", "confirm", { needs: { usd: 0.3 } }), wish("dear", "ask", { needs: { usd: 0.3 } }), wish("cheap", "ask")];
    const { sent } = await nightWith({ items, maxUsd: 0.5 });
    assert.match(sent()[0] ?? "", /## Not begun \(1\)\n\n- dear \(the list\): it may cost \$0\.3, and \$0\.2 of \$0\.5 is left\n/);
  });

  it("holds for any items that take no more than they may", () => {
    const need = fc.record({ usd: fc.integer({ min: 0, max: 50 }), tokens: fc.nat(50), minutes: fc.nat(50) });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(need, fc.double({ min: 0, max: 1, noNaN: true })), { maxLength: 30 }),
        need,
        fc.nat(20),
        (items, most, count) => {
          let taken = { ...NOTHING_SPENT, begun: 0 };
          let minutes = 0;
          for (const [needs, share] of items) {
            const standing = { most: { ...most, items: count }, taken, reserved: { usd: 0, tokens: 0 }, minutes };
            if (shortOf(Amount.parse(needs), standing) !== undefined) continue;
            const took = { usd: needs.usd * share, unpriced: 0, tokens: Math.floor(needs.tokens * share), calls: 1 };
            taken = { ...plus(taken, took), begun: taken.begun + 1 };
            minutes += needs.minutes * share;
          }
          assert.ok(taken.usd <= most.usd && taken.tokens <= most.tokens && minutes <= most.minutes && taken.begun <= count);
        },
      ),
    );
  });
});

describe("issues that a night takes", () => {
  it("have its label and a block that names a pipeline; what cannot be begun is told with the reason", async (t) => {
    const cwd = folder(t);
    mkdirSync(join(cwd, "issues"));
    const issue = (number: number, body: string, { label = "overnight", author = "ana" } = {}) =>
      writeFileSync(
        join(cwd, `issues/${number}.md`),
        `---\ntitle: Issue ${number}\nlabels: [${label}]\nauthor: ${author}\n---\n\n${body}\n`,
      );
    const block = (json: string) => `Some words.\n\n\`\`\`overnight\n${json}\n\`\`\`\n`;
    issue(1, block('{ "pipeline": "note", "input": { "text": "late" } }'));
    issue(2, block('{ "pipeline": "note", "input": { "text": "early" }, "priority": 1, "needs": { "minutes": 5 } }'));
    issue(3, block('{ "pipeline": "rm", "input": {} }'));
    issue(4, block('{ "pipeline": "note", "input": { "words": 1 } }'));
    issue(5, block("{"));
    issue(6, block('{ "pipeline": "note", "run": "now" }'));
    issue(7, "No block.");
    issue(8, block('{ "pipeline": "note", "input": { "text": "not labelled" } }'), { label: "bug" });
    issue(9, block('{ "pipeline": "note", "input": { "text": "a stranger" } }'), { author: "mallory" });
    const { outcome, sent } = await nightWith({ folder: "issues", authors: ["ana"] }, { cwd });
    assert.equal(outcome.status, "done", outcome.state.failure?.message);
    const [text = ""] = sent();
    assert.match(text, /## Done \(2\)\n\n- Issue 2 \(issue 2, note\): Noted: early\n[^\n]*\n- Issue 1 \(issue 1, note\): Noted: late\n/);
    assert.deepEqual(/## Not begun \(5\)\n\n([\s\S]*?)\n\n/.exec(text)?.[1]?.split("\n"), [
      "- Issue 5 (issue 5): its block `overnight` is not JSON",
      '- Issue 6 (issue 6): its block `overnight` does not fit: Unrecognized key: "run"',
      "- Issue 7 (issue 7): it has no fenced block `overnight` that names a pipeline",
      '- Issue 3 (issue 3): the night has no pipeline "rm": it has "note", "ask", "confirm", "breaks"',
      '- Issue 4 (issue 4): "note" does not take its input: text: Invalid input: expected string, received undefined; Unrecognized key: "words"',
    ]);
    assert.doesNotMatch(text, /stranger|not labelled/);
  });

  it("may have their block anywhere, with any fence", () => {
    const found = wishIn({ number: 1, title: "One", body: 'a\r\n~~~~ overnight\r\n{ "pipeline": "note" }\r\n~~~~\r\n' });
    assert.deepEqual(found, { wish: { title: "One", pipeline: "note", input: {}, priority: 5, needs: {} }, from: "issue 1" });
  });
});

describe("the words above a morning report", () => {
  const items = [wish("first", "ask")];
  const told = async (...answers: readonly string[]) => {
    const left = [...answers];
    const says = (prompt: string) => (prompt.includes("a person should know first") ? (left.shift() ?? "") : "An answer.");
    const { outcome, sent } = await nightWith({ items }, { model: paidModel(says, { tokens: 100, usd: 0.01 }) });
    assert.equal(outcome.status, "done", outcome.state.failure?.message);
    return sent()[0]?.split("\n\n")[1];
  };

  it("are a model's where every number in them is one of the night's", async () => {
    assert.equal(await told("One item ran, and it took 100 tokens."), "One item ran, and it took 100 tokens.");
  });

  it("are left out where the model invents something, twice, or says too much", async () => {
    assert.match((await told("It took 777 tokens.", "It took 778 tokens.")) ?? "", /^## Done/);
    assert.equal(await told("A. B. C. D.", "One item ran."), "One item ran.");
  });

  it("are left out without a language model", async () => {
    const { outcome, sent } = await nightWith({ items: [wish("first", "note")] }, { model: models({ env: {} }) });
    assert.equal(outcome.status, "done");
    assert.equal(sent()[0]?.split("\n\n")[1], "## Done (1)");
  });
});

describe("a night whose process is killed in the middle of an item", () => {
  it("goes on where it was: no item is done twice, and one report goes out", async (t) => {
    const cwd = folder(t);
    const script = join(import.meta.dirname, "overnight-killed.ts");
    const { signal, stderr } = spawnSync(process.execPath, ["--import", "tsx", script, cwd], { encoding: "utf8" });
    assert.equal(signal, "SIGKILL", stderr);
    assert.equal(readFileSync(join(cwd, "log.txt"), "utf8"), "one\ntwo\n");
    const { overnight, settings } = killedNight(cwd, () => undefined);
    const outcome = await resumeRun(overnight, "r", settings);
    assert.equal(outcome.status, "done", outcome.state.failure?.message);
    assert.equal(readFileSync(join(cwd, "log.txt"), "utf8"), "one\ntwo\ntwo\nthree\n");
    const sent = readFileSync(join(cwd, "chat/sent.jsonl"), "utf8").trim().split("\n");
    assert.equal(sent.length, 1);
    assert.match(sent[0] ?? "", /## Done \(3\)/);
    await assertReplays(overnight, "r", fileStore(join(cwd, "runs")));
  });
});

describe("what a night stands on", () => {
  const context = { key: "", signal: new AbortController().signal };

  it("is the pipelines that are shipped, and the adapters that it brings itself", () => {
    const own = (recording: boolean) => adapters({ cwd: "/", recording }).map(({ adapter, title }) => `${adapter}: ${title}`);
    assert.deepEqual(own(false), ["coding-agent: programs of this machine", "runs: journals"]);
    assert.deepEqual(own(true), ["coding-agent: recording", "runs: recording"]);
    assert.deepEqual([...adaptersOf(shipped)].sort(), ["chat", "coding-agent", "files", "issues", "model", "runs"]);
    assert.equal(report({ outputs: { report: "x" } }) + report({ outputs: {} }), "x");
  });

  it("tells of no run that there is not", async () => {
    for (const implementation of [runsIn(memoryStore()), runsRecording(), runsRecording({ reads: runsIn(memoryStore()) })]) {
      const ask = (call: string, request: object) => implementation.calls[call]?.perform(request, context);
      assert.equal(await ask("read", { run: "x" }), null);
      assert.equal(await ask("beside", { task: "x" }), null);
    }
    assert.deepEqual(Object.keys(runs.calls), ["read", "beside"]);
  });
});
