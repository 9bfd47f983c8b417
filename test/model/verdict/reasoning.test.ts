import assert from "node:assert/strict";
import { test } from "node:test";
import { verdictOf } from "../../../src/model/index.js";
import { completion } from "./completion.js";

function answer(text: string, reasoning?: string): { text: string; reasoning?: string } | string {
  const verdict = verdictOf(completion({ text, ...(reasoning !== undefined && { reasoning }) }));
  if (verdict.verdict === "failed") return verdict.reason;
  return { text: verdict.text, ...(verdict.reasoning !== undefined && { reasoning: verdict.reasoning }) };
}

test("reasoning at the start of the text is kept apart from the answer", () => {
  assert.deepEqual(answer("<think>\nTwo and two.\n</think>\n\nFour.\n"), { text: "Four.", reasoning: "Two and two." });
  assert.deepEqual(answer("[THINK]Two and two.[/THINK]Four."), { text: "Four.", reasoning: "Two and two." });
  assert.deepEqual(answer("◁think▷Two and two.◁/think▷Four."), { text: "Four.", reasoning: "Two and two." });
});

test("blocks of reasoning on lines of their own are taken out one by one", () => {
  assert.deepEqual(answer("<think>\nA.\n</think>\nFour.\n<think>\nB.\n</think>\nFive."), { text: "Four.\n\nFive.", reasoning: "A.\n\nB." });
});

test("an opening tag in the reasoning is a word of it", () => {
  assert.deepEqual(answer("<think>\nI write <thinking> here.\n</think>\nFour."), { text: "Four.", reasoning: "I write <thinking> here." });
});

test("what stands before a closing tag is reasoning, since the prompt may have opened it", () => {
  assert.deepEqual(answer("Two and two.\n</think>\n\nFour."), { text: "Four.", reasoning: "Two and two." });
  assert.deepEqual(answer("Two and two.\n</think>"), "reasoning-only");
});

test("a closing tag is a leftover where the provider gave the reasoning apart, or another one came before", () => {
  assert.deepEqual(answer("Four.\n</think>", "Two and two."), { text: "Four." });
  assert.deepEqual(answer("</think>\n\nFour."), { text: "Four." });
  assert.deepEqual(answer("Two.\n</think>\nFour.\n</think>"), { text: "Four.", reasoning: "Two." });
});

test("an empty block of reasoning is none", () => {
  assert.deepEqual(answer("<think>\n\n</think>\n\nFour."), { text: "Four." });
});

test("a tag that a text shows or speaks of stays in it", () => {
  const texts = [
    "The template writes `<think>` itself.",
    "It ends with </think> and goes on.",
    "The tag <think> opens it.",
    "Raw:\n\n```\n<think>\nHm.\n</think>\n```\n",
    "The log says:\n\n> </think>\n\nAnd no more.",
  ];
  for (const text of texts) assert.deepEqual(answer(text), { text });
});

test("harmony's channels are told apart: analysis is reasoning, final is the answer", () => {
  const analysis = "<|channel|>analysis<|message|>Two and two.<|end|>";
  assert.deepEqual(answer(`${analysis}<|start|>assistant<|channel|>final<|message|>Four.<|return|>`), {
    text: "Four.",
    reasoning: "Two and two.",
  });
  assert.deepEqual(answer(`<|start|>assistant${analysis}<|start|>assistant<|channel|>final <|constrain|>json<|message|>[4]`), {
    text: "[4]",
    reasoning: "Two and two.",
  });
  assert.deepEqual(answer(`${analysis}Four.`), { text: "Four.", reasoning: "Two and two." });
  assert.deepEqual(answer(analysis), "reasoning-only");
  assert.deepEqual(answer("<|channel|>analysis<|message|>Two and"), "reasoning-only");
});

test("a call beside an answer on harmony's final channel does not take the answer's place", () => {
  const call = '<|channel|>commentary to=functions.save <|constrain|>json<|message|>{"path":"a"}<|call|>';
  assert.deepEqual(answer(`${call}<|start|>assistant<|channel|>final<|message|>Saved.<|return|>`), { text: "Saved." });
  assert.deepEqual(answer(call), "markup-only");
  assert.deepEqual(answer("<|channel|>commentary to=functions.save"), "markup-only");
});

test("what is said on harmony's commentary channel alone is judged as a text", () => {
  assert.deepEqual(answer("<|channel|>commentary<|message|>I will look at the files first.<|end|>"), "preamble-only");
  assert.deepEqual(answer("<|channel|>commentary<|message|>There are three files.<|end|>"), { text: "There are three files." });
});

test("harmony without its special tokens is still told apart by the words that are left", () => {
  assert.deepEqual(answer("analysisTwo and two.assistantfinalFour."), { text: "Four.", reasoning: "Two and two." });
  assert.deepEqual(answer("analysisWe need a title."), "reasoning-only");
  assert.deepEqual(answer("analysis of the day: quiet."), { text: "analysis of the day: quiet." });
});
