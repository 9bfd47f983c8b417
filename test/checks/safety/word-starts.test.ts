import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { beginningsOf } from "../../../src/checks/safety/beginnings.js";
import { ORDER_PATTERNS } from "../../../src/checks/safety/order-patterns.js";
import { wordStartsOf } from "../../../src/checks/safety/word-starts.js";

test("the beginnings of a pattern are cut at six characters, and where anything may follow", () => {
  const of = (pattern: string) => [...beginningsOf(pattern)].sort();
  assert.deepEqual(of("do"), ["do"]);
  assert.deepEqual(of("(?:stop|never) it"), ["never ", "stop i"]);
  assert.deepEqual(of("tells?"), ["tell", "tells"]);
  assert.deepEqual(of("a(?: b){0,2} c"), ["a b b ", "a b c", "a c"]);
  assert.deepEqual(of("word[xy]+z"), ["wordxx", "wordxy", "wordxz", "wordyx", "wordyy", "wordyz"]);
  assert.deepEqual(of("say [\\p{L}]{1,3}"), ["say "]);
  assert.throws(() => beginningsOf("a.b"), { name: "RangeError", message: '"." is not understood in a.b' });
});

test("whatever a pattern of orders matches begins with one of its beginnings", () => {
  for (const { pattern } of ORDER_PATTERNS) {
    const beginnings = [...beginningsOf(pattern)];
    // The generator knows no properties of Unicode.
    const plain = new RegExp(`^(?:${pattern.replaceAll("\\p{L}", "a-z").replaceAll("\\p{M}", "")})$`);
    fc.assert(
      fc.property(fc.stringMatching(plain), (order) => {
        assert.ok(
          beginnings.some((beginning) => order.startsWith(beginning)),
          order,
        );
      }),
      { numRuns: 40 },
    );
  }
});

test("a pattern is tried where a word begins as it does, in any case and with any gap", () => {
  const startsIn = (text: string) => {
    const starts: (readonly number[])[] = [];
    wordStartsOf([new Set(["do it", "dot"]), new Set(["it"])])(text, (index, pattern) => starts.push([index, pattern]));
    return starts;
  };
  assert.deepEqual(startsIn("Do *it*, DOT; redo it"), [
    [0, 0],
    [4, 1],
    [9, 0],
    [19, 1],
  ]);
  assert.deepEqual(startsIn("do      it"), [
    [0, 0],
    [8, 1],
  ]);
  assert.deepEqual(startsIn(`do${" ".repeat(13)}it`), [[15, 1]]);
  assert.deepEqual(startsIn("😀it 𝐀it"), [[2, 1]]);
  assert.deepEqual(startsIn("İt"), [[0, 1]]);
});
