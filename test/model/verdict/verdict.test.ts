import assert from "node:assert/strict";
import { test } from "node:test";
import { verdictOf } from "../../../src/model/index.js";
import { completion } from "./completion.js";

function messageOf(parts: Parameters<typeof completion>[0]): string {
  const verdict = verdictOf(completion(parts));
  return verdict.verdict === "answer" ? `answer: ${verdict.text}` : `${verdict.reason}: ${verdict.message}`;
}

test("a text with a regular end is an answer, to the last character", () => {
  assert.deepEqual(verdictOf(completion({ text: " # A day\n" })), { verdict: "answer", text: " # A day\n" });
});

test("an unknown finish reason does not make a text less of an answer", () => {
  assert.deepEqual(verdictOf(completion({ text: "Yes.", finish: "other" })), { verdict: "answer", text: "Yes." });
});

test("reasoning without a text is a failure by that name, and is not handed on", () => {
  assert.deepEqual(verdictOf(completion({ reasoning: "The user wants a post." })), {
    verdict: "failed",
    reason: "reasoning-only",
    message: 'model "small-7b" reasoned and stopped without an answer',
  });
});

test("reasoning in the text itself is no answer either", () => {
  assert.deepEqual(verdictOf(completion({ text: "<think>\nThe user wants a post.\n</think>\n" })), {
    verdict: "failed",
    reason: "reasoning-only",
    message: 'model "small-7b" reasoned and stopped without an answer',
  });
});

test("a limit that was used up by reasoning is reasoning only", () => {
  const message = 'reasoning-only: model "small-7b" reached its limit after 8192 tokens, all of them reasoning, and gave no answer';
  assert.equal(messageOf({ reasoning: "Let me think", finish: "length" }), message);
  assert.equal(messageOf({ text: "<think>\nLet me think", finish: "length" }), message);
});

test("a limit without text and without reasoning is a truncated answer", () => {
  assert.equal(messageOf({ finish: "length" }), 'truncated: model "small-7b" reached its limit after 8192 tokens and gave no answer');
});

test("half an answer is truncated, however good its first half is, and its text is not handed on", () => {
  const usage = { inputTokens: 10, outputTokens: 7, estimated: true };
  assert.deepEqual(verdictOf(completion({ text: "The three causes are: 1.", finish: "length", usage })), {
    verdict: "failed",
    reason: "truncated",
    message: 'model "small-7b" reached its limit after about 7 tokens, in the middle of the answer',
  });
});

test("white space, zero-width characters and marks that end a turn are no text", () => {
  for (const text of ["", " \n\t", "\u200b\ufeff", "\u00a0", "<|im_end|>\n"]) {
    assert.equal(messageOf({ text }), 'empty: model "small-7b" answered with no text');
  }
});

test("a text that breaks off is truncated although the model said that it was done", () => {
  assert.equal(messageOf({ text: '{"title": "A day", "text": "The par' }), 'truncated: model "small-7b" stopped in the middle of its JSON');
  assert.equal(messageOf({ text: "So:\n\n```ts\nconst a =" }), 'truncated: model "small-7b" stopped in the middle of a code block');
  assert.equal(
    messageOf({ text: "The parser keeps empty lines now, and two tests hold it to that on all of the" }),
    'truncated: model "small-7b" stopped in the middle of a sentence',
  );
});

test("tool calls that were written as text are counted, and named by their dialect", () => {
  assert.deepEqual(verdictOf(completion({ text: '{"name":"list_files"}\n{"name":"read","arguments":{"path":"a"}}' })), {
    verdict: "failed",
    reason: "markup-only",
    message: 'model "small-7b" wrote 2 tool calls as text (dialect "json") and gave no answer',
    dialect: "json",
  });
  assert.equal(
    messageOf({ text: "<tool_call><function=read_file><parameter=path>a.py</parameter></function></tool_call>" }),
    'markup-only: model "small-7b" wrote a tool call as text (dialect "hermes") and gave no answer',
  );
  assert.equal(
    messageOf({ text: "<tool_call>" }),
    'markup-only: model "small-7b" wrote the marks of a tool call as text (dialect "hermes") and gave no answer',
  );
});

test("an announcement and a refusal are quoted, as far as they fit", () => {
  assert.equal(
    messageOf({ text: "I'll start by reading\nthe commits." }),
    'preamble-only: model "small-7b" announced an answer and gave none: "I\'ll start by reading the commits."',
  );
  assert.equal(
    messageOf({ text: 'I cannot assist with this request, as it asks for "secrets" that I do not have.' }),
    'refused: model "small-7b" refused: "I cannot assist with this request, as it asks for \'secrets\'…"',
  );
});

test("a loop is quoted from the beginning of its sentence, with how often it was said", () => {
  assert.equal(
    messageOf({ text: `# A day\n\nIt is done. ${"The tests pass on all platforms. ".repeat(9)}` }),
    'looping: model "small-7b" said "The tests pass on all platforms." 9 times in a row, up to the end',
  );
  assert.equal(
    messageOf({ text: "Very ".repeat(99), finish: "length" }),
    'looping: model "small-7b" said "Very" 99 times in a row, up to the end',
  );
});

test("a loop ran into the limit because it was one, and markup at the limit was never going to be an answer", () => {
  assert.match(messageOf({ text: `Done. ${"I check it again. ".repeat(30)}I ch`, finish: "length" }), /^looping: /);
  assert.match(messageOf({ text: '<tool_call>\n{"name": "write", "arguments": {"text": "A', finish: "length" }), /^markup-only: /);
});

test("an answer that its provider has stopped is refused, whatever came before", () => {
  assert.equal(
    messageOf({ text: "The first step is", finish: "other", stopReason: "content_filter" }),
    'refused: model "small-7b" was stopped by its provider ("content_filter")',
  );
  assert.equal(messageOf({ finish: "other", stopReason: "refusal" }), 'refused: model "small-7b" was stopped by its provider ("refusal")');
  assert.equal(messageOf({ text: "Four.", finish: "other", stopReason: "pause_turn" }), "answer: Four.");
});

test("a proper call without a text is no answer, and a mark left behind beside it is no markup", () => {
  const call = { id: "c1", name: "read_file", arguments: { path: "a.py" } };
  assert.equal(messageOf({ finish: "other", calls: [call] }), 'empty: model "small-7b" asked for a tool call and gave no answer');
  assert.equal(
    messageOf({ text: "<tool_call>\n", finish: "other", calls: [call, call] }),
    'empty: model "small-7b" asked for 2 tool calls and gave no answer',
  );
  assert.equal(messageOf({ text: "<tool_call>\n\nThere it is.", finish: "other", calls: [call] }), "answer: There it is.");
});
