import { z } from "zod";

/** Bounds that only say what the number's type says: servers that build a grammar from the schema choke on them. */
const WIDEST = new Set([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]);

/**
 * The JSON Schema (draft 7) of what a zod schema takes, for a model's server; `undefined` for one that JSON Schema cannot
 * say. Left out is what servers cannot use: the patterns of dates and addresses (`format` stays), the bounds of every whole number.
 */
export function jsonSchemaOf(schema: z.ZodType): Record<string, unknown> | undefined {
  try {
    const { $schema: _dialect, ...said } = z.toJSONSchema(schema, {
      target: "draft-7",
      io: "input",
      override: ({ jsonSchema }) => {
        if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
        if (WIDEST.has(Number(jsonSchema.maximum))) delete jsonSchema.maximum;
        if (WIDEST.has(Number(jsonSchema.minimum))) delete jsonSchema.minimum;
      },
    });
    return said;
  } catch {
    return undefined;
  }
}
