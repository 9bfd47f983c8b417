import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { jsonSchemaOf } from "../../src/model/index.js";

test("a schema says what it takes, without the patterns and bounds that servers cannot use", () => {
  const schema = z.object({
    day: z.iso.date(),
    mail: z.email(),
    count: z.int(),
    most: z.int().max(10),
    code: z.string().regex(/^[a-z]+$/),
    note: z.string().nullable(),
  });
  assert.deepEqual(jsonSchemaOf(schema), {
    type: "object",
    properties: {
      day: { type: "string", format: "date" },
      mail: { type: "string", format: "email" },
      count: { type: "integer" },
      most: { type: "integer", maximum: 10 },
      code: { type: "string", pattern: "^[a-z]+$" },
      note: { type: ["string", "null"] },
    },
    required: ["day", "mail", "count", "most", "code", "note"],
  });
});

test("what is transformed is asked for as it is taken in", () => {
  assert.deepEqual(jsonSchemaOf(z.string().transform(Number)), { type: "string" });
});

test("a value that JSON cannot hold has no schema", () => {
  assert.equal(jsonSchemaOf(z.object({ at: z.date() })), undefined);
});
