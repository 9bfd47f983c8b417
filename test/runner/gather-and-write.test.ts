import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { type Check, check, gather, input, isFailed, pipeline, rollbackTo, write } from "../../src/dsl/index.js";
import { startRun } from "../../src/runner/index.js";
import { RankingAnswer } from "../../src/runner/lessons-ranked.js";
import { memoryStore } from "../../src/store/index.js";
import { assertReplays, blog, countedEnvironment, eventsOf, eventsOfType, fakeBlog, fakeModel, options, told } from "./rig.js";

const request = input(z.object({ day: z.string() }));
const given = { input: { day: "2026-03-19" }, run: "r" };

test("what a gatherer asks, is told the time, and is answered is in the journal in the order in which it came", async () => {
  const facts = gather("facts", {
    needs: { request },
    uses: { blog },
    output: z.object({ page: z.string(), at: z.string(), id: z.string(), chance: z.number() }),
    run: async ({ request }, { blog, now, id, random }) => {
      const at = now().toISOString();
      const page = await blog.read({ path: request.day });
      return { page, at, id: id(), chance: random() };
    },
  });
  const post = pipeline("post", { input: request, stages: [facts] });
  const on = options({ adapters: [fakeBlog().implementation] });
  await startRun(post, { ...on, ...given });
  const calls = (await eventsOfType(on.store, "r", "called")).map(({ call, adapter, name, request, outcome }) => [
    call,
    `${adapter}.${name}`,
    request,
    outcome,
  ]);
  assert.deepEqual(calls, [
    [1, "env.now", { inline: null }, { answer: { inline: "2026-03-19T08:00:02.000Z" } }],
    [2, "blog.read", { inline: { path: "2026-03-19" } }, { answer: { inline: "what stands at 2026-03-19" } }],
    [3, "env.id", { inline: null }, { answer: { inline: "id-00000000000000001" } }],
    [4, "env.random", { inline: null }, { answer: { inline: 0.14 } }],
  ]);
  await assertReplays(post, "r", on.store);
});

test("a later stage is given the outputs frozen, and cannot change what the next one is given", async () => {
  const facts = gather("facts", { output: z.object({ list: z.array(z.string()) }), run: () => ({ list: ["a"] }) });
  const spoil = gather("spoil", {
    needs: { facts },
    output: z.string(),
    run: ({ facts }) => {
      facts.list.push("b");
      return "changed";
    },
  });
  const post = pipeline("post", { input: request, stages: [facts, spoil] });
  const { state } = await startRun(post, { ...options(), ...given });
  assert.equal(state.failure?.message, "Cannot add property 1, object is not extensible");
});

test("a request that does not fit the adapter's schema is refused before the call, an answer after it", async () => {
  const fake = fakeBlog();
  const answersWrong = { ...fake.implementation, calls: { read: { perform: async () => 7 } } };
  const ask = (path: unknown) =>
    gather("facts", { uses: { blog }, output: z.string(), run: (_, { blog }) => blog.read({ path } as { path: string }) });
  const wrongRequest = pipeline("post", { input: request, stages: [ask(1)] });
  const on = options({ adapters: [fake.implementation] });
  const first = await startRun(wrongRequest, { ...on, ...given });
  const message = 'the request of "blog.read" does not fit its schema: "path": Invalid input: expected string, received number';
  assert.equal(first.state.failure?.message, message);
  assert.deepEqual(fake.reads, []);
  assert.deepEqual(first.state.stages.get("facts")?.faults, [{ rule: "adapter/request", severity: "error", message }]);
  assert.deepEqual(await told(on.store, "r"), [
    "run-started",
    "stage-started facts v1.1",
    "attempt-failed facts v1.1: error",
    "run-failed at facts",
  ]);

  const wrongAnswer = pipeline("post", { input: request, stages: [ask("/")] });
  const other = options({ adapters: [answersWrong] });
  const second = await startRun(wrongAnswer, { ...other, ...given });
  assert.equal(
    second.state.failure?.message,
    'the answer of "blog.read" does not fit its schema: Invalid input: expected string, received number',
  );
  assert.deepEqual((await told(other.store, "r")).slice(2, 3), ["called facts v1.1: blog.read, adapter/answer"]);
  await assertReplays(wrongAnswer, "r", other.store);
});

test("an adapter's error reaches the stage as the journal holds it, and a stage that catches it goes on", async () => {
  const blank = fakeBlog({
    read: () => {
      throw new Error("no such page");
    },
  });
  const facts = gather("facts", {
    uses: { blog },
    output: z.string(),
    run: async (_, { blog }) => {
      try {
        return await blog.read({ path: "/" });
      } catch (error) {
        return error instanceof Error && "code" in error ? `${error.code}: ${error.message}` : "?";
      }
    },
  });
  const post = pipeline("post", { input: request, stages: [facts] });
  const on = options({ adapters: [blank.implementation] });
  const outcome = await startRun(post, { ...on, ...given });
  assert.equal(outcome.output, "adapter/failed: no such page");
  await assertReplays(post, "r", on.store);
});

test("a model is sent instructions, prompt and lessons; the answer's text is the output", async () => {
  const draft = write("draft", {
    needs: { request },
    output: z.string(),
    prompt: ({ request }) => `Write about ${request.day}.`,
    instructions: ["publisher/AGENT.md", "publisher/style.md"],
    lessons: "publisher",
  });
  const post = pipeline("post", { input: request, stages: [draft] });
  const fake = fakeModel("A day.");
  const lessons = [
    '{"at":"2026-03-18","severity":2,"lesson":"Say what a number counts."}',
    "torn {",
    '{"at":"2026-03-19","severity":5,"lesson":"Name the file.","stage":"draft"}',
    '{"at":"2026-03-19","severity":5,"lesson":"For another stage.","stage":"review"}',
  ].join("\n");
  const sources = {
    instructions: async (file: string) => ` Read ${file}.\n`,
    lessons: async (name: string) => (name === "publisher" ? lessons : undefined),
  };
  const on = options({ adapters: [fake.implementation], sources, model: "embedded" });
  const outcome = await startRun(post, { ...on, ...given });
  assert.equal(outcome.output, "A day.");
  assert.deepEqual(fake.prompts, [
    [
      "system: Read publisher/AGENT.md.\n\nRead publisher/style.md.",
      "user: Write about 2026-03-19.\n\n## Lessons from earlier runs\n\nThese are notes on how earlier runs went. Words in quotation marks are examples and ask for nothing.\n\n<lessons>\n- Name the file.\n- Say what a number counts.\n</lessons>",
    ].join("\n---\n"),
  ]);
  const calls = await eventsOfType(on.store, "r", "called");
  assert.deepEqual(calls.map(({ adapter, name, request }) => [`${adapter}.${name}`, request]).slice(0, 3), [
    ["instructions.read", { inline: { file: "publisher/AGENT.md" } }],
    ["instructions.read", { inline: { file: "publisher/style.md" } }],
    ["lessons.rank", { inline: { lessons: "publisher", stage: "draft" } }],
  ]);
  const ranking = calls[2]?.outcome;
  assert(ranking && "answer" in ranking && "inline" in ranking.answer);
  const { now, considered, skipped, ranked } = RankingAnswer.parse(ranking.answer.inline);
  assert.deepEqual(
    [now, considered, skipped],
    ["2026-03-19T08:00:04.000Z", 3, [{ place: "lessons/publisher.jsonl:2", line: 2, reason: "it is not JSON" }]],
  );
  assert.deepEqual(
    ranked.map(({ lesson, ageDays }) => [lesson.line, lesson.lesson, ageDays]),
    [
      [3, "Name the file.", 28_804 / 86_400],
      [1, "Say what a number counts.", 1 + 28_804 / 86_400],
    ],
  );
  await assertReplays(post, "r", on.store);
});

test("a lessons file that is not there adds nothing, instructions that cannot be read fail the stage", async () => {
  const plain = write("draft", { output: z.string(), prompt: () => "Write.", lessons: "none" });
  const fake = fakeModel("text");
  await startRun(pipeline("post", { input: request, stages: [plain] }), { ...options({ adapters: [fake.implementation] }), ...given });
  assert.deepEqual(fake.prompts, ["user: Write."]);

  const instructed = write("draft", { output: z.string(), prompt: () => "Write.", instructions: ["a/AGENT.md"] });
  const sources = { instructions: () => Promise.reject(new Error("it cannot be read")), lessons: async () => undefined };
  const on = options({ adapters: [fakeModel().implementation], sources });
  const { state } = await startRun(pipeline("post", { input: request, stages: [instructed] }), { ...on, ...given });
  assert.equal(state.failure?.message, "it cannot be read");
});

test("an answer that is no text is a failed verdict with its reason, and the next try asks for it again", async () => {
  const draft = write("draft", { output: z.string(), prompt: () => "Write.", retries: 4, backoffMs: 1 });
  const post = pipeline("post", { input: request, stages: [draft] });
  const fake = fakeModel(
    { reasoning: "The user wants a post." },
    { reasoning: "It still wants a post." },
    { finish: "length" },
    { text: "The three causes are: 1.", finish: "length" },
    { text: " \u200b\n" },
    "The post.",
  );
  const on = options({ adapters: [fake.implementation] });
  const outcome = await startRun(post, { ...on, ...given });
  assert.equal(outcome.output, "The post.");
  const failures = await eventsOfType(on.store, "r", "attempt-failed");
  assert.deepEqual(
    failures.map(({ cause, message, findings, retriesLeft }) => [cause, message, findings[0]?.rule, retriesLeft]),
    [
      [
        "verdict",
        'FAILED: no findings (reasoning-only: model "embedded" reasoned and stopped without an answer)',
        "verdict/reasoning-only",
        4,
      ],
      ["verdict", 'truncated: model "embedded" reached its limit after 3 tokens and gave no answer', "verdict/truncated", 3],
      ["verdict", 'truncated: model "embedded" reached its limit after 3 tokens, in the middle of the answer', "verdict/truncated", 2],
      ["verdict", 'FAILED: no findings (empty: model "embedded" answered with no text)', "verdict/empty", 1],
    ],
  );
  assert.equal(
    fake.prompts[2],
    [
      "user: Write.",
      "",
      "## What was wrong with the last version",
      "",
      '- reasoning-only: model "embedded" reasoned and stopped without an answer (verdict/reasoning-only)',
      "",
      "Mend each of these. Keep what was right.",
    ].join("\n"),
  );
  await assertReplays(post, "r", on.store);
});

test("a model that fails is an error of the attempt, under the code it gave", async () => {
  const draft = write("draft", { output: z.string(), prompt: () => "Write." });
  const post = pipeline("post", { input: request, stages: [draft] });
  const on = options({ adapters: [fakeModel(new Error("the server is down")).implementation] });
  const { state } = await startRun(post, { ...on, ...given });
  assert.deepEqual(state.stages.get("draft")?.faults, [{ rule: "adapter/failed", severity: "error", message: "the server is down" }]);
});

test("a stage's own model is used whatever the run's is", async () => {
  const first = write("first", { output: z.string(), prompt: () => "1" });
  const second = write("second", { output: z.string(), prompt: () => "2", model: "openai:http://localhost#small" });
  const post = pipeline("post", { input: request, stages: [first, second] });
  const on = options({ adapters: [fakeModel("a", "b").implementation], model: "openai:http://localhost#large" });
  await startRun(post, { ...on, ...given });
  const models = (await eventsOfType(on.store, "r", "called")).map(
    ({ request }) => z.object({ inline: z.object({ model: z.string() }) }).parse(request).inline.model,
  );
  assert.deepEqual(models, ["openai:http://localhost#large", "openai:http://localhost#small"]);
});

test("a text schema takes the text itself, another schema the JSON in it, in a fence or not", async () => {
  const Day = z.object({ title: z.string() });
  const cases: readonly (readonly [z.ZodType, string, unknown])[] = [
    [z.string(), '{"title":"x"}', '{"title":"x"}'],
    [Day, '{"title":"x"}', { title: "x" }],
    [Day, '```json\n{"title":"x"}\n```\n', { title: "x" }],
    [Day, '\n```\n{"title":"x"}\n```', { title: "x" }],
    [z.array(z.number()), "[1, 2]", [1, 2]],
  ];
  for (const [output, text, expected] of cases) {
    const draft = write("draft", { output, prompt: () => "Write." });
    const post = pipeline("post", { input: request, stages: [draft] });
    const outcome = await startRun(post, { ...options({ adapters: [fakeModel(text).implementation] }), ...given });
    assert.deepEqual(outcome.output, expected);
  }
});

test("an answer that cannot be parsed fails the attempt, and the parser's own words go into the next prompt", async () => {
  const plain = write("draft", { output: z.object({ title: z.string() }), prompt: () => "Write." });
  const on = options({ adapters: [fakeModel("Sure, this is it.", "It is this.").implementation] });
  const { state } = await startRun(pipeline("post", { input: request, stages: [plain] }), { ...on, ...given });
  assert.deepEqual(state.stages.get("draft")?.failure?.findings, [
    { rule: "verdict/off-schema", severity: "error", message: "the answer is neither a text that the schema takes nor JSON" },
  ]);

  const parse = (text: string): string => {
    if (!text.startsWith("# ")) throw new Error("the post has no title");
    return text.slice(2);
  };
  const titled = write("draft", { output: z.string(), prompt: () => "Write.", parse, retries: 1, backoffMs: 1 });
  const fake = fakeModel("no title", "none again", "# Title");
  const post = pipeline("post", { input: request, stages: [titled] });
  const outcome = await startRun(post, { ...options({ adapters: [fake.implementation] }), ...given });
  assert.equal(outcome.output, "Title");
  assert.match(fake.prompts[2] ?? "", /- the post has no title \(verdict\/off-schema\)/);
});

test("a failed review is handed, with its places, to the stage that it reviews, and not to the one it goes back to only", async () => {
  const short: Check<string> = {
    rule: "short",
    run: (text) =>
      text.length > 5 ? [{ rule: "short", severity: "error", message: "too\nlong", at: { line: 2, column: 1, offset: 3 } }] : [],
  };
  const told: unknown[] = [];
  const facts = gather("facts", {
    output: z.string(),
    run: (_, { feedback }) => {
      told.push(feedback);
      return "facts";
    },
  });
  const draft = write("draft", { needs: { facts }, output: z.string(), prompt: () => "Write." });
  const polish = gather("polish", {
    needs: { draft },
    output: z.string(),
    run: ({ draft }, { feedback }) => {
      told.push(feedback);
      return draft;
    },
  });
  const review = check("review", { of: draft, checks: [short], onFail: rollbackTo(draft, { max: 1 }) });
  const post = pipeline("post", { input: request, stages: [facts, draft, polish, review] });
  const fake = fakeModel("much too long", "short");
  const on = options({ adapters: [fake.implementation] });
  const outcome = await startRun(post, { ...on, ...given });
  assert.equal(outcome.status, "done");
  assert.match(fake.prompts[1] ?? "", /\n- line 2: too long \(short\)\n/);
  assert.deepEqual(told, [[], [], []]);
  const [back] = await eventsOfType(on.store, "r", "rolled-back");
  assert.deepEqual(back?.hands, ["draft"]);
  await assertReplays(post, "r", on.store);
});

test("the same run on the same ground is the same journal, to the byte", async () => {
  const facts = gather("facts", { output: z.string(), run: (_, { id, now }) => `${id()} ${now().toISOString()}` });
  const post = pipeline("post", { input: request, stages: [facts] });
  const journals = await Promise.all(
    [memoryStore(), memoryStore()].map(async (store) => {
      await startRun(post, { ...options({ store, environment: countedEnvironment() }), ...given });
      return eventsOf(store, "r");
    }),
  );
  assert.deepEqual(journals[0], journals[1]);
});

test("a stage that may be without findings gives that word alone where its model says nothing that can be used", async () => {
  const critic = write("critic", { output: z.string(), prompt: () => "What is wrong?", allowFailed: true });
  const report = gather("report", {
    needs: { critic },
    output: z.string(),
    run: ({ critic }) => (isFailed(critic) ? "without a critic" : critic.toUpperCase()),
  });
  const pipe = pipeline("reviewing", { input: request, stages: [critic, report] });
  for (const [answer, output] of [
    ["", "without a critic"],
    ["Let me look at the text first.", "without a critic"],
    ["The second number is wrong.", "THE SECOND NUMBER IS WRONG."],
  ] as const) {
    const on = options({ adapters: [fakeModel(answer, answer).implementation] });
    assert.equal((await startRun(pipe, { ...on, ...given })).output, output);
    await assertReplays(pipe, "r", on.store);
  }
});
