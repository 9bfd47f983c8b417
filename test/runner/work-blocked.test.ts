import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { z } from "zod";
import { type Check, each, input, pipeline, rollbackTo, work, write } from "../../src/dsl/index.js";
import type { Completion } from "../../src/model/index.js";
import { resumeRun, startRun, unblock } from "../../src/runner/index.js";
import { assertReplays, fakeModel, options, told } from "./rig.js";
import { blockerOf, calls, workshop } from "./workshop.js";

const request = input(z.object({ topic: z.string() }));
const given = { run: "r", input: { topic: "owls" } };
type Answer = string | Partial<Completion>;

/** A run of one task in a folder with a source, up to where it rests; and how it goes on. */
async function blockedRun(t: TestContext, answers: readonly Answer[], more: { retries?: number } = {}) {
  const { folder, tools, ran } = await workshop(t);
  await writeFile(join(folder, "source.md"), "Owls fly by night.");
  const notes = work("notes", { tools, prompt: () => "Read the source.", output: z.string(), backoffMs: 0, ...more });
  const post = pipeline("post", { input: request, stages: [notes] });
  const first = fakeModel(...answers);
  const on = options({ adapters: [first.implementation], folder });
  const outcome = await startRun(post, { ...on, ...given });
  await assertReplays(post, "r", on.store);
  const goOn = async (then: readonly Answer[], note?: string) => {
    const next = fakeModel(...then);
    await unblock("r", note === undefined ? {} : { note }, { store: on.store, by: "ana" });
    const outcome = await resumeRun(post, "r", { ...on, adapters: [next.implementation] });
    await assertReplays(post, "r", on.store);
    return { outcome, prompts: next.prompts };
  };
  return { outcome, first, on, post, ran, goOn };
}

const lastMessage = (prompt: string | undefined) => prompt?.split("\n---\n").at(-1);

test("a model that calls the tool blocked rests, with its reason and what it waits for; calls behind it are not run", async (t) => {
  const read = calls("read_file", { path: "source.md" });
  const blocked = calls("blocked", { reason: "The key is missing.", waitingOn: "the key from Ana" });
  const both = { ...blocked, calls: [...(blocked.calls ?? []), ...(read.calls ?? [])] };
  const { outcome, ran, first } = await blockedRun(t, [both]);
  assert.equal(outcome.status, "blocked");
  const { waiting } = outcome;
  assert.ok(waiting?.on === "blocker");
  assert.deepEqual([waiting.blocker.reason, waiting.blocker.waitingOn], ["The key is missing.", "the key from Ana"]);
  assert.deepEqual(ran, []);
  assert.equal(first.prompts.length, 1);
});

test("a model that answers that it is blocked rests too, also where it may try again", async (t) => {
  const { outcome } = await blockedRun(t, ["BLOCKED: the source is not there."], { retries: 2 });
  assert.deepEqual([outcome.status, blockerOf(outcome)], ["blocked", "the source is not there."]);
});

test("a call of blocked without a reason is told to give one, and the task goes on", async (t) => {
  const answers = [calls("blocked", { why: "no key" }), calls("read_file", { path: "source.md" }), "They fly by night."];
  const { outcome, first } = await blockedRun(t, answers);
  assert.equal(outcome.output, "They fly by night.");
  assert.match(lastMessage(first.prompts[1]) ?? "", /^tool: "blocked" was not taken: there is no argument "why"/);
});

test("a resume asks nothing while the task is blocked", async (t) => {
  const { on, post } = await blockedRun(t, ["BLOCKED: no key."]);
  const next = fakeModel("Done.");
  assert.equal((await resumeRun(post, "r", { ...on, adapters: [next.implementation] })).status, "blocked");
  assert.deepEqual(next.prompts, []);
  await assertReplays(post, "r", on.store);
});

test("a task that is unblocked goes on from where it was, with the note, and does nothing twice", async (t) => {
  const { goOn, ran, on } = await blockedRun(t, [calls("read_file", { path: "source.md" }), "BLOCKED: no key."]);
  const { outcome, prompts } = await goOn(["They fly by night."], "The key lies in key.txt.");
  assert.deepEqual([outcome.status, outcome.output, ran], ["done", "They fly by night.", ["read source.md"]]);
  assert.match(prompts[0] ?? "", /assistant: BLOCKED: no key\./);
  assert.equal(lastMessage(prompts[0]), "user: The task is no longer blocked. ana says: The key lies in key.txt.\n\nGo on with it.");
  assert.deepEqual(
    (await told(on.store, "r")).filter((line) => /block|resumed|done/.test(line)),
    ["stage-blocked notes v1.1", "unblocked notes v1.1", "run-resumed", "stage-done notes v1.1", "run-done"],
  );
});

test("a task may be blocked again and again; each word is given where it belongs", async (t) => {
  const { goOn } = await blockedRun(t, [calls("read_file", { path: "source.md" }), "BLOCKED: no key."]);
  const second = await goOn([calls("blocked", { reason: "The key does not fit." })], "Here is one.");
  assert.equal(blockerOf(second.outcome), "The key does not fit.");
  const third = await goOn(["They fly by night."]);
  assert.equal(third.outcome.output, "They fly by night.");
  const said = (third.prompts[0] ?? "").split("\n---\n").filter((message) => message.includes("no longer blocked"));
  assert.deepEqual(said, [
    "user: The task is no longer blocked. ana says: Here is one.\n\nGo on with it.",
    "user: The task is no longer blocked, says ana. Go on with it.",
  ]);
});

test("a task whose completion was refused three times goes on with its faults and the note, and with three refusals more", async (t) => {
  const { outcome, goOn } = await blockedRun(t, ["Done.", "Done!", "Done!!"]);
  const nothing = "no tool call has succeeded since the task began; do the work with the tools, then answer";
  assert.equal(blockerOf(outcome), `the completion was refused 3 times, the last time for this: ${nothing}`);
  const { outcome: last, prompts } = await goOn(
    ["Done.", "Done.", calls("read_file", { path: "source.md" }), "They fly by night."],
    "Read source.md.",
  );
  assert.equal(last.output, "They fly by night.");
  assert.equal(
    lastMessage(prompts[0]),
    `user: Your answer was refused:\n\n- ${nothing}\n\nThe task is no longer blocked. ana says: Read source.md.\n\nGo on with it.`,
  );
});

test("three refusals use a retry up where there is one, and only the last try ends as blocked", async (t) => {
  const { outcome, on } = await blockedRun(
    t,
    Array.from({ length: 6 }, () => "Done."),
    { retries: 1 },
  );
  assert.equal(outcome.status, "blocked");
  assert.deepEqual(
    (await told(on.store, "r")).filter((line) => /stage-|attempt/.test(line)),
    ["stage-started notes v1.1", "attempt-failed notes v1.1: output", "stage-started notes v1.2", "stage-blocked notes v1.2"],
  );
});

test("three refusals take the way back that the stage has for them", async (t) => {
  const { folder, tools } = await workshop(t);
  const draft = write("draft", { prompt: () => "Write.", output: z.string() });
  const notes = work("notes", { tools, prompt: () => "Do.", output: z.string(), onFail: rollbackTo(draft, { max: 1 }) });
  const post = pipeline("post", { input: request, stages: [draft, notes] });
  const model = fakeModel("One.", "Done.", "Done.", "Done.", "Two.", calls("blocked", { reason: "No key." }));
  const on = options({ adapters: [model.implementation], folder });
  const outcome = await startRun(post, { ...on, ...given });
  assert.equal(blockerOf(outcome), "No key.");
  assert.ok((await told(on.store, "r")).includes("rolled-back notes to draft, 1 of 1, failed"));
  await assertReplays(post, "r", on.store);
});

test("a try that begins anew after a task was unblocked has the note in its prompt", async (t) => {
  const { folder, tools } = await workshop(t);
  await writeFile(join(folder, "source.md"), "Owls fly by night.");
  const long: Check<string> = {
    rule: "long",
    run: (text) => (text.length > 5 ? [] : [{ rule: "long", severity: "error", message: "too short" }]),
  };
  const notes = work("notes", { tools, prompt: () => "Read.", output: z.string(), dod: [long], retries: 1, backoffMs: 0 });
  const post = pipeline("post", { input: request, stages: [notes] });
  const on = options({ adapters: [fakeModel("BLOCKED: no key.").implementation], folder });
  await startRun(post, { ...on, ...given });
  await unblock("r", { note: "Here is the key." }, { store: on.store, by: "ana" });
  const read = () => calls("read_file", { path: "source.md" });
  const next = fakeModel(read(), "Owls.", read(), "They fly by night.");
  assert.equal((await resumeRun(post, "r", { ...on, adapters: [next.implementation] })).output, "They fly by night.");
  assert.doesNotMatch(next.prompts[0] ?? "", /What was said when/);
  assert.match(next.prompts[2] ?? "", /Read\.\n\n## What was said when the task was blocked\n\n- ana: Here is the key\./);
  await assertReplays(post, "r", on.store);
});

test("a task that is unblocked has its rounds anew", async (t) => {
  const { folder, tools } = await workshop(t);
  await writeFile(join(folder, "source.md"), "Owls fly by night.");
  const notes = work("notes", { tools, prompt: () => "Read.", output: z.string(), guards: { rounds: 2 } });
  const post = pipeline("post", { input: request, stages: [notes] });
  const read = () => calls("read_file", { path: "source.md" });
  const on = options({ adapters: [fakeModel(read(), "BLOCKED: no key.").implementation], folder });
  await startRun(post, { ...on, ...given });
  await unblock("r", {}, { store: on.store, by: "ana" });
  const next = fakeModel(read(), "They fly by night.");
  assert.equal((await resumeRun(post, "r", { ...on, adapters: [next.implementation] })).output, "They fly by night.");
  await assertReplays(post, "r", on.store);
});

test("a child whose task is blocked holds its parent up, and the other children are done", async (t) => {
  const { folder, tools } = await workshop(t);
  await writeFile(join(folder, "source.md"), "Owls fly by night.");
  const one = input(z.string());
  const note = work("note", { needs: { one }, tools, prompt: ({ one }) => `Read of ${one}.`, output: z.string() });
  const child = pipeline("child", { input: one, stages: [note] });
  const all = each("all", { needs: { request }, pipeline: child, over: () => ["owls", "bats"], concurrency: 1 });
  const post = pipeline("post", { input: request, stages: [all] });
  const model = fakeModel("BLOCKED: no owls.", calls("read_file", { path: "source.md" }), "They fly.");
  const on = options({ adapters: [model.implementation], folder });
  const outcome = await startRun(post, { ...on, ...given });
  assert.equal(outcome.status, "blocked");
  await assertReplays(post, "r", on.store);
  await unblock("r.all.v1.1", { note: "Look again." }, { store: on.store, by: "ana" });
  const next = fakeModel(calls("read_file", { path: "source.md" }), "Owls fly too.");
  assert.equal((await resumeRun(post, "r", { ...on, adapters: [next.implementation] })).status, "done");
  assert.equal(next.prompts.length, 2);
  await assertReplays(post, "r", on.store);
});
