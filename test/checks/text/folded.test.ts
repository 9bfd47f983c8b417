import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { folded } from "../../../src/checks/text/folded.js";

test("smart quotes, special hyphens and spaces and Romanian cedillas get their plain form", () => {
  assert.equal(folded("“It’s” «a» „b‟ e‑mail\u00A0Şi ţară"), '"It\'s" "a" "b" e-mail Și țară');
});

test("folding keeps the length, and a folded text stays what it is", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      assert.equal(folded(text).length, text.length);
      assert.equal(folded(folded(text)), folded(text));
    }),
  );
});
