import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { distanceTo } from "../../../src/checks/grounding/distance-to.js";
import { NearTexts } from "../../../src/checks/grounding/near-texts.js";
import { Source } from "../../../src/checks/grounding/source.js";
import { editDistance } from "../../../src/dsl/index.js";

test("the distance to a text is that of Levenshtein, also for texts of more than 32 letters", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "c", " "), maxLength: 110 });
  fc.assert(fc.property(text, text, (one, other) => assert.equal(distanceTo(one)(other), editDistance(one, other))));
  assert.equal(distanceTo("kitten")("sitting"), 3);
});

test("a part of a quotation stands in a source where it begins and ends with whole words, save where it is cut", () => {
  const source = new Source("the tide turned at noon, said the pilot");
  const whole = { before: false, after: false };
  assert.equal(source.holds("tide turned at", whole), true);
  assert.equal(source.holds("ide turned at", whole), false);
  assert.equal(source.holds("ide turned a", { before: true, after: true }), true);
  assert.equal(source.holds("turned the tide", whole), false);
  assert.equal(source.holds("noon, said", whole), true);
  assert.equal(source.holds("un", { before: true, after: true }), false);
  assert.equal(source.holds("oo", { before: true, after: true }), true);
});

test("a source holds what a search for the part at every place would find", () => {
  const text = fc.array(fc.constantFrom("a", "b", "ab", " ", " ", ",", "1"), { maxLength: 30 }).map((list) => list.join(""));
  const isWord = (mark: string) => /[\p{L}\p{N}]/u.test(mark);
  fc.assert(
    fc.property(
      text,
      text.filter((part) => part !== ""),
      fc.boolean(),
      fc.boolean(),
      (source, part, before, after) => {
        let expected = false;
        for (let at = source.indexOf(part); at !== -1; at = source.indexOf(part, at + 1)) {
          const isStart = before || !isWord(part.charAt(0)) || !isWord(source.charAt(at - 1));
          const isEnd = after || !isWord(part.at(-1) ?? "") || !isWord(source.charAt(at + part.length));
          expected ||= isStart && isEnd;
        }
        assert.equal(new Source(source).holds(part, { before, after }), expected);
      },
    ),
    { numRuns: 400 },
  );
});

test("the nearest of many texts is the one that a comparison with each of them finds", () => {
  const letter = fc.constantFrom("a", "b", "c", "A", "ă", "🚢", "1");
  const text = fc.array(letter, { minLength: 1, maxLength: 12 }).map((letters) => `abc${letters.join("")}`);
  fc.assert(
    fc.property(fc.uniqueArray(text, { maxLength: 12 }), text, (all, asked) => {
      const near = new NearTexts();
      for (const one of all) near.add(one, "facts");
      let nearest: string | undefined;
      let least = asked.length * 0.5;
      for (const one of all) {
        const distance = editDistance(asked.toLowerCase(), one.toLowerCase());
        if (distance > least) continue;
        nearest = one;
        least = distance - 0.01;
      }
      assert.equal(near.nearest(asked)?.text, nearest);
    }),
    { numRuns: 400 },
  );
});
