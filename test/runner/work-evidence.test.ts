import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { z } from "zod";
import { type AnyStage, gather, input, isFailed, pipeline, type WorkSource, work } from "../../src/dsl/index.js";
import type { Completion } from "../../src/model/index.js";
import { startRun } from "../../src/runner/index.js";
import { ledgerOf } from "../../src/runner/work-ledger.js";
import { fileStore } from "../../src/store/index.js";
import { type Tool, tool } from "../../src/tools/index.js";
import { assertReplays, eventsOfType, fakeModel, options } from "./rig.js";
import { blockerOf, calls, workshop } from "./workshop.js";

const request = input(z.object({ topic: z.string() }));
const given = { run: "r", input: { topic: "owls in src/owl.ts" } };
type Answer = string | Partial<Completion>;
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

interface Task {
  readonly tools?: (folder: string) => readonly Tool[];
  readonly covers?: () => readonly WorkSource[];
  readonly cites?: "shown" | "any";
}

/** A task over a book in a folder of its own. */
async function bookRun(t: TestContext, answers: readonly Answer[], { tools = () => [], ...more }: Task = {}) {
  const shop = await workshop(t);
  await writeFile(join(shop.folder, "book.txt"), "Owls hunt by ear at night.\n".repeat(10));
  const notes = work("notes", {
    needs: { request },
    tools: [...shop.tools, ...tools(shop.folder)],
    prompt: () => "Read the book.",
    output: z.string(),
    ...more,
  });
  const post = pipeline("post", { input: request, stages: [notes] });
  const fake = fakeModel(...answers);
  const on = options({ adapters: [fake.implementation], folder: shop.folder });
  const outcome = await startRun(post, { ...on, ...given });
  await assertReplays(post, "r", on.store);
  return { outcome, prompts: fake.prompts, store: on.store, folder: shop.folder };
}

const readBook = () => calls("read_file", { path: "book.txt" });
const lastMessage = (prompt: string | undefined) => prompt?.split("\n---\n").at(-1);

test("a completion that cites what no tool showed goes back with its inventions named, and may be mended", async (t) => {
  const { outcome, prompts } = await bookRun(t, [
    readBook(),
    'The book says "owls sleep through the whole night", see chapter2.txt:88.',
    'The book says "owls hunt by ear", see book.txt:3 and src/owl.ts.',
  ]);
  assert.equal(
    lastMessage(prompts[2]),
    'user: Your answer was refused:\n\n- the result cites what no tool has shown: "chapter2.txt:88", "owls sleep through the whole night"; look it up with the tools and cite what they show, or leave it out',
  );
  assert.equal(outcome.output, 'The book says "owls hunt by ear", see book.txt:3 and src/owl.ts.');
});

test("a stage that says that any citation will do is not asked where it has them from", async (t) => {
  const plan = 'Write chapter2.txt, which begins "owls sleep through the whole night".';
  assert.equal((await bookRun(t, [readBook(), plan], { cites: "any" })).outcome.output, plan);
});

test("what a try invented is no source for the next one, though its prompt says what was wrong", async (t) => {
  const shop = await workshop(t);
  await writeFile(join(shop.folder, "book.txt"), "Owls.");
  const notes = work("notes", { tools: shop.tools, prompt: () => "Read.", output: z.string(), retries: 1, backoffMs: 0 });
  const post = pipeline("post", { input: request, stages: [notes] });
  const invented = () => "See chapter2.txt:88.";
  const fake = fakeModel(readBook(), invented(), invented(), invented(), readBook(), invented(), invented(), invented());
  const on = options({ adapters: [fake.implementation], folder: shop.folder });
  const outcome = await startRun(post, { ...on, ...given });
  assert.match(fake.prompts[4] ?? "", /chapter2\.txt:88/);
  assert.match(blockerOf(outcome) ?? "", /cites what no tool has shown: "chapter2\.txt:88"/);
  await assertReplays(post, "r", on.store);
});

/** Reads the lines of a file from one number to another. */
const readLines = (folder: string) => [
  tool({
    name: "read_lines",
    description: "Reads lines.",
    takes: z.object({ path: z.string(), from: z.int(), to: z.int() }),
    reads: ({ path, from, to }) => ({ path, from, to }),
    run: async ({ path, from, to }) =>
      (await readFile(join(folder, path), "utf8"))
        .split("\n")
        .slice(from - 1, to)
        .join("\n"),
  }),
];

test("a completion before all was read is refused and names what is missing; read to the end, it stands", async (t) => {
  const lines = (from: number, to: number) => calls("read_lines", { path: "book.txt", from, to });
  const { outcome, prompts } = await bookRun(t, [lines(1, 4), "Owls hunt.", lines(5, 10), "Owls hunt by ear."], {
    tools: readLines,
    covers: () => [{ source: "book.txt", from: 1, to: 10 }],
  });
  assert.equal(
    lastMessage(prompts[2]),
    'user: Your answer was refused:\n\n- not read: "book.txt" from 4 to 10; read it with the tools, then answer',
  );
  assert.equal(outcome.output, "Owls hunt by ear.");
});

test("a result that was too long to show counts as read when the model has read on to its end", async (t) => {
  const shop = await workshop(t);
  const long = "word ".repeat(4_000);
  await writeFile(join(shop.folder, "long.txt"), long);
  const notes = work("notes", { tools: shop.tools, prompt: () => "Read.", covers: () => [{ source: "long.txt" }], output: z.string() });
  const post = pipeline("post", { input: request, stages: [notes] });
  const name = `result-${sha256(long).slice(0, 12)}.txt`;
  const on = (from: number) => calls("read_result", { name, from });
  const fake = fakeModel(calls("read_file", { path: "long.txt" }), on(0), "Words.", on(7_800), on(15_500), "Words to the end.");
  const options_ = options({ adapters: [fake.implementation], folder: shop.folder });
  const outcome = await startRun(post, { ...options_, ...given });
  assert.match(lastMessage(fake.prompts[3]) ?? "", /not read: "long\.txt"; read it with the tools/);
  assert.equal(outcome.output, "Words to the end.");
  await assertReplays(post, "r", options_.store);
});

test("each call is in the ledger: when, what, with what success, which window, and every file that changed with its digest", async (t) => {
  const sweep = (folder: string) => [
    tool({
      name: "sweep",
      description: "Tidies up.",
      kind: "write",
      takes: z.object({}),
      run: async () => {
        await mkdir(join(folder, "out"));
        await writeFile(join(folder, "out/a.txt"), "A");
        await writeFile(join(folder, "book.txt"), "short");
        await rm(join(folder, "notes.md"));
        return "swept";
      },
    }),
  ];
  const { store, outcome } = await bookRun(
    t,
    [
      readBook(),
      calls("read_file", { path: "none.txt" }),
      calls("write_file", { path: "notes.md", text: "Notes." }),
      calls("sweep"),
      "All is tidy.",
    ],
    { tools: sweep },
  );
  assert.equal(outcome.status, "done");
  const ledger = await ledgerOf("r", { store });
  const events = (await eventsOfType(store, "r", "called")).filter(({ adapter }) => adapter === "tools");
  assert.deepEqual(
    ledger.map(({ at, call, stage }) => ({ at, call, stage })),
    events.map(({ at, call, stage }) => ({ at, call, stage })),
  );
  const book = "Owls hunt by ear at night.\n".repeat(10);
  const failure = events[1]?.outcome;
  assert.ok(failure && "answer" in failure && "inline" in failure.answer);
  const { message } = z.object({ outcome: z.literal("failed"), message: z.string() }).parse(failure.answer.inline);
  assert.deepEqual(
    ledger.map(({ at: _at, call: _call, stage: _stage, version: _version, attempt: _attempt, ...entry }) => entry),
    [
      {
        tool: "read_file",
        succeeded: true,
        kind: "read",
        arguments: sha256('{"path":"book.txt"}'),
        result: sha256(book),
        bytes: book.length,
        read: { path: "book.txt" },
      },
      {
        tool: "read_file",
        succeeded: false,
        kind: "read",
        arguments: sha256('{"path":"none.txt"}'),
        result: sha256(message),
        bytes: Buffer.byteLength(message),
        read: { path: "none.txt" },
      },
      {
        tool: "write_file",
        succeeded: true,
        kind: "write",
        arguments: sha256('{"path":"notes.md","text":"Notes."}'),
        result: sha256("written"),
        bytes: 7,
        files: [{ path: "notes.md", is: "new", bytes: 6, sha256: sha256("Notes.") }],
      },
      {
        tool: "sweep",
        succeeded: true,
        kind: "write",
        arguments: sha256("{}"),
        result: sha256("swept"),
        bytes: 5,
        files: [
          { path: "book.txt", is: "changed", bytes: 5, sha256: sha256("short") },
          { path: "notes.md", is: "gone" },
          { path: "out/a.txt", is: "new", bytes: 1, sha256: sha256("A") },
        ],
      },
    ],
  );
});

test("the ledger of a try stands in its folder as evidence.json, also where the task rests", async (t) => {
  const { folder, tools } = await workshop(t);
  await writeFile(join(folder, "book.txt"), "Owls.");
  const notes = work("notes", { tools, prompt: () => "Read.", output: z.string() });
  const post = pipeline("post", { input: request, stages: [notes] });
  const store = fileStore(join(folder, "runs"));
  const fake = fakeModel(readBook(), calls("write_file", { path: "notes.md", text: "Notes." }), "BLOCKED: no key.");
  await startRun(post, { ...options({ store, adapters: [fake.implementation], folder }), ...given });
  const entries = JSON.parse(await readFile(join(folder, "runs/r/stages/01-notes/v1/evidence.json"), "utf8"));
  // The run's own files change all the time, and are nobody's work.
  assert.deepEqual(
    z
      .array(z.object({ tool: z.string(), files: z.array(z.object({ path: z.string() })).optional() }))
      .parse(entries)
      .map((entry) => entry),
    [{ tool: "read_file" }, { tool: "write_file", files: [{ path: "notes.md" }] }],
  );
});

/** A critic, and a report that needs it. */
function review(tools: readonly Tool[], more: { allowFailed?: boolean; retries?: number }) {
  const { allowFailed, ...rest } = more;
  const spec = { tools, prompt: () => "Find bugs.", output: z.object({ bugs: z.array(z.string()) }), backoffMs: 0, ...rest };
  if (allowFailed !== true) {
    const critic = work("critic", spec);
    const report = gather("report", { needs: { critic }, output: z.string(), run: ({ critic }) => `${critic.bugs.length} bugs` });
    return pipeline("review", { input: request, stages: [critic, report] });
  }
  const critic = work("critic", { ...spec, allowFailed: true });
  const report = gather("report", {
    needs: { critic },
    output: z.string(),
    run: ({ critic }) => (isFailed(critic) ? `without the critic: ${JSON.stringify(critic)}` : `${critic.bugs.length} bugs`),
  });
  return pipeline("review", { input: request, stages: [critic, report] });
}

const says: readonly (readonly [what: string, reason: string, answers: readonly Answer[]])[] = [
  ["nothing", "empty", ["", ""]],
  ["markup", "no-answer", Array.from({ length: 3 }, () => '<tool_call>{"name": "read_file"}</tool_call>')],
  ["what it will do", "preamble-only", ["I will look at the code now.", "Let me check the files first."]],
];

for (const [what, reason, answers] of says) {
  test(`a critic that says ${what} has failed without findings, and the report is not written`, async (t) => {
    const { tools, folder } = await workshop(t);
    const on = options({ adapters: [fakeModel(...answers).implementation], folder });
    const pipe = review(tools, {});
    const { status, state } = await startRun(pipe, { ...on, ...given });
    const { failure } = state.stages.get("critic") ?? {};
    assert.deepEqual([status, state.stages.get("report")?.status], ["failed", "pending"]);
    assert.match(failure?.message ?? "", new RegExp(`^FAILED: no findings \\(${reason}: `));
    await assertReplays(pipe, "r", on.store);
  });

  test(`a critic that says ${what} and may fail is done with that word alone, and the report is written`, async (t) => {
    const { tools, folder } = await workshop(t);
    const on = options({ adapters: [fakeModel(...answers).implementation], folder });
    const pipe = review(tools, { allowFailed: true });
    const { status, output, state } = await startRun(pipe, { ...on, ...given });
    assert.deepEqual([status, output], ["done", 'without the critic: {"failed":"no findings"}']);
    assert.deepEqual(
      state.stages.get("critic")?.findings.map(({ rule, severity }) => [rule, severity]),
      [[`verdict/${reason}`, "warning"]],
    );
    await assertReplays(pipe, "r", on.store);
  });
}

test("a critic that may fail is asked again as often as it may be, and what it finds then counts", async (t) => {
  const { tools, folder } = await workshop(t);
  await writeFile(join(folder, "a.ts"), "let a = 1;");
  const answers = ["", "", calls("read_file", { path: "a.ts" }), '{"bugs": ["a.ts:1 is never read"]}'];
  const on = options({ adapters: [fakeModel(...answers).implementation], folder });
  const pipe = review(tools, { allowFailed: true, retries: 1 });
  assert.equal((await startRun(pipe, { ...on, ...given })).output, "1 bugs");
  await assertReplays(pipe, "r", on.store);
});

test("a critic that may fail, and invents, is no critic without findings: it is refused", async (t) => {
  const { tools, folder } = await workshop(t);
  const invented = '{"bugs": ["src/x.ts:1 leaks"]}';
  const on = options({ adapters: [fakeModel(invented, invented, invented).implementation], folder });
  const pipe = review(tools, { allowFailed: true });
  assert.equal((await startRun(pipe, { ...on, ...given })).status, "blocked");
});

// What must compile, and what must not: `tsc` is the test.
export function typed(tools: readonly Tool[]): readonly AnyStage[] {
  const plain = { tools, prompt: () => "", output: z.object({ bugs: z.array(z.string()) }) };
  const sure = work("critic", plain);
  const unsure = work("critic", { ...plain, allowFailed: true, covers: () => [{ source: "a.ts", from: 1, to: 9 }], cites: "any" });
  return [
    gather("report", { needs: { sure }, output: z.number(), run: ({ sure }) => sure.bugs.length }),
    gather("report", { needs: { unsure }, output: z.number(), run: ({ unsure }) => (isFailed(unsure) ? 0 : unsure.bugs.length) }),
    // @ts-expect-error who needs a stage that may fail must say what it does then
    gather("report", { needs: { unsure }, output: z.number(), run: ({ unsure }) => unsure.bugs.length }),
    // @ts-expect-error there is no such way to cite
    work("critic", { ...plain, cites: "none" }),
    // @ts-expect-error a source has a name
    work("critic", { ...plain, covers: () => [{ from: 1 }] }),
  ];
}

test("calls that could not be run are entered with why, and are no work", async (t) => {
  const other = tool({ name: "delete_all", description: "Deletes.", takes: z.object({}), run: () => "gone" });
  const shop = await workshop(t);
  const notes = work("notes", {
    tools: [...shop.tools, other],
    allow: shop.tools.map(({ spec }) => spec.name),
    prompt: () => "Tidy.",
    output: z.string(),
  });
  const post = pipeline("post", { input: request, stages: [notes] });
  const wrong = [calls("red_file", { path: "a.txt" }), calls("read_file", { file: "a.txt" }), calls("delete_all")];
  const fake = fakeModel(...wrong, "Tidied.", "Tidied.", "Tidied.");
  const on = options({ adapters: [fake.implementation], folder: shop.folder });
  const outcome = await startRun(post, { ...on, ...given });
  assert.match(blockerOf(outcome) ?? "", /no tool call has succeeded since the task began/);
  const ledger = await ledgerOf("r", on);
  assert.deepEqual(
    ledger.map(({ tool, succeeded, kind, notRun }) => ({ tool, succeeded, kind, is: notRun?.is })),
    [
      { tool: "red_file", succeeded: false, kind: undefined, is: "unknown" },
      { tool: "read_file", succeeded: false, kind: undefined, is: "badArguments" },
      { tool: "delete_all", succeeded: false, kind: undefined, is: "denied" },
    ],
  );
  assert.equal(ledger[0]?.notRun?.message, 'There is no tool "red_file"; the nearest is "read_file".');
  assert.equal(ledger[0]?.arguments, sha256('{"path":"a.txt"}'));
  await assertReplays(post, "r", on.store);
});

test("calls that a guard or a blocked task leaves out are entered, and so is a blocked that was not taken", async (t) => {
  const shop = await workshop(t);
  await writeFile(join(shop.folder, "a.txt"), "A.");
  const turn = (...asked: readonly Partial<Completion>[]) => ({ ...asked[0], calls: asked.flatMap((one) => one.calls ?? []) });
  const read = () => calls("read_file", { path: "a.txt" });
  const notes = work("notes", {
    tools: shop.tools,
    prompt: () => "Tidy.",
    output: z.string(),
    guards: { calls: 3 },
    retries: 1,
    backoffMs: 0,
  });
  const post = pipeline("post", { input: request, stages: [notes] });
  const fake = fakeModel(
    turn(calls("blocked", {}), read(), calls("list_all"), read(), read()),
    turn(read(), calls("blocked", { reason: "the archive is closed" }), read()),
  );
  const on = options({ adapters: [fake.implementation], folder: shop.folder });
  const outcome = await startRun(post, { ...on, ...given });
  assert.equal(blockerOf(outcome), "the archive is closed");
  const ledger = await ledgerOf("r", on);
  assert.deepEqual(
    ledger.map(({ attempt, tool, succeeded, notRun }) => `${attempt} ${tool} ${notRun?.is ?? succeeded}`),
    [
      "1 blocked badArguments",
      "1 read_file true",
      "1 list_all unknown",
      "1 read_file left",
      "1 read_file left",
      "2 read_file true",
      "2 read_file left",
    ],
  );
  assert.equal(ledger.at(-1)?.notRun?.message, "not run: the task is blocked.");
  await assertReplays(post, "r", on.store);
});
