import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { canonicalJson } from "../../src/core/index.js";
import { seed } from "./seed.js";

test("the keys of every object are sorted, however deep it lies; lists keep their order", () => {
  assert.equal(canonicalJson({ b: [{ d: 1, c: 2 }, "x"], a: { z: null, y: true } }), '{"a":{"y":true,"z":null},"b":[{"c":2,"d":1},"x"]}');
});

test("what has no JSON is the word undefined, so that it is text as well", () => {
  assert.equal(canonicalJson(undefined), "undefined");
});

test("the text says the same as the value, and does not depend on the order of keys", () => {
  const turned = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(turned);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, item]) => [key, turned(item)]),
    );
  };
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      assert.equal(canonicalJson(turned(value)), canonicalJson(value));
      assert.deepEqual(JSON.parse(canonicalJson(value)), JSON.parse(JSON.stringify(value)));
    }),
    { seed: seed() },
  );
});
