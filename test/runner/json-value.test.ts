import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isSameJson, jsonValue } from "../../src/runner/json-value.js";
import { seed } from "../core/seed.js";
import { thrown } from "../dsl/thrown.js";

const HINT = "give strings, finite numbers, booleans, null, arrays and plain objects; a date as its ISO text";

test("what JSON cannot hold is named with its place", () => {
  class Post {}
  const circle: { inner: { back?: object } } = { inner: {} };
  circle.inner.back = circle;
  const cases: readonly (readonly [unknown, string])[] = [
    [new Date(0), "it is a Date"],
    [{ day: new Date(0) }, '"day" is a Date'],
    [{ commits: [{ size: 1 }, { size: Number.NaN }] }, '"commits[1].size" is NaN'],
    [[Number.POSITIVE_INFINITY], '"[0]" is Infinity'],
    [{ files: new Map() }, '"files" is a Map'],
    [{ post: new Post() }, '"post" is a Post'],
    [{ at: Object.create(Object.create(null)) }, '"at" is an object of a kind of its own'],
    [{ size: 10n }, '"size" is a bigint'],
    [{ mark: Symbol("x") }, '"mark" is a symbol'],
    [() => 1, "it is a function"],
    [circle, '"inner.back" is a circle back to itself'],
  ];
  for (const [value, found] of cases) {
    assert.deepEqual(
      thrown(() => jsonValue(value, "the output")),
      { code: "stage/not-json", message: `the output is not plain JSON: ${found}`, hint: HINT },
    );
  }
});

test("undefined is left out of an object, and is null in an array or in the place of the whole", () => {
  assert.deepEqual(jsonValue(undefined, "it"), null);
  assert.deepEqual(jsonValue({ a: undefined, b: [undefined, 1] }, "it"), { b: [null, 1] });
});

test("a hole in an array and a minus before zero are what they are once they have been written and read", () => {
  const holes: unknown[] = [1];
  holes[2] = 3;
  const value = jsonValue({ holes, zero: -0 }, "it");
  assert.deepEqual(value, JSON.parse(JSON.stringify(value)));
  assert.deepEqual(value, { holes: [1, null, 3], zero: 0 });
});

test("a value that stands there twice is no circle", () => {
  const twice = { a: 1 };
  assert.deepEqual(jsonValue([twice, twice], "it"), [{ a: 1 }, { a: 1 }]);
});

test("the copy is frozen all through and shares nothing with the original", () => {
  const original = { list: [{ name: "a" }] };
  const copy = jsonValue(original, "it");
  original.list.push({ name: "b" });
  assert.deepEqual(copy, { list: [{ name: "a" }] });
  for (let value: unknown = copy; typeof value === "object" && value !== null; value = Object.values(value)[0])
    assert(Object.isFrozen(value));
});

test("a key that JavaScript gives a meaning to stays a key", () => {
  const value = JSON.parse('{"__proto__":{"polluted":true},"constructor":1}');
  assert.equal(JSON.stringify(jsonValue(value, "it")), '{"__proto__":{"polluted":true},"constructor":1}');
});

test("any JSON value comes out as its text reads, and is the same whatever the order of its keys", () => {
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
      const copy = jsonValue(value, "it");
      assert.equal(JSON.stringify(copy), JSON.stringify(value));
      assert.deepEqual(copy, JSON.parse(JSON.stringify(value)));
      assert(isSameJson(copy, turned(copy)));
    }),
    { seed: seed(), numRuns: 200 },
  );
});

test("two values that differ in one place are not the same", () => {
  assert(!isSameJson({ a: [1, 2] }, { a: [2, 1] }));
  assert(!isSameJson({ a: 1 }, { a: "1" }));
  assert(!isSameJson({ a: null }, {}));
});
