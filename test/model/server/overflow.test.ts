import assert from "node:assert/strict";
import { test } from "node:test";
import { overflowIn, SIGNS } from "../../../src/model/server/overflow.js";
import { failure } from "./asking.js";
import { PROVIDERS } from "./frames.js";
import { modelServer } from "./model-server.js";

test("each server's way of saying that a request is too long is known, with the figures that it gives", () => {
  const found = Object.fromEntries(SIGNS.map(({ by, example }) => [by, overflowIn(example)]));
  assert.deepEqual(found, {
    "OpenAI and those that speak like it, by code": {},
    "OpenAI, vLLM, SGLang, DeepSeek, OpenRouter": { windowTokens: 8_192, neededTokens: 10_107 },
    "OpenAI, the newer words": {},
    "vLLM, for the prompt alone": { windowTokens: 4_096, neededTokens: 5_120 },
    "llama.cpp, by code": {},
    "llama.cpp, its figures": { windowTokens: 4_096, neededTokens: 5_120 },
    "llama.cpp, the words": { windowTokens: 4_096, neededTokens: 5_120 },
    "Anthropic, for the prompt": { windowTokens: 200_000, neededTokens: 210_205 },
    "Anthropic, for prompt and answer": { windowTokens: 200_000, neededTokens: 210_000 },
    "Ollama, where it is told not to cut the prompt": {},
    "Ollama's cloud": {},
    "LM Studio": { windowTokens: 4_096, neededTokens: 5_120 },
    "LM Studio, the newer words": {},
    "SGLang, Together": { windowTokens: 4_096, neededTokens: 5_120 },
    Mistral: { windowTokens: 32_768, neededTokens: 40_960 },
    "Gemini's OpenAI-compatible address": { windowTokens: 1_048_576, neededTokens: 1_200_000 },
    xAI: { windowTokens: 131_072, neededTokens: 140_000 },
    Groq: {},
  });
  for (const { by, words, example } of SIGNS) assert.match(example, words, by);
});

test("other words of the same servers are known too", () => {
  const window = "This model's maximum context length is 4,096 tokens.";
  assert.deepEqual(overflowIn(`${window} However, you requested 5,000 tokens (4,000 in the messages, 1,000 in the completion).`), {
    windowTokens: 4_096,
    neededTokens: 5_000,
  });
  assert.deepEqual(
    overflowIn(`Requested token count exceeds the model's maximum context length of 4096 tokens. You requested a total of 5000 tokens.`),
    {
      windowTokens: 4_096,
      neededTokens: 5_000,
    },
  );
  // vLLM, where the answer's limit alone is too much: what it counts is the prompt.
  assert.deepEqual(overflowIn(`max_tokens is too large: 32768. ${window} and your request has 17 input tokens.`), { windowTokens: 4_096 });
  assert.deepEqual(overflowIn("request (5000 tokens) exceeds the available context size, try increasing it"), { neededTokens: 5_000 });
  assert.deepEqual(
    overflowIn("This model's maximum context length is 4096 tokens. prompt too long; exceeded max context length by 10 tokens"),
    {
      windowTokens: 4_096,
      neededTokens: 4_106,
    },
  );
});

test("what is said of too many requests, of other limits or of a context is no overflow", () => {
  const others = [
    "Rate limit reached for gpt-5 on tokens per min (TPM): Limit 30000, Used 29000, Requested 2000.",
    "Request too large for m: on tokens per minute (TPM): Limit 6000, Requested 8000",
    "max_tokens: 100000 > 8192, which is the maximum allowed number of output tokens for this model",
    "unknown field: context_length",
    "The model produced too many tokens",
    "",
  ];
  assert.deepEqual(
    others.map(overflowIn),
    others.map(() => undefined),
  );
});

test("of a long body only the beginning is looked at: what comes later is a prompt that was sent back", () => {
  const words = "prompt is too long: 5000 tokens > 4096 maximum";
  assert.notEqual(overflowIn(`${" ".repeat(7_900)}${words}`), undefined);
  assert.equal(overflowIn(`${" ".repeat(8_000)}${words}`), undefined);
});

for (const provider of PROVIDERS) {
  test(`${provider}: a request that is too long fails by that name, refused or told of in the middle of an answer`, async (t) => {
    const error =
      '{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 210205 tokens > 200000 maximum"}}';
    const frame = provider === "ollama" ? `${error}\n` : `event: error\ndata: ${error}\n\n`;
    const server = await modelServer(t, provider, [
      { refuses: { status: 400, body: error } },
      { refuses: { status: 500, body: error } },
      { fails: { after: 0, frame } },
      { refuses: { status: 429, body: error } },
    ]);
    const told = [];
    for (let time = 0; time < 4; time += 1) {
      const failed = await failure(server.model);
      const { code, message, windowTokens, neededTokens } = { windowTokens: 0, neededTokens: 0, ...failed, message: failed.message };
      told.push([code, message, windowTokens, neededTokens]);
    }
    const message = `the request is, with 210205 tokens, too long for the window of 200000 tokens of "m" at ${server.base}`;
    const words = "prompt is too long: 210205 tokens > 200000 maximum";
    assert.deepEqual(told, [
      ["model/context", `${message} (400): ${words}`, 200_000, 210_205],
      ["model/context", `${message} (500): ${words}`, 200_000, 210_205],
      ["model/context", `${message} (${words})`, 200_000, 210_205],
      ["model/busy", `the server at ${server.base} takes no more requests now (429): ${words}`, undefined, undefined],
    ]);
  });
}
