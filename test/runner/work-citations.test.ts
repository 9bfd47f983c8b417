import assert from "node:assert/strict";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { z } from "zod";
import { gather, input, pipeline, rollbackTo, work } from "../../src/dsl/index.js";
import type { Completion } from "../../src/model/index.js";
import { startRun } from "../../src/runner/index.js";
import { factsOf } from "../../src/runner/working-folder.js";
import { assertReplays, eventsOfType, fakeModel, options } from "./rig.js";
import { blockerOf, calls, workshop } from "./workshop.js";

const request = input(z.object({}));

interface Task {
  readonly files?: Readonly<Record<string, string>>;
  readonly artifact?: string;
  readonly cites?: "shown" | "any";
  readonly retries?: number;
}

/** A task in a folder of its own, whose artifact is a report if not told otherwise. */
async function reportRun(t: TestContext, answers: readonly (string | Partial<Completion>)[], { files = {}, artifact, ...more }: Task = {}) {
  const shop = await workshop(t);
  for (const [path, content] of Object.entries(files)) await writeFile(join(shop.folder, path), content);
  const review = work("review", {
    tools: shop.tools,
    prompt: () => "Review the code.",
    artifacts: () => [artifact ?? "report.md"],
    output: z.string(),
    backoffMs: 0,
    ...more,
  });
  const post = pipeline("post", { input: request, stages: [review] });
  const fake = fakeModel(...answers);
  const on = options({ adapters: [fake.implementation], folder: shop.folder });
  const outcome = await startRun(post, { ...on, run: "r", input: {} });
  // A replay has no disk to look at.
  await rm(shop.folder, { recursive: true });
  await assertReplays(post, "r", on.store);
  return { outcome, prompts: fake.prompts, store: on.store };
}

const CODE = "let pool = 1;\n// it is never given back to anyone\n";
const read = (path: string) => calls("read_file", { path });
const write = (text: string, path = "report.md") => calls("write_file", { path, text });
const lastMessage = (prompt: string | undefined) => prompt?.split("\n---\n").at(-1);

const INVENTED = "# Review\n\nIn cart.ts:12 the total is rounded twice.\n";
const REFUSAL =
  '"report.md" cites what no tool has shown: "cart.ts:12" in line 3; look it up with the tools and cite what they show, or take it out of the file';

test("a report of invented bugs behind an answer that cites nothing is refused, and blocked when it stays", async (t) => {
  const answers = [read("pool.ts"), write(INVENTED), "Written.", read("report.md"), "It is there.", "It is done."];
  const { outcome, prompts } = await reportRun(t, answers, { files: { "pool.ts": CODE } });
  assert.equal(lastMessage(prompts[3]), `user: Your answer was refused:\n\n- ${REFUSAL}`);
  assert.deepEqual(
    [outcome.status, blockerOf(outcome)],
    ["blocked", `the completion was refused 3 times, the last time for this: ${REFUSAL}`],
  );
});

test("a report that was refused, and is mended by what a tool shows, is done", async (t) => {
  const mended = "# Review\n\npool.ts:2 says that it is “never given back to anyone”.\n";
  const answers = [write(INVENTED), "Written.", read("pool.ts"), write(mended), "Mended."];
  const { outcome } = await reportRun(t, answers, { files: { "pool.ts": CODE } });
  assert.deepEqual([outcome.status, outcome.output], ["done", "Mended."]);
});

test("a report on what was read stands at once", async (t) => {
  const answers = [read("pool.ts"), write("pool.ts:2 is “never given back to anyone”."), "Written."];
  assert.equal((await reportRun(t, answers, { files: { "pool.ts": CODE } })).outcome.output, "Written.");
});

test("an honest edit of a report that already cited something stands, whether it was read before or not", async (t) => {
  const files = { "report.md": INVENTED };
  const edit = write(`${INVENTED}\nChecked again.\n`);
  assert.equal((await reportRun(t, [read("report.md"), edit, "Edited."], { files })).outcome.output, "Edited.");
  assert.equal((await reportRun(t, [edit, "Edited."], { files })).outcome.output, "Edited.");
});

test("what one try wrote and the next one reads is no source", async (t) => {
  const first = [write(INVENTED), "Written.", "Written.", "Written."];
  const second = [read("report.md"), write(`${INVENTED}\nChecked again.\n`), "Checked.", "Checked.", "Checked."];
  const { outcome } = await reportRun(t, [...first, ...second], { retries: 1 });
  assert.equal(blockerOf(outcome), `the completion was refused 3 times, the last time for this: ${REFUSAL}`);
});

test("a task that may cite anything, code, and a file of over a million bytes are not looked into", async (t) => {
  const any = [write(INVENTED), "Written."];
  assert.equal((await reportRun(t, any, { cites: "any" })).outcome.status, "done");
  const code = [write('throw new Error("the cart is empty and cannot be paid"); // see cart.ts:12', "pool.ts"), "Written."];
  assert.equal((await reportRun(t, code, { artifact: "pool.ts" })).outcome.status, "done");
  const long = [write(INVENTED + "word ".repeat(200_000)), "Written."];
  const { outcome, store } = await reportRun(t, long);
  assert.equal(outcome.status, "done");
  const looks = (await eventsOfType(store, "r", "called")).filter(({ adapter, name }) => adapter === "files" && name === "look");
  assert.doesNotMatch(JSON.stringify(looks), /cart/);
});

test("the text that was judged is in the journal with its digest", async (t) => {
  const { store } = await reportRun(t, [write("Nothing found."), "Written."]);
  const looks = (await eventsOfType(store, "r", "called")).filter(({ adapter, name }) => adapter === "files" && name === "look");
  const { outcome } = looks[0] ?? {};
  assert.ok(outcome && "answer" in outcome && "inline" in outcome.answer);
  const [facts] = z.array(z.looseObject({ text: z.string(), bytes: z.int() })).parse(outcome.answer.inline);
  assert.deepEqual([facts?.text, facts?.bytes], ["Nothing found.", 14]);
});

test("of bytes that are no text there is no text, and the digest is that of a file that is not looked into", async (t) => {
  const { folder } = await workshop(t);
  await writeFile(join(folder, "report.md"), new Uint8Array([0x68, 0xff, 0xfe]));
  await writeFile(join(folder, "good.md"), "Bună.");
  const [withText, without] = [await factsOf(folder, "report.md", { withText: true }), await factsOf(folder, "report.md")];
  assert.deepEqual(withText, without);
  assert.deepEqual(await factsOf(folder, "good.md", { withText: true }), { ...(await factsOf(folder, "good.md")), text: "Bună." });
});

const plan = gather("plan", { needs: { request }, output: z.string(), run: () => "Review the code." });
const AGAIN = [read("report.md"), write(`${INVENTED}\nChecked again.\n`), "Checked.", "Checked.", "Checked."];

test("what was refused before a way back is no source for the next version", async (t) => {
  const { folder, tools } = await workshop(t);
  const spec = { tools, prompt: () => "Review.", artifacts: () => ["report.md"], output: z.string() };
  const review = work("review", { needs: { plan }, ...spec, onFail: rollbackTo(plan, { max: 1 }) });
  const post = pipeline("post", { input: request, stages: [plan, review] });
  const fake = fakeModel(write(INVENTED), "Written.", "Written.", "Written.", ...AGAIN);
  const on = options({ adapters: [fake.implementation], folder });
  const outcome = await startRun(post, { ...on, run: "r", input: {} });
  const reason = `the completion was refused 3 times, the last time for this: ${REFUSAL}`;
  assert.deepEqual([outcome.status, outcome.state.stages.get("review")?.failure?.message], ["failed", reason]);
  await assertReplays(post, "r", on.store);
});

test("what was done before a way back is a source for the next version", async (t) => {
  const { folder, tools } = await workshop(t);
  await writeFile(join(folder, "cart.ts"), "let sum = 0;\n".repeat(20));
  const review = work("review", { needs: { request }, tools, prompt: () => "Review.", artifacts: () => ["report.md"], output: z.string() });
  const release = gather("release", {
    needs: { review },
    output: z.string(),
    onFail: rollbackTo(review, { max: 1 }),
    run: ({ review }) => {
      if (review === "Written.") throw new Error("once more");
      return review;
    },
  });
  const post = pipeline("post", { input: request, stages: [review, release] });
  const fake = fakeModel(read("cart.ts"), write(INVENTED), "Written.", ...AGAIN);
  const on = options({ adapters: [fake.implementation], folder });
  const outcome = await startRun(post, { ...on, run: "r", input: {} });
  assert.deepEqual([outcome.status, outcome.output], ["done", "Checked."]);
  await assertReplays(post, "r", on.store);
});
