/** What is sent fits the types that the providers publish with their own clients. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import fc from "fast-check";
import { z } from "zod";
import { wireBody as anthropicBody } from "../../src/model/anthropic/wire.js";
import { type CompleteRequest, jsonSchemaOf } from "../../src/model/index.js";
import { wireBody as ollamaBody } from "../../src/model/ollama/wire.js";
import { wireBody as openaiBody } from "../../src/model/openai/wire.js";
import { anyTranscript } from "../model/any-transcript.js";

const HERE = import.meta.dirname;
const TSC = join(HERE, "../../node_modules/typescript/bin/tsc");
const SAMPLES = 40;

const parameters = jsonSchemaOf(z.object({ path: z.string(), lines: z.array(z.int()).optional() })) ?? {};
const schema = jsonSchemaOf(z.strictObject({ title: z.string(), words: z.int() })) ?? {};

/** Requests with everything that a request may ask for, one way and another. */
const requests = fc.record(
  {
    messages: anyTranscript,
    maxTokens: fc.constant(500),
    tools: fc.constant([{ name: "read", description: "Reads a file.", parameters }]),
    schema: fc.constant(schema),
    reasoning: fc.constantFrom("on" as const, "off" as const),
    reasoningTokens: fc.constant(2_000),
    contextTokens: fc.constant(8_192),
  },
  { requiredKeys: ["messages"], noNullPrototype: true },
) as fc.Arbitrary<Omit<CompleteRequest, "model">>;

async function faultsOf(
  type: { readonly from: string; readonly name: string },
  body: (request: Omit<CompleteRequest, "model">) => object,
): Promise<string> {
  const folder = mkdtempSync(join(HERE, "node_modules/.bodies-"));
  try {
    const bodies = fc.sample(requests, { numRuns: SAMPLES, seed: 1 }).map((request) => `  ${JSON.stringify(body(request))},\n`);
    const file = join(folder, "bodies.ts");
    // Written out as literals, so that a field that the type does not know is an error too.
    writeFileSync(
      file,
      `import type { ${type.name} } from "${type.from}";\nexport const bodies: ${type.name}[] = [\n${bodies.join("")}];\n`,
    );
    const flags = ["--noEmit", "--strict", "--skipLibCheck", "--module", "NodeNext", "--target", "ES2023", "--types", "", "--ignoreConfig"];
    return await promisify(execFile)(process.execPath, [TSC, ...flags, file], { cwd: folder }).then(
      () => "",
      ({ stdout }: { stdout: string }) => stdout.slice(0, 2_000),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("every request to OpenAI is one of its own client", async () => {
  const type = { from: "openai/resources/chat/completions", name: "ChatCompletionCreateParamsStreaming" };
  assert.equal(await faultsOf(type, (request) => openaiBody("gpt-5.1", "https://api.openai.com/v1", request)), "");
});

test("every request to Anthropic is one of its own client", async () => {
  const type = { from: "@anthropic-ai/sdk/resources/messages", name: "MessageCreateParamsStreaming" };
  assert.equal(await faultsOf(type, (request) => anthropicBody("claude-sonnet-4-5", request)), "");
});

/** What Ollama's server takes, by its own reference, and its client's types do not have yet. */
const NEWER = new Set(["truncate", "shift", "id", "tool_call_id"]);

test("every request to Ollama is one of its own client, but for what the server knows and the client does not", async () => {
  const type = { from: "ollama", name: "ChatRequest" };
  const known = (key: string, value: unknown) => (NEWER.has(key) ? undefined : value);
  assert.equal(await faultsOf(type, (request) => JSON.parse(JSON.stringify(ollamaBody("qwen3", request), known))), "");
});

test("a body with a field too many is found", async () => {
  const type = { from: "openai/resources/chat/completions", name: "ChatCompletionCreateParamsStreaming" };
  const faults = await faultsOf(type, (request) => ({ ...openaiBody("gpt-5.1", "https://api.openai.com/v1", request), wrong: 1 }));
  assert.match(faults, /'"wrong"' does not exist in type 'ChatCompletionCreateParamsStreaming'/);
});
