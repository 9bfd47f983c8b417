import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { editDistance } from "../../src/dsl/index.js";

test("the distance is the number of letters put in, taken out or changed", () => {
  assert.equal(editDistance("kitten", "sitting"), 3);
  assert.equal(editDistance("", "abc"), 3);
  assert.equal(editDistance("same", "same"), 0);
});

test("the distance is the same both ways, and 0 only for equal names", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (a, b) => {
      assert.equal(editDistance(a, b), editDistance(b, a));
      assert.equal(editDistance(a, b) === 0, a === b);
      assert.ok(editDistance(a, b) <= Math.max(a.length, b.length));
    }),
  );
});
