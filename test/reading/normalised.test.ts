import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { normalised } from "../../src/reading/index.js";

describe("the normalised text", () => {
  test("has one kind of line end, no control characters, no halves of pairs, and composed letters", () => {
    assert.equal(normalised("\ufeffa\r\nb\rc\u2028d\fe\u0085f"), "a\nb\nc\nd\ne\nf");
    assert.equal(normalised("a\0b\u001b[1mc\td"), "ab[1mc\td");
    assert.equal(normalised("\ud83dx\udc00 😀"), "\ufffdx\ufffd 😀");
    assert.equal(normalised("Ploies\u0326ti"), "Ploiești");
  });

  test("keeps blanks, blank lines and soft hyphens", () => {
    assert.equal(normalised("a  b\u00a0c\n\n\n d\u00ad "), "a  b\u00a0c\n\n\n d\u00ad ");
  });

  test("is what it is when it is normalised again, for any string", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const once = normalised(text);
        assert.equal(normalised(once), once);
        assert.doesNotMatch(once, /[\p{Surrogate}\r\0]/u);
      }),
    );
  });
});
