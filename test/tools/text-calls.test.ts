import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { textCalls } from "../../src/tools/text-calls.js";

const TOOLS = ["read", "list_files"];
const READ = { name: "read", arguments: { path: "a" } };
const LIST = { name: "list_files", arguments: {} };

for (const [what, text, calls] of [
  [
    "two calls with only white space between, one without arguments",
    '{"name":"list_files"}\n{"name":"read","arguments":{"path":"a"}}',
    [LIST, READ],
  ],
  ["a list", '[{"name":"read","parameters":{"path":"a"}}, {"name":"list_files","arguments":null}]', [READ, LIST]],
  ["arguments as a text", String.raw`{"name":"read","arguments":"{\"path\":\"a\"}"}`, [READ]],
  ["as transcripts have it", '{"type":"function","function":{"name":"read","arguments":{"path":"a"}}}', [READ]],
  ["a fence", '```json\n{"tool":"read","args":{"path":"a"}}\n```', [READ]],
  [
    "the tags of Hermes",
    '<tool_call>\n{"name":"read","arguments":{"path":"a"}}\n</tool_call><tool_call>{"name":"list_files"}</tool_call>',
    [READ, LIST],
  ],
  ["reasoning before it", '<think>Which {"name"?</think>{"name":"list_files"}', [LIST]],
  [
    "brackets and quotes in a text",
    String.raw`{"name":"read","arguments":{"path":"}\"{["}}`,
    [{ name: "read", arguments: { path: '}"{[' } }],
  ],
] as const) {
  test(`calls as JSON are read: ${what}`, () => {
    assert.deepEqual(textCalls(text, TOOLS), calls);
  });
}

for (const [what, text] of [
  ["nothing", " \n"],
  ["a tool that the stage does not have", '{"name":"read","arguments":{"path":"a"}}{"name":"delete"}'],
  ["words beside it", 'I will read it: {"name":"read","arguments":{"path":"a"}}'],
  ["a call that is cut off", '{"name":"read","arguments":{"path":"a"'],
  ["what is no JSON", "{'name': 'read'}"],
  ["no call", '{"path":"a"}'],
  ["arguments that are no object", '{"name":"read","arguments":[1]}'],
  ["arguments as a text that is no JSON", '{"name":"read","arguments":"{path"}'],
  ["a number", "7"],
  ["a list of other things", '["read"]'],
] as const) {
  test(`not taken for calls: ${what}`, () => {
    assert.equal(textCalls(text, TOOLS), undefined);
  });
}

test("any calls that are written one behind the other are read back as they were", () => {
  const call = fc.record(
    { name: fc.constantFrom(...TOOLS), arguments: fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }) },
    { noNullPrototype: true },
  );
  fc.assert(
    fc.property(fc.array(call, { minLength: 1, maxLength: 4 }), fc.constantFrom("", "\n", " ; ", ",\n"), (calls, between) => {
      const text = calls.map((each) => JSON.stringify(each)).join(between);
      fc.pre(!/<\/think>|<\/?tool_call|TOOL_CALLS/.test(text));
      assert.deepEqual(textCalls(text, TOOLS), JSON.parse(JSON.stringify(calls)));
    }),
    { seed: 20_260_319 },
  );
});
