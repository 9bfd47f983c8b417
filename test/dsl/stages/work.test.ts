import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { fingerprint } from "../../../src/core/index.js";
import { asksModel, gather, input, pipeline, type StageTool, type WorkGuards, work, write } from "../../../src/dsl/index.js";
import { sha256 } from "../../../src/store/index.js";
import { type Guards, tool } from "../../../src/tools/index.js";
import { thrown } from "../thrown.js";

const Text = z.string();
const facts = gather("facts", { output: z.object({ day: Text }), run: () => ({ day: "" }) });
const read = tool({ name: "read_file", description: "Reads a file.", takes: z.object({ path: Text }), run: () => "" });
const plain = { output: Text, prompt: () => "Do it." };

test("a work stage keeps its functions and, where its tools are a list, what the model is told of them", () => {
  const prompt = () => "Do it.";
  const artifacts = () => ["notes.md"];
  const stage = work("notes", {
    needs: { facts },
    tools: [read],
    allow: ["read_file"],
    prompt,
    artifacts,
    output: Text,
    guards: { rounds: 3 },
    model: "small",
    lessons: "notes",
    retries: 1,
  });
  assert.deepEqual([stage.kind, stage.contract.retries, Object.keys(stage.functions)], ["work", 1, ["prompt", "tools", "artifacts"]]);
  assert.equal(stage.functions.artifacts, artifacts);
  assert.deepEqual(stage.settings, {
    instructions: [],
    lessons: "notes",
    model: "small",
    tools: [read.spec],
    allow: ["read_file"],
    guards: { rounds: 3 },
  });
});

test("a name on the list that none of the tools has is refused when the stage is written", () => {
  const error = thrown(() => work("notes", { ...plain, tools: [read], allow: ["raed_file"] }));
  assert.deepEqual(
    [error.code, error.message, error.hint],
    ["stage/tools", 'stage "notes" allows "raed_file", and none of its tools has that name', 'its tools are "read_file"'],
  );
});

test("a guard that is no number above 0 is refused, and so is a routing that no route can go by", () => {
  const guard = thrown(() => work("notes", { ...plain, tools: [read], guards: { rounds: 0 } }));
  assert.deepEqual([guard.message, guard.hint], ['stage "notes" has guards.rounds: 0', "a guard is a number above 0"]);
  const routing = thrown(() => work("notes", { ...plain, tools: [read], routing: { timeSensitivity: 2 } }));
  assert.equal(routing.message, 'stage "notes" has routing that no route can go by');
});

test("a tool of another name, or with other arguments, makes another fingerprint", () => {
  const shape = (tools: readonly StageTool[]) => fingerprint(work("notes", { ...plain, tools }), sha256).shape;
  const other = tool({ name: "open_file", description: "Reads a file.", takes: z.object({ path: Text }), run: () => "" });
  const wider = tool({ name: "read_file", description: "Reads a file.", takes: z.object({ path: Text, from: z.int() }), run: () => "" });
  const same = tool({ name: "read_file", description: "Reads a file.", takes: z.object({ path: Text }), run: () => "other" });
  assert.equal(new Set([[read], [other], [wider], [read, other]].map(shape)).size, 4);
  assert.equal(shape([same]), shape([read]));
});

test("write and work ask a model, a gatherer does not", () => {
  assert.deepEqual([write("draft", plain), work("notes", { ...plain, tools: [read] }), facts].map(asksModel), [true, true, false]);
});

// What must compile, and what must not: `tsc` is the test.
export function typed() {
  const notes = work("notes", {
    needs: { facts },
    tools: ({ facts }) => (facts.day === "" ? [] : [read]),
    prompt: ({ facts }) => facts.day,
    artifacts: ({ facts }) => [`${facts.day}.md`],
    output: z.object({ count: z.int() }),
    parse: (text, { facts }) => ({ count: text.length + facts.day.length }),
  });
  gather("next", { needs: { notes }, output: z.number(), run: ({ notes }) => notes.count });
  // @ts-expect-error there is no such need
  work("notes", { ...plain, needs: { facts }, tools: ({ draft }) => [draft] });
  // @ts-expect-error a tool must be able to hold arguments to its schema
  work("notes", { ...plain, tools: [{ spec: read.spec, kind: "read" }] });
  // @ts-expect-error there is no such limit
  work("notes", { ...plain, tools: [read], guards: { round: 3 } });
  // @ts-expect-error what it parses does not fit the schema
  work("notes", { output: z.number(), prompt: () => "", tools: [read], parse: (text) => text });
  // @ts-expect-error "facts" stands behind the stage that needs it
  pipeline("post", { input: input(z.object({})), stages: [work("notes", { ...plain, needs: { facts }, tools: [read] }), facts] });
  const guards: Required<WorkGuards> = {} as Guards;
  const back: Guards = {} as Required<WorkGuards>;
  return [guards, back];
}
