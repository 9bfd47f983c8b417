import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { z } from "zod";
import { type Check, deliver, gate, gather, input, pipeline, rollbackTo, write } from "../../src/dsl/index.js";
import { model } from "../../src/model/index.js";
import { decideGate, readRun, resumeRun, startRun } from "../../src/runner/index.js";
import { fileStore, memoryStore } from "../../src/store/index.js";
import { rejected } from "../dsl/thrown.js";
import { assertReplays, blog, fakeBlog, fakeModel, options, told, watchedStore } from "./rig.js";

const request = input(z.object({ text: z.string() }));
const given = { input: { text: "x" }, run: "r" };

const long: Check<string> = {
  rule: "long",
  run: (text) => [{ rule: "long", severity: text.length < 5 ? "error" : "info", message: `${text.length} letters` }],
};
const facts = gather("facts", { output: z.null(), run: () => null });
const draft = write("draft", {
  output: z.string(),
  prompt: () => "Write.",
  instructions: ["AGENT.md"],
  dod: [long],
  retries: 1,
  backoffMs: 1,
});
const approve = gate("approve", { tier: 4, shows: draft, onReject: rollbackTo(draft, { max: 1 }) });
const post = pipeline("post", { input: request, stages: [facts, draft, approve] });

function answers() {
  return fakeModel("no", { text: "A long day.", reasoning: "Hm." }, "A longer day.").implementation;
}

test("prompt, answer, output and findings lie in a folder for each version, those of a further attempt beside the first's", async () => {
  const on = options({ adapters: [answers()] });
  await startRun(post, { ...on, ...given });
  await decideGate(post, "r", { decision: "reject", reason: "too short" }, on);
  await resumeRun(post, "r", on);
  const files = on.store.derived("r");
  assert.deepEqual([...files.keys()].sort(), [
    "checkpoint.json",
    "stages/02-draft/v1/answer.2.md",
    "stages/02-draft/v1/answer.md",
    "stages/02-draft/v1/findings.2.json",
    "stages/02-draft/v1/findings.json",
    "stages/02-draft/v1/output.json",
    "stages/02-draft/v1/prompt.2.md",
    "stages/02-draft/v1/prompt.md",
    "stages/02-draft/v2/answer.md",
    "stages/02-draft/v2/findings.json",
    "stages/02-draft/v2/output.json",
    "stages/02-draft/v2/prompt.md",
    "stages/03-approve/v1/findings.json",
  ]);
  assert.equal(files.get("stages/02-draft/v1/prompt.md"), "<!-- system -->\n\nRead AGENT.md.\n\n<!-- user -->\n\nWrite.\n");
  assert.equal(
    files.get("stages/02-draft/v1/answer.2.md"),
    "<!-- embedded, finish: stop, tokens: 7 in, 3 out -->\n\nA long day.\n\n<!-- reasoning -->\n\nHm.\n",
  );
  assert.equal(files.get("stages/02-draft/v1/output.json"), '"A long day."\n');
  assert.deepEqual(JSON.parse(files.get("stages/02-draft/v1/findings.json") ?? ""), [
    { rule: "long", severity: "error", message: "2 letters" },
  ]);
  assert.deepEqual(JSON.parse(files.get("checkpoint.json") ?? ""), {
    run: "r",
    pipeline: "post",
    status: "blocked",
    seq: (await told(on.store, "r")).length,
    at: (await readRun(on.store, "r")).state.at,
    lastCompleted: { stage: "draft", version: 2 },
    versions: { draft: 2, approve: 2 },
  });
});

test("a checkpoint that was deleted, torn or filled with something else is made again, with all the files behind it", async (t) => {
  const root = await mkdtemp(join(tmpdir(), "stagewright-"));
  t.after(() => rm(root, { recursive: true }));
  const on = options({ store: fileStore(root), adapters: [answers()] });
  await startRun(post, { ...on, ...given });
  const checkpoint = join(root, "r", "checkpoint.json");
  const output = join(root, "r", "stages", "02-draft", "v1", "output.json");
  const spoil = [
    () => rm(checkpoint),
    async () => writeFile(checkpoint, (await readFile(checkpoint, "utf8")).slice(0, 20)),
    () => writeFile(checkpoint, '{"seq":"many"}'),
  ];
  for (const act of spoil) {
    await act();
    await rm(join(root, "r", "stages"), { recursive: true });
    const { state } = await resumeRun(post, "r", { ...on, store: fileStore(root) });
    assert.equal(await readFile(output, "utf8"), '"A long day."\n');
    assert.equal(z.object({ seq: z.int() }).parse(JSON.parse(await readFile(checkpoint, "utf8"))).seq, state.seq);
  }
});

test("an append that fails ends the process's work with that error, nothing behind it is written, and the run resumes", async () => {
  const publish = deliver("publish", { needs: { request }, to: blog, call: (blog, { request }) => blog.publish(request) });
  const read = gather("read", { uses: { blog }, output: z.string(), run: (_, { blog }) => blog.read({ path: "a" }) });
  const pipe = pipeline("pipe", { input: request, stages: [read, publish] });
  const count = async () => {
    let appends = 0;
    const store = memoryStore();
    const watched = watchedStore(store, () => {
      appends += 1;
    });
    await startRun(pipe, { ...options({ store: watched, adapters: [fakeBlog().implementation] }), ...given });
    return appends;
  };
  const all = await count();
  assert.equal(all, 5);
  for (let failing = 2; failing <= all; failing += 1) {
    const store = memoryStore();
    let appends = 0;
    const full = watchedStore(store, () => {
      appends += 1;
      if (appends === failing) throw new Error("the disk is full");
    });
    const fake = fakeBlog({
      lookup: (_key, text) => (fake.tries.length > 0 ? { happened: "yes", answer: { path: `/${text}` } } : { happened: "no" }),
    });
    await assert.rejects(startRun(pipe, { ...options({ store: full, adapters: [fake.implementation] }), ...given }), {
      message: "the disk is full",
    });
    assert.equal(appends, failing);
    const outcome = await resumeRun(pipe, "r", options({ store, adapters: [fake.implementation] }));
    assert.deepEqual([outcome.status, outcome.output, fake.tries], ["done", { path: "/x" }, ["x"]]);
    await assertReplays(pipe, "r", store);
  }
});

test("a delivery that catches the store's error changes nothing: the effect is not made, the journal has no gap", async () => {
  const publish = deliver("publish", {
    needs: { request },
    to: blog,
    call: (blog, { request }) => blog.publish(request).catch(() => ({ path: "made up" })),
  });
  const pipe = pipeline("pipe", { input: request, stages: [publish] });
  const store = memoryStore();
  let isFull = false;
  const full = watchedStore(store, (lines) => {
    // Only the append of the intent finds the disk full.
    isFull = lines.some((line) => line.includes("effect-intended"));
    if (isFull) throw new Error("the disk is full");
  });
  const fake = fakeBlog();
  await assert.rejects(startRun(pipe, { ...options({ store: full, adapters: [fake.implementation] }), ...given }), {
    message: "the disk is full",
  });
  assert.deepEqual([await told(store, "r"), fake.tries], [["run-started"], []]);
});

test("a blob that cannot be written is an error before the event that names it", async () => {
  const big = gather("big", { output: z.string(), run: () => "x".repeat(70_000) });
  const pipe = pipeline("pipe", { input: request, stages: [big] });
  const store = memoryStore();
  const full = {
    ...store,
    lease: async (run: string) => ({ ...(await store.lease(run)), putBlob: () => Promise.reject(new Error("no room")) }),
  };
  await assert.rejects(startRun(pipe, { ...options({ store: full }), ...given }), { message: "no room" });
  assert.deepEqual(await told(store, "r"), ["run-started"]);
  assert.equal((await resumeRun(pipe, "r", options({ store }))).status, "done");
});

test("a run that another process writes to is not resumed, and one that nobody started is not there", async () => {
  const on = options({ adapters: [answers()] });
  await startRun(post, { ...on, ...given });
  const lease = await on.store.lease("r");
  assert.equal((await rejected(resumeRun(post, "r", on))).code, "store/leased");
  await lease.release();
  assert.equal((await rejected(resumeRun(post, "other", on))).code, "store/no-run");
  await (await on.store.lease("empty")).release();
  assert.equal((await rejected(resumeRun(post, "empty", on))).code, "journal/empty");
});

test("calls of tools, what was tried before and what it cost are shown beside prompt and answer", async () => {
  const read = { id: "c1", name: "read", arguments: { path: "a.md" } };
  const ask = gather("ask", {
    uses: { model },
    output: z.string(),
    run: async (_, { model }) => {
      const messages = [
        { role: "user" as const, content: "Look." },
        { role: "assistant" as const, content: "", calls: [read] },
        { role: "tool" as const, call: "c1", content: "there is no file", isError: true },
      ];
      return (await model.complete({ model: "small", messages })).text;
    },
  });
  const asking = pipeline("asking", { input: request, stages: [ask] });
  const tried = [{ model: "small", code: "model/busy", message: "too much to do", next: "next model" as const }];
  const cost = { usd: 0.0031, estimated: true };
  const fake = fakeModel({ text: "It is gone.", calls: [{ ...read, id: "c2" }], tried, cost });
  const store = memoryStore();
  await startRun(asking, { ...options({ store, adapters: [fake.implementation] }), ...given });
  const files = store.derived("r");
  assert.equal(
    files.get("stages/01-ask/v1/prompt.md"),
    [
      "<!-- user -->\n\nLook.\n",
      '<!-- assistant -->\n\n\n\n<!-- calls -->\n\n- read({"path":"a.md"}) as c1\n',
      "<!-- tool c1, an error -->\n\nthere is no file\n",
    ].join("\n"),
  );
  assert.equal(
    files.get("stages/01-ask/v1/answer.md"),
    [
      "<!-- small, finish: stop, tokens: 7 in, 3 out, cost: $0.0031 (estimated) -->\n\nIt is gone.\n",
      '<!-- calls -->\n\n- read({"path":"a.md"}) as c2\n',
      "<!-- tried before -->\n\n- small: too much to do; next model\n",
    ].join("\n"),
  );
});
