import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { each, gather, input, pipeline, write } from "../../src/dsl/index.js";
import { adaptersOf, fileSources, startRun, systemEnvironment } from "../../src/runner/index.js";
import { rejected } from "../dsl/thrown.js";
import { blog, eventsOf, options, told } from "./rig.js";

const request = input(z.object({ day: z.iso.date(), most: z.number().default(3) }));
const facts = gather("facts", { needs: { request }, output: z.string(), run: ({ request }) => `${request.day} ${request.most}` });
const post = pipeline("post", { input: request, stages: [facts] });

test("a run begins with what it was started with, its input's defaults filled in, and ends with the last stage's output", async () => {
  const on = options({ model: "embedded", by: "ana" });
  const outcome = await startRun(post, { ...on, input: { day: "2026-03-19" }, run: "r", launch: { file: "post.ts" } });
  assert.deepEqual([outcome.run, outcome.status, outcome.output], ["r", "done", "2026-03-19 3"]);
  const [started] = await eventsOf(on.store, "r");
  assert.deepEqual(started, {
    seq: 1,
    at: "2026-03-19T08:00:00.000Z",
    type: "run-started",
    format: 1,
    run: "r",
    pipeline: "post",
    stages: ["facts"],
    input: { inline: { day: "2026-03-19", most: 3 } },
    by: "ana",
    model: "embedded",
    launch: { file: "post.ts" },
  });
  assert.deepEqual(await told(on.store, "r"), ["run-started", "stage-started facts v1.1", "stage-done facts v1.1", "run-done"]);
});

test("a run without a name is called after its pipeline, the day and chance", async () => {
  const { run } = await startRun(post, { ...options(), input: { day: "2026-03-19" } });
  assert.equal(run, "post-20260319-cegjmq");
});

test("an input that does not fit starts nothing", async () => {
  const on = options();
  assert.deepEqual(await rejected(startRun(post, { ...on, input: { day: "today", most: "3" }, run: "r" })), {
    code: "run/input",
    message: 'pipeline "post" does not take this input: "day": Invalid ISO date; "most": Invalid input: expected number, received string',
    hint: "`stagewright run post --help` lists what it takes",
  });
  assert.deepEqual(await on.store.runs(), []);
});

test("a name that no folder can have, and one that is taken, are refused", async () => {
  const on = options();
  const start = (run: string) => startRun(post, { ...on, input: { day: "2026-03-19" }, run });
  assert.deepEqual(await rejected(start("../r")), {
    code: "run/name",
    message: '"../r" cannot name a run',
    hint: "use letters, digits, dots and dashes",
  });
  await start("r");
  assert.deepEqual(await rejected(start("r")), {
    code: "run/exists",
    message: 'there is a run "r" already',
    hint: "give the new run another name",
  });
});

test("an adapter behind which nothing stands is missed before anything runs, also in a nested pipeline", async () => {
  const read = gather("read", { uses: { blog }, output: z.string(), run: (_, { blog }) => blog.read({ path: "/" }) });
  const draft = write("draft", { output: z.string(), prompt: () => "Write." });
  const reading = pipeline("reading", { input: request, stages: [read, draft] });
  const pages = each("pages", { pipeline: reading, over: () => [] });
  const site = pipeline("site", { input: request, stages: [pages] });
  assert.deepEqual([...adaptersOf(site)], ["blog", "model"]);
  const on = options();
  assert.deepEqual(await rejected(startRun(site, { ...on, input: { day: "2026-03-19" }, run: "r" })), {
    code: "run/adapters",
    message: 'pipeline "site" uses adapter "blog", and nothing stands behind it',
    hint: 'hand in an implementation or a recording of "blog"',
  });
  assert.deepEqual(await on.store.runs(), []);
});

test("the system's identifiers are 20 small letters and digits, its chance is below 1, its clock is today's", () => {
  const ids = new Set(Array.from({ length: 50 }, () => systemEnvironment.id()));
  assert.equal(ids.size, 50);
  for (const id of ids) assert.match(id, /^[0-9a-z]{20}$/);
  const chance = systemEnvironment.random();
  assert(chance >= 0 && chance < 1);
  assert(Math.abs(systemEnvironment.now().getTime() - Date.now()) < 60_000);
});

test("instructions are read by name or URL, lessons from the first folder that has them", async (t) => {
  const root = await mkdtemp(join(tmpdir(), "stagewright-"));
  t.after(() => rm(root, { recursive: true }));
  await writeFile(join(root, "AGENT.md"), "You write.");
  await writeFile(join(root, "post.jsonl"), "{}\n");
  const sources = fileSources(root, [join(root, "none"), root]);
  assert.equal(await sources.instructions("AGENT.md"), "You write.");
  assert.equal(await sources.instructions(pathToFileURL(join(root, "AGENT.md")).href), "You write.");
  assert.equal(await sources.lessons("post"), "{}\n");
  assert.equal(await sources.lessons("other"), undefined);
  assert.deepEqual(await rejected(sources.instructions("style.md")), {
    code: "stage/instructions",
    message: `the instructions "${join(root, "style.md")}" cannot be read`,
    hint: "put the file there, or take it out of the stage's `instructions`",
  });
  await assert.rejects(fileSources(root, [join(root, "AGENT.md")]).lessons("post"), { code: "ENOTDIR" });
});
