import assert from "node:assert/strict";
import { test } from "node:test";
import { type Listed, mcpTool } from "../../../src/tools/mcp/mcp-tool.js";
import { resultText } from "../../../src/tools/mcp/result-text.js";

const made = (listed: Partial<Listed>) =>
  mcpTool({ listed: { name: "find", inputSchema: { type: "object" }, ...listed }, prefix: "", declared: {}, run: async (args) => args });

test("of a server's schema a model is shown what its own server can use", () => {
  const inputSchema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object" as const,
    properties: {
      day: { type: "string", format: "date", pattern: "^[0-9-]+$" },
      code: { type: "string", pattern: "^[A-Z]+$" },
      most: { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
      pattern: { type: "string" },
      format: { type: "string" },
    },
  };
  assert.deepEqual(made({ inputSchema }).spec.parameters, {
    type: "object",
    properties: {
      day: { type: "string", format: "date" },
      code: { type: "string", pattern: "^[A-Z]+$" },
      most: { type: "integer", minimum: 1 },
      pattern: { type: "string" },
      format: { type: "string" },
    },
  });
});

test("arguments are passed on as they came, without defaults of ours", async () => {
  const prepared = made({ inputSchema: { type: "object", properties: { most: { type: "integer", default: 5 } } } }).prepare({ other: 1 });
  assert.ok(!("complaint" in prepared));
  assert.deepEqual(await prepared.run({ signal: new AbortController().signal, call: "c", read: [] }), { other: 1 });
});

test("a schema that cannot be read here is left to the server to check", () => {
  const tool = made({ inputSchema: { type: "object", properties: { path: { $ref: "https://example.com/path.json" } } } });
  assert.ok(!("complaint" in tool.prepare({ path: 7 })));
});

test("a name is made to fit what providers take, and one that cannot is refused", () => {
  assert.equal(made({ name: "notes/find all.v2" }).spec.name, "notes_find_all_v2");
  assert.throws(() => made({ name: "găsește" }), { code: "tools/name", message: '"găsește" cannot name a tool' });
});

test("a result is its texts; what is no text is named", () => {
  assert.equal(resultText({ content: [], structuredContent: { found: 2 } }), '{"found":2}');
  assert.equal(resultText({}), "");
  const blob = { type: "resource", resource: { uri: "note://a.pdf", mimeType: "application/pdf", blob: "aGVsbG8=" } };
  assert.equal(
    resultText({ content: [{ type: "text", text: "Two:" }, blob, { type: "audio", mimeType: "audio/wav", data: "" }] }),
    "Two:\n[a file, note://a.pdf, application/pdf: not shown]\n[audio, audio/wav: not shown]",
  );
});
