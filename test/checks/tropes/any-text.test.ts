import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { tropes } from "../../../src/checks/tropes/index.js";
import { findingsIn, passages } from "./score.js";

const bad = tropes.rules.flatMap(({ examples }) => examples.bad);
const pieces = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...bad) },
  fc.string({ unit: "binary", maxLength: 6 }),
  fc.constantFrom(
    "\n\n",
    "\r\n",
    "# ",
    "- ",
    "> ",
    "`",
    "```",
    '"',
    "“",
    "”",
    "'",
    "’",
    "?",
    ". ",
    ", ",
    "—",
    "--",
    "not just ",
    "it's ",
    "why",
    "\u200B",
    "🚀",
  ),
);
const anyText = fc.array(pieces, { maxLength: 14 }).map((list) => list.join(""));

test("any text at all is checked, and each place points at the words that are quoted", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const { at, message } of findingsIn(text)) {
        const first = /^"(\S+?)(?=[\s"])/.exec(message)?.[1] ?? "nothing";
        assert.equal(text.charAt(at?.offset ?? -1), first.charAt(0), message);
      }
    }),
    { numRuns: 60 },
  );
});

test("line ends and the form of letters change no finding", () => {
  const rulesIn = (text: string) => findingsIn(text).map(({ rule, at }) => `${rule} ${at?.line}`);
  for (const { markdown } of passages("machine")) {
    const rules = rulesIn(markdown);
    for (const other of [markdown.replaceAll("\n", "\r\n"), markdown.normalize("NFC"), markdown.normalize("NFD")])
      assert.deepEqual(rulesIn(other), rules);
  }
});

test("findings in two texts, one under the other, are those of each, where no rule looks at the whole", () => {
  const whole = new Set([
    "tropes/grandiose-closer",
    "tropes/transition",
    "tropes/short-fragments",
    "tropes/emoji-list",
    "tropes/romanian-last-line",
  ]);
  const rulesIn = (text: string) => findingsIn(text).flatMap(({ rule }) => (whole.has(rule) ? [] : [rule]));
  const parts = tropes.rules.flatMap(({ id, examples }) => (whole.has(id) ? [] : examples.bad));
  fc.assert(
    fc.property(fc.constantFrom(...parts), fc.constantFrom(...parts), (one, other) => {
      assert.deepEqual(rulesIn(`${one}\n\n${other}`).sort(), [...rulesIn(one), ...rulesIn(other)].sort());
    }),
    { numRuns: 40 },
  );
});

test("texts made of one piece over and over are read to their end", () => {
  for (const piece of [
    "a",
    "a. ",
    "why? ",
    "“a ",
    '"delve into" ',
    "'a' ",
    "fast, ",
    "it's not just ",
    "not ",
    "—",
    "-",
    "🚀",
    "\u200B",
    "worth noting ",
  ]) {
    const found = findingsIn(`${piece.repeat(20_000 / piece.length)}\n\nWe delve into it.`);
    assert.equal(
      found.at(-1)?.rule === "tropes/delve" || found.some(({ rule, at }) => rule === "tropes/delve" && (at?.line ?? 0) === 3),
      true,
      piece,
    );
  }
});
