import assert from "node:assert/strict";
import { mkdir, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { z } from "zod";
import { type Check, implement, input, pipeline, StagewrightError, work } from "../../src/dsl/index.js";
import { type Completion, model } from "../../src/model/index.js";
import { readDocument, readingTools, windowsOf } from "../../src/reading/index.js";
import { resumeRun, startRun } from "../../src/runner/index.js";
import { memoryStore } from "../../src/store/index.js";
import { tool } from "../../src/tools/index.js";
import { assertReplays, eventsOfType, fakeModel, options, told, untilAborted, watchedStore } from "./rig.js";
import { blockerOf, calls, workshop } from "./workshop.js";

const request = input(z.object({ topic: z.string() }));
const given = { run: "r", input: { topic: "owls" } };

const failureOf = (outcome: Awaited<ReturnType<typeof startRun>>) => outcome.state.stages.get("notes")?.failure;

test("a task is done when a tool has worked, the artifact is there and the answer fits; what was called is in the journal", async (t) => {
  const { folder, tools } = await workshop(t);
  await writeFile(join(folder, "source.md"), "Owls fly by night.");
  const notes = work("notes", {
    needs: { request },
    tools,
    prompt: ({ request }) => `Write what is known of ${request.topic} into notes.md.`,
    artifacts: ({ request }) => (request.topic === "owls" ? ["notes.md"] : []),
    output: z.object({ facts: z.int() }),
  });
  const post = pipeline("post", { input: request, stages: [notes] });
  const fake = fakeModel(
    calls("read_file", { path: "source.md" }),
    calls("write_file", { path: "notes.md", text: "They fly by night." }),
    '{"facts": 1}',
  );
  const on = options({ adapters: [fake.implementation], folder });
  const outcome = await startRun(post, { ...on, ...given });
  assert.deepEqual([outcome.status, outcome.output], ["done", { facts: 1 }]);
  const made = (await eventsOfType(on.store, "r", "called")).filter(({ adapter }) => adapter !== "env");
  assert.deepEqual(
    made.map(({ adapter, name }) => `${adapter}.${name}`),
    [
      "files.began",
      "settings.guards",
      "settings.sessions",
      "model.complete",
      "tools.read_file",
      "model.complete",
      "tools.write_file",
      "model.complete",
      "files.look",
    ],
  );
  assert.deepEqual(made[4]?.request, { inline: { path: "source.md" } });
  assert.match(
    fake.prompts[0] ?? "",
    /Write what is known of owls into notes\.md\..*new or changed:\n\n- "notes\.md"\n.*answer with JSON/s,
  );
  await rm(folder, { recursive: true });
  await assertReplays(post, "r", on.store);
});

/** The story of a model that reports work which is not there: refused three times, with these words, blocked and never done. */
async function refusedStory(t: TestContext, answers: readonly (string | Partial<Completion>)[], artifact = "notes.md") {
  const shop = await workshop(t);
  await writeFile(join(shop.folder, "old.md"), "Old.");
  await utimes(join(shop.folder, "old.md"), 1_000, 1_000);
  await mkdir(join(shop.folder, "folder"));
  const notes = work("notes", { tools: shop.tools, prompt: () => "Do it.", artifacts: () => [artifact], output: z.string() });
  const post = pipeline("post", { input: request, stages: [notes] });
  const fake = fakeModel(...answers);
  const on = options({ adapters: [fake.implementation], folder: shop.folder });
  const outcome = await startRun(post, { ...on, ...given });
  await assertReplays(post, "r", on.store);
  return { outcome, fake };
}

test("a model that says three times that it is done, and has done nothing, is blocked and not done; each time it is told why", async (t) => {
  const { outcome, fake } = await refusedStory(t, ["All done.", "It is really done.", "Yes, done."]);
  const nothing = "no tool call has succeeded since the task began; do the work with the tools, then answer";
  const missing = '"notes.md" is not on the disk; write it with the tools, then answer';
  assert.deepEqual(
    [outcome.status, blockerOf(outcome)],
    ["blocked", `the completion was refused 3 times, the last time for this: ${nothing}; ${missing}`],
  );
  assert.equal(fake.prompts[1]?.split("\n---\n").at(-1), `user: Your answer was refused:\n\n- ${nothing}\n- ${missing}`);
});

test("a model that is refused, and then does the work, is done", async (t) => {
  const { outcome } = await refusedStory(t, ["Done.", calls("write_file", { path: "notes.md", text: "Owls." }), "Written."]);
  assert.deepEqual([outcome.status, outcome.output], ["done", "Written."]);
});

const refusals: readonly (readonly [what: string, call: Partial<Completion>, artifact: string, message: string])[] = [
  [
    "is written as it was",
    calls("write_file", { path: "old.md", text: "Old." }),
    "old.md",
    '"old.md" is byte for byte what it was before the task; change it as the task says, then answer',
  ],
  [
    "is empty",
    calls("write_file", { path: "notes.md", text: "" }),
    "notes.md",
    '"notes.md" is empty; write what belongs into it, then answer',
  ],
  [
    "is a link out of the folder",
    calls("link_file", { from: "notes.md", to: "/etc/hostname" }),
    "notes.md",
    '"notes.md" leads out of the working folder; put a file there, no link, then answer',
  ],
  [
    "is a link to a file that was there before the task",
    calls("link_file", { from: "notes.md", to: "old.md" }),
    "notes.md",
    '"notes.md" is older than the task; write it anew with the tools, then answer',
  ],
  ["is a folder", calls("read_file", { path: "old.md" }), "folder", '"folder" is no file; write a file there, then answer'],
];

for (const [what, call, artifact, message] of refusals) {
  test(`an artifact that ${what} is refused`, async (t) => {
    const { outcome } = await refusedStory(t, [call, "Done.", "Done.", "Done."], artifact);
    assert.equal(blockerOf(outcome), `the completion was refused 3 times, the last time for this: ${message}`);
  });
}

test("an artifact that leads out of the folder from the start is said before a model is asked", async (t) => {
  const { outcome, fake } = await refusedStory(t, [], "../notes.md");
  assert.equal(failureOf(outcome)?.message, 'the artifact "../notes.md" of stage "notes" leads out of the working folder');
  assert.deepEqual(fake.prompts, []);
});

test("an answer that the schema refuses goes back to the model, and may be mended", async (t) => {
  const { folder, tools } = await workshop(t);
  await writeFile(join(folder, "a.md"), "A.");
  const notes = work("notes", { tools, prompt: () => "Count.", output: z.object({ facts: z.int() }) });
  const post = pipeline("post", { input: request, stages: [notes] });
  const fake = fakeModel(calls("read_file", { path: "a.md" }), '{"facts": "one"}', '{"facts": 1}');
  const on = options({ adapters: [fake.implementation], folder });
  assert.deepEqual((await startRun(post, { ...on, ...given })).output, { facts: 1 });
  assert.equal(
    fake.prompts[2]?.split("\n---\n").at(-1),
    'user: Your answer was refused:\n\n- "facts": Invalid input: expected number, received string',
  );
  await assertReplays(post, "r", on.store);
});

test("what an earlier try wrote is no old file to the next one", async (t) => {
  const { folder, tools } = await workshop(t);
  const long: Check<string> = {
    rule: "long",
    run: (text) => (text.length > 5 ? [] : [{ rule: "long", severity: "error", message: "too short" }]),
  };
  const notes = work("notes", {
    tools,
    prompt: () => "Do it.",
    artifacts: () => ["notes.md"],
    output: z.string(),
    dod: [long],
    retries: 1,
    backoffMs: 0,
  });
  const post = pipeline("post", { input: request, stages: [notes] });
  const wrote = calls("write_file", { path: "notes.md", text: "Owls." });
  const on = options({
    adapters: [fakeModel(wrote, "Done.", calls("read_file", { path: "notes.md" }), "Written, all of it.").implementation],
    folder,
  });
  assert.equal((await startRun(post, { ...on, ...given })).output, "Written, all of it.");
  await assertReplays(post, "r", on.store);
});

test("a limit that is reached fails the try by its name; limits of the run hold where the stage has none", async (t) => {
  const { folder, tools } = await workshop(t);
  await writeFile(join(folder, "a.md"), "A.");
  const notes = work("notes", { tools, prompt: () => "Read.", output: z.string(), guards: { calls: 9 } });
  const post = pipeline("post", { input: request, stages: [notes] });
  const again = () => calls("read_file", { path: "a.md" });
  const on = options({ adapters: [fakeModel(again(), again()).implementation], folder, guards: { sameCall: 2, calls: 1 } });
  const failure = failureOf(await startRun(post, { ...on, ...given }));
  assert.deepEqual([failure?.cause, failure?.findings[0]?.rule], ["verdict", "guard/same-call"]);
  assert.equal(
    failure?.message,
    'guard/same-call: "read_file" was called with the same arguments for the second time, and nothing has changed between',
  );
  await assertReplays(post, "r", on.store);
});

test("a tool that runs when the time is up is cut off, and the replay, which has no clock, ends the same way", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const slow = tool({
    name: "slow",
    description: "Takes its time.",
    takes: z.object({}),
    run: (_, { signal }) => {
      queueMicrotask(() => t.mock.timers.tick(60_000));
      return untilAborted(signal);
    },
  });
  const notes = work("notes", { tools: [slow], prompt: () => "Go.", output: z.string(), guards: { seconds: 60 } });
  const post = pipeline("post", { input: request, stages: [notes] });
  const on = options({ adapters: [fakeModel(calls("slow")).implementation] });
  const failure = failureOf(await startRun(post, { ...on, ...given }));
  t.mock.timers.reset();
  assert.deepEqual([failure?.cause, failure?.message], ["verdict", "guard/seconds: the stage has taken the 60 seconds that it may take"]);
  await assertReplays(post, "r", on.store);
});

test("a call that the budget refuses makes the run wait; what the tools did before is not done again", async (t) => {
  const { folder, tools, ran } = await workshop(t);
  await writeFile(join(folder, "a.md"), "A.");
  const notes = work("notes", { tools, prompt: () => "Read.", output: z.string() });
  const post = pipeline("post", { input: request, stages: [notes] });
  const spent = new StagewrightError("budget/exceeded", "the day's budget is spent");
  const on = options({ adapters: [fakeModel(calls("read_file", { path: "a.md" }), spent).implementation], folder });
  assert.equal((await startRun(post, { ...on, ...given })).status, "blocked");
  await assertReplays(post, "r", on.store);
  const outcome = await resumeRun(post, "r", { ...on, adapters: [fakeModel("It says A.").implementation] });
  assert.deepEqual([outcome.output, ran], ["It says A.", ["read a.md"]]);
  await assertReplays(post, "r", on.store);
});

test("refusals do not make the limits longer", async (t) => {
  const { folder, tools } = await workshop(t);
  const notes = work("notes", { tools, prompt: () => "Read.", output: z.string(), guards: { rounds: 2 } });
  const post = pipeline("post", { input: request, stages: [notes] });
  const on = options({ adapters: [fakeModel("Done.", "Done.").implementation], folder });
  assert.equal(
    failureOf(await startRun(post, { ...on, ...given }))?.message,
    "the completion was refused, and the limit of rounds leaves no room to mend it: no tool call has succeeded since the task began; do the work with the tools, then answer",
  );
  await assertReplays(post, "r", on.store);
});

test("a tool that is not on the list is not run, and a failed call is no evidence", async (t) => {
  const { folder, tools, ran } = await workshop(t);
  const notes = work("notes", { tools, allow: ["read_file"], prompt: () => "Do.", output: z.string() });
  const post = pipeline("post", { input: request, stages: [notes] });
  const fake = fakeModel(
    calls("write_file", { path: "a.md", text: "A." }),
    calls("read_file", { path: "none.md" }),
    "Done.",
    "Done.",
    "Done.",
  );
  const on = options({ adapters: [fake.implementation], folder });
  assert.match(blockerOf(await startRun(post, { ...on, ...given })) ?? "", /no tool call has succeeded since the task began/);
  assert.deepEqual(ran, ["read none.md"]);
  await assertReplays(post, "r", on.store);
});

test("a run that is cut off goes on behind the last call on record, and reads long results from the journal", async (t) => {
  const { folder, tools, ran } = await workshop(t);
  await writeFile(join(folder, "long.md"), "word ".repeat(4_000));
  const notes = work("notes", { tools, prompt: () => "Read it.", artifacts: () => ["notes.md"], output: z.string() });
  const post = pipeline("post", { input: request, stages: [notes] });
  const kept = /kept as "(result-\w+\.txt)"/;
  const store = memoryStore();
  // The disk is gone at the moment when the outcome of the write would be kept.
  const dying = watchedStore(store, (lines) => {
    if (lines.some((line) => line.includes('"tools","name":"read_result"'))) throw new Error("the power is cut");
  });
  const first = fakeModel(
    calls("read_file", { path: "long.md" }),
    calls("write_file", { path: "notes.md", text: "Words." }),
    calls("read_result", { name: "result-000000000000.txt" }),
  );
  await assert.rejects(startRun(post, { ...options({ store: dying, adapters: [first.implementation], folder }), ...given }));
  assert.deepEqual(ran, ["read long.md", "write notes.md"]);
  const name = kept.exec(first.prompts[1] ?? "")?.[1];
  assert.ok(name !== undefined);

  const second = fakeModel(calls("read_result", { name, from: 15_000 }), "Read to its end.");
  const outcome = await resumeRun(post, "r", options({ store, adapters: [second.implementation], folder }));
  assert.equal(outcome.output, "Read to its end.");
  assert.deepEqual(ran, ["read long.md", "write notes.md"]);
  assert.match(second.prompts[1] ?? "", /characters 15000 to 20000 of 20000; this is the end/);
  const names = (await told(store, "r")).filter((line) => line.includes("tools."));
  assert.deepEqual(names, [
    "called notes v1.1: tools.read_file",
    "called notes v1.1: tools.write_file",
    "called notes v1.1: tools.read_result",
    "called notes v1.1: tools.read_result",
  ]);
  await assertReplays(post, "r", store);
});

test("a run that is cut off while it reads knows the windows that were read before; the next try begins anew", async () => {
  const book = await readDocument({ name: "book.md", content: "# Rain\n\nIt rained.\n\n# Sun\n\nIt shone.\n" });
  const windows = windowsOf(book, { maxTokens: 20, estimate: (text) => text.length });
  assert.equal(windows.length, 2);
  const { readWindow } = readingTools({ documents: [book], windows });
  const isWhole: Check<string> = {
    rule: "whole",
    run: (text) => (text === "All." ? [] : [{ rule: "whole", severity: "error", message: "not all" }]),
  };
  const notes = work("notes", {
    tools: [tool(readWindow)],
    prompt: () => "Read it.",
    covers: () => windows.map(({ document, from, to }) => ({ source: document, from, to })),
    output: z.string(),
    retries: 1,
    backoffMs: 0,
    dod: [isWhole],
  });
  const post = pipeline("post", { input: request, stages: [notes] });
  const read = (window: number) => calls("read_window", { document: "book", window });
  const store = memoryStore();
  const dying = watchedStore(store, (lines) => {
    if (lines.some((line) => line.includes('"window":2'))) throw new Error("the power is cut");
  });
  const first = fakeModel(read(1), read(2));
  await assert.rejects(startRun(post, { ...options({ store: dying, adapters: [first.implementation] }), ...given }));

  const second = fakeModel(read(1), read(2), "Some.", read(1), read(2), "All.");
  const outcome = await resumeRun(post, "r", options({ store, adapters: [second.implementation] }));
  assert.equal(outcome.output, "All.", JSON.stringify(outcome.state.failure));
  const again = 'window 1 of "book" was read already';
  assert.ok(second.prompts[0]?.includes("It rained."), "what was read before the cut is shown from the journal");
  assert.ok(second.prompts[1]?.includes(again), second.prompts[1]);
  assert.equal(second.prompts[4]?.includes(again), false, "the tools are the same, and the task is another try");
  await assertReplays(post, "r", store);
});

test("a stage that goes on after a rest shows its model less of what is old, and the journal says what", async (t) => {
  const { folder, tools } = await workshop(t);
  for (const name of ["a", "b", "c", "d", "e", "f"]) await writeFile(join(folder, `${name}.md`), `${name} `.repeat(400));
  const notes = work("notes", { tools, prompt: () => "Read all.", output: z.string() });
  const post = pipeline("post", { input: request, stages: [notes] });
  const refusals = new Set([5, 6]);
  const answers = [
    ...["a", "b", "c", "d", "e", "f"].map((name) => calls("read_file", { path: `${name}.md` })),
    { text: "All six repeat their letter." },
  ];
  const shown: string[][] = [];
  const implementation = implement(model, "fake", {
    complete: {
      perform: async ({ model: name, messages }) => {
        if (refusals.delete(shown.length)) throw new StagewrightError("budget/exceeded", "the day's budget is spent");
        shown.push(messages.flatMap((message) => (message.role === "tool" ? [message.content.slice(0, 7)] : [])));
        const usage = { inputTokens: 7, outputTokens: 3, estimated: false };
        return { text: "", finish: "stop" as const, usage, model: name, ...answers[shown.length - 1] };
      },
    },
  });
  let at = Date.UTC(2026, 2, 19, 8);
  const environment = { now: () => new Date(at++), id: () => "i", random: () => 0.5 };
  const on = options({ adapters: [implementation], folder, environment, sessions: { pruneAfter: "30m", keepAssistantTurns: 3 } });
  assert.equal((await startRun(post, { ...on, ...given })).status, "blocked");
  at += 24 * 3_600_000;
  assert.equal((await resumeRun(post, "r", on)).status, "blocked");
  assert.deepEqual(shown.at(-1), ["[result", "[result", "c c c c", "d d d d", "e e e e"]);
  at += 24 * 3_600_000;
  const outcome = await resumeRun(post, "r", on);
  assert.equal(outcome.output, "All six repeat their letter.");
  assert.deepEqual(shown.at(-1), ["[result", "[result", "[result", "d d d d", "e e e e", "f f f f"]);
  const said = (await eventsOfType(on.store, "r", "called")).flatMap(({ name, outcome }) =>
    name.startsWith("pruned") ? [{ name, outcome }] : [],
  );
  const words = "after 30m without a turn; the last 3 assistant turns stay";
  assert.deepEqual(said, [
    { name: "pruned before request 6", outcome: { answer: { inline: `pruned 2 tool results (about 424 tokens) ${words}` } } },
    { name: "pruned before request 7", outcome: { answer: { inline: `pruned 1 tool result (about 212 tokens) ${words}` } } },
  ]);
  // What was answered is not asked again.
  assert.equal(shown.length, 7);
  await assertReplays(post, "r", on.store);
});
