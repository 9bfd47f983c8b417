import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type VerdictOptions, verdictOf } from "../../../src/model/index.js";
import { DIALECTS } from "../../../src/model/verdict/dialects.js";
import { completion } from "./completion.js";

const TOOLS = ["read_file", "list_files"];

function judged(text: string, options: VerdictOptions = {}): string {
  const verdict = verdictOf(completion({ text }), options);
  return verdict.verdict === "answer" ? `answer: ${verdict.text}` : [verdict.reason, verdict.dialect].join(" ");
}

test("a call in any dialect is markup, alone and announced", () => {
  for (const { id, example } of DIALECTS) {
    assert.equal(judged(example, { tools: TOOLS }), `markup-only ${id}`);
    assert.equal(judged(`I'll look at the file now.\n\n${example}\n`, { tools: TOOLS }), `markup-only ${id}`, id);
    assert.equal(judged(`Ich werde mir die Datei ansehen.\n${example}`, { tools: TOOLS }), `markup-only ${id}`, id);
  }
});

test("a text that shows a call in a fence, a quotation or a code span is an answer, whatever the dialect", () => {
  for (const { example } of DIALECTS) {
    const shown = [
      `Without a parser the call stays in the text:\n\n~~~~\n${example}\n~~~~\n\nNobody reads it there.`,
      `The log had this:\n\n${example.replaceAll(/^/gm, "> ")}\n\nNobody had read it.`,
    ];
    if (!/[`\n]/.test(example)) shown.push(`The model wrote \`${example}\` and stopped.`);
    for (const text of shown) assert.equal(judged(text), `answer: ${text}`);
  }
});

test("a call in the middle of a sentence is named, not made", () => {
  for (const { example } of DIALECTS.filter(({ form }) => form === "marks")) {
    const text = `The old model wrote ${example.replaceAll("\n", " ")} in its text, which nobody read.`;
    assert.equal(judged(text), `answer: ${text}`);
  }
});

test("a call at the edge of an answer is taken off", () => {
  const post =
    "The parser now keeps empty lines. Two tests hold it to that, one for a file that ends with them and one for a file that begins with " +
    "them. The cache has a bound of one thousand entries, and the oldest of them goes first.";
  const call = '<tool_call>\n{"name": "save", "arguments": {}}\n</tool_call>';
  assert.equal(judged(`${post}\n\n${call}`), `answer: ${post}`);
  assert.equal(judged(`${call}\n\n${post}\n`), `answer: ${post}`);
  assert.equal(judged(`# A day\n\nThe parser now keeps empty lines, as tests show.\n${call}`), "markup-only hermes");
  assert.equal(
    judged(`# A day\n\nThe parser now keeps empty lines, and two tests hold it to just that.\n${call}`).slice(0, 15),
    "answer: # A day",
  );
});

test("an answer that follows a made-up result is none", () => {
  const text =
    '<tool_call>\n{"name": "count_files", "arguments": {}}\n</tool_call>\n<tool_response>\n{"files": 3}\n</tool_response>\n\n' +
    "There are three files in the folder. The first of them holds the parser, the second one the cache, and the third one the tests of " +
    "both. None of them is longer than two hundred lines, and each of them has a header that says what it is for.";
  assert.equal(judged(text), "markup-only hermes");
});

test("a mark without a call is dropped at the edges and on a line of its own, and kept where a sentence names it", () => {
  assert.equal(judged("<tool_call>\n\nThe cache is bounded."), "answer: The cache is bounded.");
  assert.equal(judged("The cache is bounded.</tool_call>\n<|im_end|>"), "answer: The cache is bounded.");
  assert.equal(judged("The cache is bounded.\n<tool_call>\nThe parser reads on."), "answer: The cache is bounded.\nThe parser reads on.");
  assert.equal(judged("<tool_call> opens a call."), "answer: <tool_call> opens a call.");
  assert.equal(judged("<tool_call>\nNo call, but a sentence.\n</tool_call>"), "answer: No call, but a sentence.");
});

test("JSON with a name is an answer, unless it can only be a call or names a tool of the stage", () => {
  const name = '{"name": "list_files"}';
  assert.equal(judged(name), `answer: ${name}`);
  assert.equal(judged(name, { tools: TOOLS }), "markup-only json");
  assert.equal(judged(`${name}\n${name}`), `answer: ${name}\n${name}`);
  assert.equal(judged(`${name}\n{"name": "read_file", "arguments": "{}"}`), "markup-only json");
  for (const text of [
    '{"name": "Ana Pop", "arguments": {}}',
    '{"name": "read_file", "arguments": {}, "age": 3}',
    '{"name": "x", "input": 3}',
    "{}",
    "[]",
    "[[1]]",
    '["a"]',
    "{a: 1}",
  ]) {
    assert.equal(judged(text, { tools: TOOLS }), `answer: ${text}`);
  }
});

test("JSON that the stage takes is an answer, even if it looks like a call", () => {
  const text = '{"name": "espresso", "parameters": {"grind": "fine"}}';
  assert.equal(judged(text), "markup-only json");
  assert.equal(judged(text, { takes: (value) => typeof value === "object" }), `answer: ${text}`);
  const fenced = `\`\`\`json\n${text}\n\`\`\``;
  assert.equal(judged(fenced), "markup-only fence");
  assert.equal(judged(fenced, { takes: () => true }), `answer: ${fenced}`);
});

test("behind a call in JSON may stand what it is for", () => {
  const call = '{"name": "read_file", "arguments": {"path": "a.py"}}';
  assert.equal(judged(`${call}\n\nI will read the file to see its tests.`), "markup-only json");
  const told = `${call}\n\nThis gives back the file.`;
  assert.equal(judged(told), `answer: ${told}`);
  assert.equal(judged(told, { tools: TOOLS }), "markup-only json");
});

test("a call between two parts of an answer stays, and a mark on its own line there goes", () => {
  const part = "The parser now keeps empty lines, and two tests hold it to that. ".repeat(4).trim();
  const text = `${part}\n<tool_call>{"name": "a"}</tool_call>\n${part.replaceAll("parser", "cache")}`;
  assert.equal(judged(text), `answer: ${text}`);
  assert.equal(judged("One line.\n</tool_call>\nAnother line."), "answer: One line.\nAnother line.");
});

test("a fenced call with an explanation is a call only where the tool is the stage's own", () => {
  const text =
    'To see the file one calls the tool:\n\n```json\n{"name": "read_file", "arguments": {"path": "a"}}\n```\n\nThis gives its text.';
  assert.equal(judged(text), `answer: ${text}`);
  assert.equal(judged(text, { tools: ["write_file"] }), `answer: ${text}`);
  assert.equal(judged(text, { tools: TOOLS }), "markup-only fence");
});

test("a tag is a call where it has the name of a tool", () => {
  const text = "<read_file>\n<path>a.py</path>\n</read_file>";
  assert.equal(judged(text), `answer: ${text}`);
  assert.equal(judged(text, { tools: TOOLS }), "markup-only named-tags");
  const told = `The file is below.\n${text}`;
  assert.equal(judged(told, { tools: TOOLS }), `answer: ${told}`);
});

test("wrappers within wrappers are no call, however deep", () => {
  const text = `${'{"tool_calls":'.repeat(15_000)}1${"}".repeat(15_000)}`;
  assert.ok(judged(text) === `answer: ${text}`);
});

test("prose around a shown call makes an answer of it, and stays as it is", () => {
  const prose = fc.constantFrom("It is a format.", "Nobody reads it.", "Two servers do.", "The name comes first.", "So it ends.");
  const texts = fc.tuple(prose, prose, fc.constantFrom(...DIALECTS)).map(([before, after, { example }]) => {
    return `${before}\n\n\`\`\`\`text\n${example}\n\`\`\`\`\n\n${after}`;
  });
  fc.assert(fc.property(texts, (text) => judged(text) === `answer: ${text}`));
});
