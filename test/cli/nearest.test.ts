import assert from "node:assert/strict";
import test from "node:test";
import { didYouMean, nearest } from "../../src/cli/nearest.js";

test("the nearest name is the one with the fewest letters changed", () => {
  assert.equal(nearest("publsher", ["triage", "publisher", "polisher"]), "publisher");
});

test("a name that another one begins with is near, however long the rest is", () => {
  assert.equal(nearest("pub", ["triage", "publisher"]), "publisher");
});

test("a name that is like none of them has no nearest", () => {
  assert.equal(nearest("xyzzy", ["publisher", "triage"]), undefined);
});

test("a hint names the nearest and lists the others", () => {
  assert.equal(didYouMean("triag", ["publisher", "triage"], "none"), 'did you mean "triage"? there are "publisher", "triage"');
  assert.equal(didYouMean("xyzzy", ["publisher"], "none"), 'there is "publisher"');
  assert.equal(didYouMean("xyzzy", [], "write one"), "write one");
});

test("a hint lists no more than eight names", () => {
  const names = Array.from({ length: 10 }, (_, index) => `long-name-${index}`);
  assert.match(didYouMean("q", names, ""), /"long-name-7" and 2 more$/);
});
