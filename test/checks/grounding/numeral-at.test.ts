import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { endOfNumeral } from "../../../src/checks/grounding/numeral-at.js";
import { ENGLISH_NUMERAL } from "../../../src/checks/grounding/numerals.js";

test("a number ends where its digits, its group and its exponent end", () => {
  const ends = (text: string) => text.slice(0, endOfNumeral(text, 0, false));
  assert.deepEqual(
    ["1,000 lines", "1 000,5", "2.5k", "2.5kb", "3 million", "3 millions", "1e6 rows", "1e6rows", "12.0.1", "1,0005"].map(ends),
    ["1,000", "1 000", "2.5k", "2.5", "3 million", "3", "1e6", "1", "12.0", "1,0005"],
  );
});

test("a number in Romanian words is one in a Romanian text only", () => {
  const text = "douăzeci și cinci de rânduri";
  assert.equal(text.slice(0, endOfNumeral(text, 0, true)), "douăzeci și cinci");
  assert.equal(endOfNumeral(text, 0, false), 0);
});

test("a number in English words ends where the pattern of such numbers ends", () => {
  const pattern = new RegExp(ENGLISH_NUMERAL, "uy");
  const word = fc.constantFrom(
    "a",
    "an",
    "one",
    "seven",
    "seventeen",
    "twenty",
    "ninety",
    "hundred",
    "thousand",
    "dozens",
    "and",
    "de",
    "row",
  );
  const joint = fc.constantFrom(" ", "-", ", ", "");
  fc.assert(
    fc.property(fc.array(fc.tuple(word, joint), { minLength: 1, maxLength: 6 }), (parts) => {
      const text = parts.flat().join("");
      pattern.lastIndex = 0;
      const expected = pattern.test(text) ? pattern.lastIndex : 0;
      assert.equal(endOfNumeral(text, 0, false), expected, text);
    }),
    { numRuns: 2000 },
  );
});
