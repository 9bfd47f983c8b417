import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { type Tool, type ToolContext, tool, toolbox } from "../../src/tools/index.js";
import { named } from "./scripted.js";

const context: ToolContext = { signal: new AbortController().signal, call: "call1", read: [] };

/** What a tool gives for arguments, or its complaint. */
async function given(made: Tool, args: Record<string, unknown>): Promise<unknown> {
  const prepared = made.prepare(args);
  return "complaint" in prepared ? `complaint: ${prepared.complaint}` : prepared.run(context);
}

test("a tool tells a model its name, what it does, and its arguments as JSON schema without what servers choke on", () => {
  const made = tool({
    name: "find_posts",
    description: "Finds posts.",
    takes: z.object({ words: z.string().describe("what to look for"), since: z.iso.date().optional(), most: z.int().default(10) }),
    run: () => [],
  });
  assert.deepEqual(made.spec, {
    name: "find_posts",
    description: "Finds posts.",
    parameters: {
      type: "object",
      properties: {
        words: { type: "string", description: "what to look for" },
        since: { type: "string", format: "date" },
        most: { type: "integer", default: 10 },
      },
      required: ["words"],
      additionalProperties: false,
    },
  });
  assert.equal(made.kind, "read");
});

test("arguments are held to the schema, with its defaults and its own rules", async () => {
  const made = tool({
    name: "add",
    description: "Adds.",
    takes: z.object({ a: z.number(), b: z.number().default(1) }).refine(({ a }) => a !== 13, "13 brings bad luck."),
    gives: z.number().max(100),
    run: ({ a, b }) => a + b,
  });
  assert.equal(await given(made, { a: 2 }), 3);
  assert.equal(await given(made, { a: 13 }), "complaint: 13 brings bad luck");
  assert.equal(await given(made, { a: 1, c: 2 }), 'complaint: there is no argument "c", the nearest is "a"');
  await assert.rejects(given(made, { a: 100 }), { message: "what it gave is not what it promises: Too big: expected number to be <=100" });
});

test("a complaint names the place, also inside of lists and of values of several shapes", async () => {
  const made = tool({
    name: "edit",
    description: "Edits.",
    takes: z.object({
      edits: z.array(z.strictObject({ at: z.union([z.string(), z.object({ line: z.number() })]) })),
      mode: z.discriminatedUnion("is", [z.object({ is: z.literal("fast") }), z.object({ is: z.literal("safe") })]).optional(),
    }),
    run: () => "edited",
  });
  assert.equal(await given(made, { edits: [{ at: { line: "7" } }] }), 'complaint: "edits[0].at.line": expected number, received string');
  assert.equal(await given(made, { edits: [{ at: "top" }, {}] }), 'complaint: "edits[1].at" is missing: expected string');
  assert.equal(await given(made, { edits: [{ at: "top", to: 1 }] }), 'complaint: there is no argument "to" in "edits[0]"');
  assert.equal(
    await given(made, { edits: [], mode: { is: "slow" } }),
    `complaint: "mode.is": Invalid discriminator value. Expected 'fast' | 'safe'`,
  );
});

test("a loose schema takes arguments that it does not name", async () => {
  const made = tool({ name: "echo", description: "Echoes.", takes: z.looseObject({}), run: (args) => args });
  assert.deepEqual(await given(made, { any: 1 }), { any: 1 });
});

test("a tool that says what it writes is a writing one", () => {
  const made = tool({
    name: "save",
    description: "Saves.",
    takes: z.object({ path: z.string() }),
    writes: ({ path }) => ({ path }),
    run: () => "saved",
  });
  assert.equal(made.kind, "write");
});

test("a name that no provider takes, and arguments that JSON cannot say, are refused when the tool is made", () => {
  assert.throws(() => named("read file"), {
    code: "tools/name",
    message: '"read file" cannot name a tool',
    hint: "use letters without accents, digits, dashes and low lines, 64 at most: no provider takes more",
  });
  assert.throws(() => tool({ name: "at", description: "", takes: z.object({ day: z.date() }), run: () => "" }), {
    code: "tools/schema",
    message: 'the arguments of tool "at" cannot be said in JSON Schema',
    hint: "take what JSON has: texts, numbers, yes or no, lists, objects; for a day z.iso.date() in place of z.date()",
  });
});

test("a toolbox holds what its list names, and knows what it denies", () => {
  const box = toolbox({ tools: [named("read"), named("write")], allow: ["read"] });
  assert.deepEqual(
    box.specs.map(({ name }) => name),
    ["read"],
  );
  assert.deepEqual(
    [box.find("read")?.spec.name, box.find("write"), box.isDenied("write"), box.isDenied("sing")],
    ["read", undefined, true, false],
  );
});

test("a list that names no tool, and two tools of one name, are refused when the toolbox is made", () => {
  assert.throws(() => toolbox({ tools: [named("read_file"), named("write_file")], allow: ["raed_file"] }), {
    code: "tools/allow",
    message: 'the list allows "raed_file", and there is no such tool',
    hint: 'the nearest is "read_file"',
  });
  assert.throws(() => toolbox({ tools: [], allow: ["read"] }), { hint: "no tools were given" });
  assert.throws(() => toolbox({ tools: [named("read"), named("read")], allow: [] }), {
    code: "tools/name",
    message: 'there are two tools named "read"',
    hint: "give one another name; the tools of an MCP server can have a prefix",
  });
  assert.throws(() => toolbox({ tools: [named("read_result")], allow: [] }), {
    code: "tools/name",
    message: 'no tool can be named "read_result"',
    hint: "the tool that reads long results has this name in every stage: choose another",
  });
});
