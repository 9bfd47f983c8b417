import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Verdict, verdictOf } from "../../../src/model/index.js";
import { DIALECTS, LONE_MARKS, RESULT_MARKS } from "../../../src/model/verdict/dialects.js";
import { completion } from "./completion.js";
import { allRecorded } from "./corpus.js";

const PIECES = [
  ...DIALECTS.flatMap((dialect) => [
    dialect.example,
    ...("opens" in dialect ? dialect.opens : []),
    ...("closes" in dialect ? dialect.closes : []),
  ]),
  ...LONE_MARKS,
  ...RESULT_MARKS,
  ...["<think>", "</think>", "<|channel|>", "<|start|>", "<|message|>", "analysis", "final", " to=", "assistantfinal"],
  ...["`", "```", "````json\n", "~~~", "> ", "    ", "\t", "\n", "\n\n", "{", "}", "[", "]", '"', "\\", "'", ",", ":", ". ", "|", "-"],
  ...[
    "I'll check ",
    "Here is ",
    "I'm sorry, but I can't ",
    "help with that",
    "the",
    " and",
    "word ",
    "să ",
    "是",
    "\u0130",
    "\ud83d",
    "\u200b",
  ],
];

/** Texts that come close to every rule there is. */
const texts = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 12 })), { maxLength: 12 })
  .map((pieces) => pieces.join(""));
const finishes = fc.constantFrom("stop" as const, "length" as const, "other" as const);

function kindOf(verdict: Verdict): string {
  return verdict.verdict === "answer" ? "answer" : verdict.reason;
}

test("any text is classed, and twice the same", () => {
  fc.assert(
    fc.property(texts, finishes, fc.option(texts, { nil: undefined }), (text, finish, reasoning) => {
      const parts = completion({ text, finish, ...(reasoning !== undefined && { reasoning }) });
      assert.deepEqual(verdictOf(parts), verdictOf(parts));
    }),
    { numRuns: 500 },
  );
});

test("only a text that came to its end is ever an answer, and nothing in an answer is new", () => {
  fc.assert(
    fc.property(texts, finishes, (text, finish) => {
      const verdict = verdictOf(completion({ text, finish }));
      if (verdict.verdict === "failed") return;
      assert.notEqual(finish, "length");
      assert.notEqual(verdict.text.trim(), "");
      let at = 0;
      for (const letter of verdict.text.replaceAll(/\s/g, "")) {
        at = text.indexOf(letter, at) + letter.length;
        assert.ok(at >= letter.length, `"${letter}" of the answer stands in the text`);
      }
    }),
    { numRuns: 500 },
  );
});

test("white space around an answer changes nothing but itself", () => {
  const spaces = fc.string({ unit: fc.constantFrom(" ", "\n", "\t", "\u00a0", "\r\n"), maxLength: 8 });
  fc.assert(
    fc.property(fc.constantFrom(...allRecorded()), spaces, spaces, ({ text, finish, reasoning, tools }, before, after) => {
      const of = (text: string) => verdictOf(completion({ text, finish, ...(reasoning !== undefined && { reasoning }) }), { tools });
      const [bare, wrapped] = [of(text), of(`${before}${text}${after}`)];
      assert.equal(kindOf(wrapped), kindOf(bare));
      if (bare.verdict === "answer" && wrapped.verdict === "answer") assert.equal(wrapped.text.trim(), bare.text.trim());
    }),
    { numRuns: 400 },
  );
});

// Were the work not linear, each of these would take minutes.
test("long texts made of nothing but marks come to an end", { timeout: 60_000 }, () => {
  const units = [
    ...new Set([...PIECES, "<tool_call>{", "x [TOOL_CALLS]{ ", "\n<tool_call>\n", '{"name":"a","arguments":{', "I'll look. ", "` ``"]),
  ];
  for (const unit of units.filter((unit) => unit !== "")) {
    const text = unit.repeat(Math.ceil(60_000 / unit.length));
    for (const parts of [{ text }, { text: `Hello there. ${text}` }, { text: `<|channel|>${text}` }]) {
      assert.equal(typeof kindOf(verdictOf(completion(parts), { tools: ["a"] })), "string");
    }
  }
});
