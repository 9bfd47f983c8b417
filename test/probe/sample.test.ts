import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { z } from "zod";
import { jsonSchemaOf } from "../../src/model/index.js";
import { seeded } from "../../src/probe/chance.js";
import { CannotSample, linesOf, sampleOf } from "../../src/probe/sample.js";
import { valueIn } from "./value-in.js";

const Everything = z.object({
  text: z.string(),
  short: z.string().max(5),
  long: z.string().min(40),
  day: z.iso.date(),
  at: z.iso.datetime(),
  mail: z.email(),
  link: z.url(),
  count: z.int(),
  few: z.int().min(1).max(3),
  above: z.int().gt(7),
  below: z.int().lt(-7),
  share: z.number(),
  isDraft: z.boolean(),
  nothing: z.null(),
  colour: z.enum(["red", "green"]),
  fixed: z.literal("yes"),
  either: z.union([z.string(), z.int(), z.object({ low: z.int() })]),
  maybe: z.string().optional(),
  known: z.string().nullable(),
  items: z.array(z.object({ name: z.string(), tags: z.array(z.string()) })),
  pair: z.array(z.int()).min(2).max(2),
});

test("a sample fits the schema that it is made for, whatever the seed", () => {
  const schema = jsonSchemaOf(Everything);
  assert.ok(schema);
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const sample = sampleOf(schema, seeded(seed));
      assert.deepEqual(Everything.parse(sample), sample);
    }),
  );
});

test("the lines that say a value can be read back to the same value", () => {
  const json = fc.jsonValue({ maxDepth: 3 }).filter((value) => JSON.stringify(value) !== undefined);
  const key = fc.stringMatching(/^[a-z][a-zA-Z0-9_]{0,8}$/).filter((name) => name !== "__proto__");
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3 },
      json.filter((value) => typeof value !== "object" || value === null),
      fc.array(tie("tree"), { maxLength: 3 }),
      fc.dictionary(key, tie("tree"), { maxKeys: 3, noNullPrototype: true }),
    ),
  }));
  fc.assert(
    fc.property(fc.dictionary(key, tree, { minKeys: 1, maxKeys: 3, noNullPrototype: true }), (value) => {
      const plain: unknown = JSON.parse(JSON.stringify(value));
      assert.deepEqual(valueIn(linesOf(plain)), plain);
    }),
  );
});

test("a schema that asks for more than chance can do is refused, with the reason", () => {
  const reasons: readonly [Record<string, unknown>, string][] = [
    [{ type: "string", pattern: "^a$" }, 'it has "pattern"'],
    [{ $ref: "#/definitions/a" }, 'it has "$ref"'],
    [{ type: "string", format: "ipv4" }, 'it has the format "ipv4"'],
    [{ type: "integer", multipleOf: 7 }, 'it has "multipleOf"'],
    [{}, "it does not say of which type it is"],
    [{ enum: [] }, "it takes nothing"],
  ];
  for (const [schema, reason] of reasons) assert.throws(() => sampleOf(schema, seeded(1)), new CannotSample(reason));
});

test("the same seed gives the same, another seed another", () => {
  const numbers = (seed: number) => {
    const chance = seeded(seed);
    return Array.from({ length: 20 }, () => chance.between(0, 999));
  };
  assert.deepEqual(numbers(7), numbers(7));
  assert.notDeepEqual(numbers(7), numbers(8));
  assert.ok(numbers(7).every((number) => number >= 0 && number <= 999));
});
