import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { jsonPlaces, lineAndColumn } from "../../src/state/json-places.js";

test("every value of a JSON text is found at its place, however the text is written", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), fc.constantFrom(undefined, 2, "\t"), (json, indent) => {
      const text = JSON.stringify(JSON.parse(json), null, indent);
      const { places, fault } = jsonPlaces(text);
      assert.equal(fault, undefined);
      for (const [path, offset] of places) {
        const value = (JSON.parse(path) as (string | number)[]).reduce<unknown>(
          (at, key) => Reflect.get(Object(at), key),
          JSON.parse(text),
        );
        const written = JSON.stringify(value, null, indent)[0];
        assert.equal(text[offset], written);
      }
    }),
  );
});

test("a text is refused just where JSON refuses it, but for a key that stands there twice", () => {
  const broken = fc.tuple(fc.json({ maxDepth: 3 }), fc.nat(), fc.string({ maxLength: 2 })).map(([json, at, put]) => {
    const offset = at % (json.length + 1);
    return json.slice(0, offset) + put + json.slice(offset + (at % 2));
  });
  fc.assert(
    fc.property(broken, (text) => {
      const { fault } = jsonPlaces(text);
      if (fault?.what.includes("stands there twice") === true) return;
      assert.equal(fault === undefined, isJson(text), text);
    }),
    { numRuns: 2_000 },
  );
});

for (const [text, place, what] of [
  ["", "1:1", "the file ends where a value was expected"],
  ['{"a": 1,\n}', "2:1", "expected a key in quotation marks"],
  ["[1\n 2]", "2:2", 'expected "," or "]"'],
  ['{"a" 1}', "1:6", 'expected ":"'],
  ['{"a": 1, "a": 2}', "1:10", 'the key "a" stands there twice'],
  ['["a]', "1:2", "the text is never closed, or has a line break in it"],
  ['["a\tb"]', "1:2", "the text holds a sign that has to be written with a backslash"],
  ["[] []", "1:4", "expected the end of the file"],
  ["[".repeat(102), "1:102", "expected no more than 100 values inside of each other"],
] as const) {
  test(`what is wrong with ${JSON.stringify(text.slice(0, 20))} is said with its place`, () => {
    const { fault } = jsonPlaces(text);
    assert.deepEqual({ place: lineAndColumn(text, fault?.offset ?? -1), what: fault?.what }, { place, what });
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
