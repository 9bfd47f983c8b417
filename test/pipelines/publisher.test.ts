import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite, type TestContext, test } from "node:test";
import { blog, blogRecording, files, git, gitProgram, localFiles, localFolder } from "../../adapters/index.js";
import publisher, { report } from "../../pipelines/publisher.js";
import {
  countWords,
  decideGate,
  emDashes,
  fileSources,
  fromTape,
  memoryStore,
  model,
  models,
  noLists,
  parseTape,
  readRun,
  recording,
  replayRun,
  resumeRun,
  sections,
  startRun,
  tropes,
  words,
} from "../../src/index.js";
import { repository } from "../adapters/git/repository.js";

const DAY = "2026-03-19";
const sources = fileSources(process.cwd());

function aDayOfWork(t: TestContext): string {
  return repository(t, [
    { authored: "2026-03-18T17:00:00+02:00", message: "Start the project", files: { "README.md": "# Shop\n" } },
    { authored: `${DAY}T09:12:00+02:00`, message: "Add the cart", files: { "src/cart.ts": "export const cart = [];\n" } },
    {
      authored: `${DAY}T15:40:00+02:00`,
      author: "Radu",
      message: "Round prices to cents",
      files: { "src/price.ts": "export const cents = 2;\n" },
    },
  ]);
}

async function folder(t: TestContext): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), "posts-"));
  t.after(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

function real(cwd: string) {
  return [gitProgram({ cwd }), localFiles({ cwd }), localFolder({ cwd }), models({ env: {} })];
}

async function outputs(store: ReturnType<typeof memoryStore>, run: string): Promise<Record<string, unknown>> {
  const { state, load } = await readRun(store, run);
  const done = [...state.stages.values()].flatMap(({ name, output }) => (output ? [[name, output] as const] : []));
  return Object.fromEntries(await Promise.all(done.map(async ([name, kept]) => [name, await load(kept)] as const)));
}

suite("the publisher", () => {
  test("writes about the newest day with commits, and the post is where it says, word for word", async (t) => {
    const repo = aDayOfWork(t);
    mkdirSync(join(repo, "memory"));
    writeFileSync(join(repo, "memory", `${DAY}.md`), "# Log\n\nThe cart is for guests, too.\n");
    const out = await folder(t);
    const store = memoryStore();
    const outcome = await startRun(publisher, { store, sources, adapters: real(repo), input: { repo, out } });
    assert.equal(outcome.status, "done");

    const { approve, ...rest } = await outputs(store, outcome.run);
    const { address, words: count } = rest.look as { address: string; words: number };
    assert.deepEqual(readdirSync(out).sort(), [address.split("/").at(-1), "index.md"].sort());
    const { markdown } = approve as { markdown: string };
    assert.ok(readFileSync(address, "utf8").endsWith(markdown));
    assert.equal(count, countWords(markdown));
    assert.match(markdown, /composed without a language model/);
    assert.match(markdown, /The cart is for guests, too/);
    assert.equal(report({ outputs: rest }), `post    ${address}\nreview  passed, nothing found\nwords   ${count}`);
    assert.equal((await replayRun(publisher, outcome.run, { store })).identical, true);
  });

  test("puts the best five lessons into the draft's prompt, and why they ranked so into the journal", async (t) => {
    const repo = aDayOfWork(t);
    const store = memoryStore();
    const environment = { now: () => new Date("2026-11-25T08:00:00Z"), id: () => "id", random: () => 0.5 };
    const outcome = await startRun(publisher, { store, sources, environment, adapters: real(repo), input: { repo, out: await folder(t) } });
    const { events } = await readRun(store, outcome.run);
    const ranking = events.find((event) => event.type === "called" && event.adapter === "lessons");
    assert.ok(ranking?.type === "called" && "answer" in ranking.outcome && "inline" in ranking.outcome.answer);
    const { ranked } = ranking.outcome.answer.inline as { ranked: { weight: number; lesson: { lesson: string } }[] };
    const prompt = store.derived(outcome.run).get("stages/03-draft/v1/prompt.md") ?? "";
    const inPrompt = ranked.filter(({ lesson }) => prompt.includes(lesson.lesson));
    assert.deepEqual(inPrompt, ranked.slice(0, 5));
    assert.deepEqual(
      [...ranked].sort((a, b) => b.weight - a.weight),
      ranked,
    );
  });

  test("ends a thin day with a clear word and no invented post", async (t) => {
    const repo = aDayOfWork(t);
    const out = await folder(t);
    const store = memoryStore();
    const { status, state } = await startRun(publisher, { store, sources, adapters: real(repo), input: { repo, out, day: "2026-03-21" } });
    assert.equal(status, "done");
    assert.match(state.stopped?.because ?? "", /^nothing to write about: \S+ has no commits and no log of 2026-03-21$/);
    assert.deepEqual(readdirSync(out), []);
    assert.equal(state.stages.get("draft")?.status, "skipped");
  });

  test("asks a person where it is told to, and publishes the person's edit", async (t) => {
    const repo = aDayOfWork(t);
    const store = memoryStore();
    const published = blogRecording();
    const adapters = [gitProgram({ cwd: repo }), localFiles({ cwd: repo }), published, models({ env: {} })];
    const waiting = await startRun(publisher, { store, sources, adapters, input: { repo, ask: true } });
    assert.deepEqual([waiting.status, waiting.waiting?.stage], ["blocked", "approve"]);
    assert.equal(published.noted.length, 0);
    const post = { slug: "shop", title: "A short one", day: DAY, markdown: "Two commits.\n" };
    await decideGate(publisher, waiting.run, { decision: "edit", value: post }, { store, by: "ana" });
    assert.equal((await resumeRun(publisher, waiting.run, { store, sources, adapters })).status, "done");
    assert.deepEqual(published.noted[0]?.request, { folder: "posts", ...post });
  });

  test("hands a rejection's reason to the next draft", async (t) => {
    const repo = aDayOfWork(t);
    const store = memoryStore();
    const prompts: string[] = [];
    const text = readFileSync(new URL("sample-post.md", import.meta.url), "utf8");
    const writer = recording(model, {
      complete: ({ messages }) => {
        prompts.push(messages.at(-1)?.content ?? "");
        return { text, finish: "stop", usage: { inputTokens: 1, outputTokens: 1, estimated: true }, model: "test" };
      },
    });
    const adapters = [gitProgram({ cwd: repo }), localFiles({ cwd: repo }), blogRecording(), writer];
    const waiting = await startRun(publisher, { store, sources, adapters, input: { repo, ask: true } });
    await decideGate(publisher, waiting.run, { decision: "reject", reason: "name Radu earlier" }, { store });
    const again = await resumeRun(publisher, waiting.run, { store, sources, adapters });
    assert.deepEqual([again.status, again.state.stages.get("draft")?.version], ["blocked", 2]);
    assert.ok(!prompts[0]?.includes("name Radu earlier"));
    assert.match(prompts[1] ?? "", /- name Radu earlier \(approve\/rejected\)/);
  });

  test("fails after three more drafts that the review refuses, says what was tried, and publishes nothing", async (t) => {
    const repo = aDayOfWork(t);
    const store = memoryStore();
    const published = blogRecording();
    const slop = "# A day\n\n## The day in short\n\nLet us delve into it.\n\n- one\n";
    const writer = recording(model, {
      complete: () => ({ text: slop, finish: "stop", usage: { inputTokens: 1, outputTokens: 1, estimated: true }, model: "test" }),
    });
    const adapters = [gitProgram({ cwd: repo }), localFiles({ cwd: repo }), published, writer];
    const { status, state } = await startRun(publisher, { store, sources, adapters, input: { repo } });
    assert.equal(status, "failed");
    assert.equal(state.failure?.message, 'stage "review" went back to "draft" 3 times, which is its bound');
    assert.equal(state.failure?.tried.length, 4);
    assert.deepEqual(published.noted, []);
  });

  test("refuses to publish to an address, before anything has run", async () => {
    const store = memoryStore();
    const adapters = real(process.cwd());
    await assert.rejects(startRun(publisher, { store, adapters, input: { out: "https://example.org/blog" } }), {
      code: "run/input",
      message:
        'pipeline "publisher" does not take this input: "out": expected a folder: a blog at an address is set up as the blog of a pipeline of your own, see docs/blog.md',
    });
    assert.deepEqual(await store.runs(), []);
  });

  test("comes to the same post from the tape that was recorded of a run", async () => {
    const path = "fixtures/tapes/publisher.jsonl";
    const tape = parseTape(readFileSync(path, "utf8"), { place: path });
    const store = memoryStore();
    const environment = { now: () => new Date(tape.now ?? ""), id: () => "id", random: () => 0.5 };
    const adapters = [...[git, files, blog].map((reference) => fromTape(tape, reference)), models({ env: {} })];
    const outcome = await startRun(publisher, { store, sources, environment, adapters, input: { repo: "shop", day: DAY } });
    assert.equal(outcome.status, "done", JSON.stringify(outcome.state.failure));
    const { approve } = await outputs(store, outcome.run);
    const { markdown } = approve as { markdown: string };
    const review = [words({ max: 1_000 }), sections({ count: 6, prose: true }), noLists(), emDashes({ max: 3 }), ...tropes.checks()];
    assert.deepEqual(
      review.flatMap((check) => check.run(markdown, {})),
      [],
    );
  });
});
