import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseText } from "../../../src/checks/text/parse-text.js";
import { formBits, runsOf } from "../../../src/checks/text/runs.js";

test("the runs of a text are those of letters, marks and numbers in its prose, and its stand-ins", () => {
  const piece = fc.constantFrom(
    "word ",
    "a",
    "Ș",
    "1",
    "٣",
    "e\u0301",
    "𝒜",
    "'",
    "-",
    " ",
    "`code`",
    "\n\n",
    "日本",
    "😀",
    "\u00B2",
    "\uD83D",
    "\uDC00",
    "x\uDC00",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (list) => {
      const parsed = parseText(list.join(""));
      const { firstOf, from, to, ids, forms } = runsOf(parsed);
      for (const [number, { prose }] of parsed.blocks.entries()) {
        const found = [];
        for (let run = firstOf[number] ?? 0; run < (firstOf[number + 1] ?? 0); run += 1) {
          assert.equal(forms[ids[run] ?? -1], prose.slice(from[run], to[run]));
          found.push(prose.slice(from[run], to[run]));
        }
        assert.deepEqual(found, prose.match(/[\p{L}\p{M}\p{N}]+|\uFFFC/gu) ?? []);
      }
    }),
  );
});

test("each of many thousand words has one number, which tells all that is asked of it once", () => {
  const words = Array.from({ length: 20_000 }, (_, index) => `w${index % 9_000}`);
  const runs = runsOf(parseText(words.join(" ")));
  assert.equal(runs.forms.length, 9_000);
  assert.deepEqual(
    [...runs.ids].map((id) => runs.forms[id]),
    words,
  );
  assert.equal(
    formBits(runs, (form) => (form === "w7" ? 1 : 0)).reduce((sum, bits) => sum + bits),
    1,
  );
});
