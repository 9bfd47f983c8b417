import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { plainSchema } from "../../../src/model/openai/plain-schema.js";
import { ask } from "../server/asking.js";
import { modelServer } from "../server/model-server.js";

test("of zod's schema stays what a grammar can be made from", () => {
  const schema = z.toJSONSchema(
    z.strictObject({
      day: z.iso.date(),
      mail: z.email(),
      count: z.int(),
      small: z.int().min(1).max(5),
      code: z.string().regex(/^[A-Z]{3}-\d{2}$/),
      word: z.string().regex(/\bword\b/),
      title: z.string().min(1).max(80),
      body: z.string().max(5_000),
      tags: z.array(z.string().max(2_000)).max(1_500).optional(),
      either: z.union([z.int(), z.null()]),
      more: z.record(z.string(), z.int()),
    }),
    { target: "draft-7" },
  );
  assert.deepEqual(plainSchema(schema), {
    type: "object",
    properties: {
      day: { type: "string", format: "date" },
      mail: { type: "string", format: "email" },
      count: { type: "integer" },
      small: { type: "integer", minimum: 1, maximum: 5 },
      code: { type: "string", pattern: "^[A-Z]{3}-\\d{2}$" },
      word: { type: "string" },
      title: { type: "string", minLength: 1, maxLength: 80 },
      body: { type: "string" },
      tags: { type: "array", items: { type: "string" } },
      either: { anyOf: [{ type: "integer" }, { type: "null" }] },
      more: { type: "object", propertyNames: { type: "string" }, additionalProperties: { type: "integer" } },
    },
    required: ["day", "mail", "count", "small", "code", "word", "title", "body", "either", "more"],
    additionalProperties: false,
  });
});

test("what only looks like a rule, in names and values, is left alone", () => {
  const schema = {
    type: "object",
    properties: { pattern: { type: "string", enum: ["(?=x)"] }, maximum: { const: { maximum: 2 ** 60 } }, $schema: { type: "string" } },
    default: { pattern: "(?=x)", maxLength: 9_999 },
    items: [{ pattern: "(?=x)" }, true],
    $defs: { a: { type: "string", pattern: "(?=x)" } },
  };
  assert.deepEqual(plainSchema(schema), { ...schema, items: [{}, true], $defs: { a: { type: "string" } } });
});

test("a pattern stays that is whole, short and plain", () => {
  const kept = ["^[a-z]+$", "^(yes|no)$", "^\\d{4}$"];
  const dropped = ["[a-z]+", "^(?!x).*$", "^\\bx$", "^(a)\\1$", "^\\p{L}$", `^${"a".repeat(80)}$`];
  for (const pattern of kept) assert.deepEqual(plainSchema({ pattern }), { pattern });
  for (const pattern of dropped) assert.deepEqual(plainSchema({ pattern }), {});
});

test("servers that make a grammar are sent the plain schema of the answer and of the tools, and it may still be strict", async (t) => {
  const schema = z.toJSONSchema(z.strictObject({ day: z.iso.date() }), { target: "draft-7" });
  const plain = { type: "object", properties: { day: { type: "string", format: "date" } }, required: ["day"], additionalProperties: false };
  const tools = [{ name: "at", parameters: schema }];
  const openai = await modelServer(t, "openai", [{}]);
  const ollama = await modelServer(t, "ollama", [{}]);
  await ask(openai.model, { request: { schema, tools } });
  await ask(ollama.model, { request: { schema, tools } });
  const wireTools = [{ type: "function", function: { name: "at", parameters: plain } }];
  const [{ body: toOpenai } = assert.fail()] = openai.received;
  const [{ body: toOllama } = assert.fail()] = ollama.received;
  assert.deepEqual(
    [toOpenai.tools, toOpenai.response_format],
    [wireTools, { type: "json_schema", json_schema: { name: "answer", schema: plain, strict: true } }],
  );
  assert.deepEqual([toOllama.tools, toOllama.format], [wireTools, plain]);
});
