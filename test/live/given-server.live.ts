/** Real servers, where somebody names some: STAGEWRIGHT_LIVE_MODELS="ollama:#qwen3 openai:http://127.0.0.1:8080". */
import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { askModels, type CompleteRequest, jsonSchemaOf, verdictOf } from "../../src/model/index.js";
import { probe, servedBy } from "../../src/probe/index.js";

const models = (process.env.STAGEWRIGHT_LIVE_MODELS ?? "").split(/\s+/).filter((name) => name !== "");
const { signal } = new AbortController();
const complete = (request: CompleteRequest) => askModels({ env: process.env })(request, { key: "", signal });

test("a real server answers", { skip: models.length > 0 ? false : "STAGEWRIGHT_LIVE_MODELS names none" }, async (t) => {
  for (const model of models) {
    await t.test(`${model}: a text, judged an answer, with its tokens counted`, async () => {
      const completion = await complete({ model, messages: [{ role: "user", content: "Say in one sentence what a lighthouse is for." }] });
      const { verdict } = verdictOf(completion);
      assert.equal(verdict, "answer", completion.text);
      assert.ok(completion.usage.inputTokens > 5 && completion.usage.outputTokens > 3);
    });
    await t.test(`${model}: data by its schema`, async () => {
      const Town = z.strictObject({ name: z.string(), rivers: z.array(z.string()) });
      const schema = jsonSchemaOf(Town) ?? {};
      const messages = [{ role: "user" as const, content: "Name a town and its rivers, as JSON." }];
      const { text } = await complete({ model, messages, schema });
      assert.ok(Town.safeParse(JSON.parse(text)).success, text);
    });
    await t.test(`${model}: an answer that runs into its limit says so`, async () => {
      const messages = [{ role: "user" as const, content: "Write 500 words about lighthouses." }];
      const { finish } = await complete({ model, messages, maxTokens: 12, reasoning: "off" });
      assert.equal(finish, "length");
    });
    await t.test(`${model}: its tool calls are measured`, async (t) => {
      const served = await servedBy(model, { fetch, signal });
      const result = await probe({ model, complete, served, trials: 2, chains: 1, chainSteps: 2, seed: 1, min: 0, at: new Date() });
      t.diagnostic(JSON.stringify({ served: result.served, right: result.calls.right, of: result.calls.of, faults: result.faults }));
      assert.equal(result.calls.of, 12);
    });
  }
});
