import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { editDistance } from "../../src/dsl/index.js";
import { namesByNearness } from "../../src/dsl/names-by-nearness.js";

test("all names are given, the nearest first, and equally near ones in their order", () => {
  assert.deepEqual(namesByNearness("draft", ["review", "drafts", "Draft", "craft"]), ["Draft", "drafts", "craft", "review"]);
});

test("a name of which too great a part differs is not near", () => {
  assert.deepEqual(namesByNearness("draft", ["review", "daft", "dr"], { most: 1 / 2 }), ["daft"]);
  assert.deepEqual(namesByNearness("draft", ["review", "daft", "dr"], { most: 1 / 8 }), []);
});

test("what is compared of a name, and how far a part is, is for the caller to say", () => {
  const plain = (name: string) => name.replaceAll("-", "");
  assert.deepEqual(namesByNearness("dayusd", ["day-us", "day-usd"], { plain }), ["day-usd", "day-us"]);
  const is = (wanted: string, name: string) => name.startsWith(wanted);
  assert.deepEqual(namesByNearness("pub", ["put", "publisher"], { part: { is, distance: 0 } }), ["publisher", "put"]);
});

test("no name is nearer than the first", () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.string(), { minLength: 1 }), (wanted, names) => {
      const far = (name: string) => editDistance(wanted.toLowerCase(), name.toLowerCase());
      const [first = ""] = namesByNearness(wanted, names);
      assert.equal(far(first), Math.min(...names.map(far)));
    }),
  );
});
