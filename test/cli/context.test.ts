import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { FIXTURES, shell } from "./shell.js";

const source = pathToFileURL(join(import.meta.dirname, "../../src/index.ts")).href;
const PIPELINE = `
import { z } from "${import.meta.resolve("zod")}";
import { gather, input, pipeline, write } from "${source}";
const facts = gather("facts", { output: z.string(), run: () => "The lamp is green. ".repeat(20) });
const text = write("text", { needs: { facts }, output: z.string(), maxFeedbackTokens: 50, prompt: ({ facts }) => "Tell this: " + facts });
export default pipeline("told", { input: input(z.object({})), stages: [facts, text] });
`;

test("before a run the prompt of a stage that needs others is known later; after one it is counted", async (t) => {
  const { cwd, call } = shell(t);
  writeFileSync(join(cwd, "told.ts"), PIPELINE);
  const facts = async (...more: readonly string[]) => JSON.parse((await call(["context", "told.ts", "--json", ...more])).out);
  const stage = { stage: "text", model: "embedded", instructions: 0, lessons: 0, feedback: 50 };
  assert.deepEqual(await facts(), { pipeline: "told", stages: [stage] });
  await call(["run", "told.ts"]);
  const { run, stages } = await facts();
  assert.deepEqual(stages, [{ ...stage, prompt: 109 }]);
  assert.deepEqual(await facts("--run", "last"), { pipeline: "told", run, stages });
  const models = { small: { model: "ollama:#qwen3", contextTokens: 100, maxTokens: 20 } };
  writeFileSync(join(cwd, "stagewright.config.json"), JSON.stringify({ models }));
  writeFileSync(join(cwd, "small.ts"), PIPELINE.replace("maxFeedback", 'model: "small", maxFeedback'));
  assert.match((await call(["context", "small.ts"])).out, /\n {2}answer {8}20\n {2}window {8}100, 79 too few with all of it\n/);
});

test("it says what is left out first, and nothing that is not", async (t) => {
  const { call } = shell(t);
  const { code, out } = await call(["context", "publisher"]);
  assert.equal(code, 0);
  assert.match(out, /^publisher: tokens of each stage's request\n\ndraft \(embedded\)\n/);
  assert.match(out, /\n {2}prompt {8}known once it runs\n/);
  assert.match(
    out,
    /\n {2}1\. the last version, as a whole\n {2}2\. findings, the mildest first; they are counted by rule, and the worst stays\n/,
  );
  assert.equal(
    (await call(["context", join(FIXTURES, "dinner.ts")])).out,
    "dinner: tokens of each stage's request\nno stage asks a model\n",
  );
});

const WORKING = `
import { z } from "${import.meta.resolve("zod")}";
import { each, gather, input, pipeline, tool, work, write } from "${source}";
const look = tool({ name: "look", description: "Looks at the lamp.", takes: z.object({}), run: async () => "green" });
const told = work("told", { tools: [look], output: z.string(), prompt: () => "Look at the lamp." });
const lamp = input(z.object({}));
const one = pipeline("one", { input: lamp, stages: [write("line", { needs: { lamp }, output: z.string(), prompt: () => "Write a line." })] });
const lines = each("lines", { needs: { told }, pipeline: one, over: () => [] });
export default pipeline("working", { input: input(z.object({})), stages: [told, lines] });
`;

test("the tools of a task count, and so do the stages of nested pipelines, of which nothing is known before they run", async (t) => {
  const { cwd, call } = shell(t);
  writeFileSync(join(cwd, "working.ts"), WORKING);
  const { stages } = JSON.parse((await call(["context", "working.ts", "--json"])).out);
  const asked = { model: "embedded", instructions: 0, lessons: 0, feedback: 4_000 };
  assert.deepEqual(stages, [
    { stage: "told", ...asked, prompt: 5, tools: 36 },
    { stage: "one/line", ...asked },
  ]);
  const { out } = await call(["context", "working.ts"]);
  assert.match(out, /^told \(embedded\)\n {2}instructions {2}0\n {2}prompt {8}5\n {2}tools {9}36\n/m);
  assert.match(
    out,
    /\nof a task that goes on after a rest, the results of tools; its last three turns stay, unless `sessions` says otherwise\n$/,
  );
});
