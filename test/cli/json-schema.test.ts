import assert from "node:assert/strict";
import test from "node:test";
import { z } from "zod";
import { jsonSchemaOf, readValue, shapeOf } from "../../src/cli/json-schema.js";

const read = (schema: z.ZodType, text: string) => readValue(shapeOf(jsonSchemaOf(schema)), text);

test("a value is read as the type that the schema takes", () => {
  assert.deepEqual(read(z.string(), "12"), { value: "12" });
  assert.deepEqual(read(z.number(), "-1.5"), { value: -1.5 });
  assert.deepEqual(read(z.int(), "12"), { value: 12 });
  assert.deepEqual(read(z.boolean(), "yes"), { value: true });
  assert.deepEqual(read(z.boolean(), "n"), { value: false });
  assert.deepEqual(read(z.array(z.int()), "[1, 2]"), { value: [1, 2] });
  assert.deepEqual(read(z.object({ a: z.string() }), '{"a":"b"}'), { value: { a: "b" } });
});

test("what cannot be such a value is answered with what is expected", () => {
  assert.deepEqual(read(z.number(), "many"), { expected: "a number" });
  assert.deepEqual(read(z.number(), " "), { expected: "a number" });
  assert.deepEqual(read(z.int(), "1.5"), { expected: "a whole number" });
  assert.deepEqual(read(z.boolean(), "maybe"), { expected: "yes or no" });
  assert.deepEqual(read(z.object({}), "{"), { expected: "JSON" });
  assert.deepEqual(read(z.array(z.int()), "1, 2"), { expected: "JSON" });
  assert.deepEqual(read(z.enum(["glad", "grim"]), "gald"), { expected: 'one of "glad", "grim"' });
});

test("a choice is given by its text and read as the value itself", () => {
  assert.deepEqual(read(z.literal(3), "3"), { value: 3 });
  assert.deepEqual(read(z.union([z.literal("all"), z.literal(2)]), "2"), { value: 2 });
});

test("an optional or nullable field is read like the field itself", () => {
  assert.deepEqual(read(z.int().nullable(), "4"), { value: 4 });
  assert.deepEqual(read(z.string().default("x"), "4"), { value: "4" });
});

test("where several types are allowed, JSON is read as JSON and all else as text", () => {
  const either = z.union([z.string(), z.object({ n: z.number() })]);
  assert.deepEqual(read(either, '{"n":1}'), { value: { n: 1 } });
  assert.deepEqual(read(either, "plain"), { value: "plain" });
  assert.deepEqual(read(z.unknown(), "2026-03-19"), { value: "2026-03-19" });
});
