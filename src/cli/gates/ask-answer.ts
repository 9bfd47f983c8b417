import { type JsonSchema, readValue, type Shape, shapeOf } from "../json-schema.js";
import type { Surroundings } from "../surroundings.js";

/**
 * Asks for data by its JSON Schema, field by field where it is an object, else as JSON. `undefined` where the person
 * would rather not answer now.
 */
export async function askAnswer(schema: JsonSchema, surroundings: Surroundings): Promise<{ readonly answer: unknown } | undefined> {
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) return askOne("answer", schema, { ...surroundings, isRequired: true });
  const answer: Record<string, unknown> = {};
  for (const [name, field] of fields) {
    const got = await askOne(name, field, { ...surroundings, isRequired: isRequired(schema, name) });
    if (got === undefined) return undefined;
    if (got.answer !== undefined) answer[name] = got.answer;
  }
  return { answer };
}

type Asking = Surroundings & { readonly isRequired: boolean };

async function askOne(
  name: string,
  schema: JsonSchema,
  { ask, err, isRequired }: Asking,
): Promise<{ readonly answer: unknown } | undefined> {
  const shape = shapeOf(schema);
  const about = schema.description === undefined ? "" : `, ${schema.description}`;
  const without = isRequired ? "" : schema.default === undefined ? ", Enter for none" : `, Enter for ${JSON.stringify(schema.default)}`;
  for (;;) {
    const line = await ask(`${name} (${kindOf(shape)}${about}${without}): `);
    if (line === undefined) return undefined;
    if (line.trim() === "" && !isRequired) return { answer: undefined };
    const got = readValue(shape, shape.kind === "text" ? line : line.trim());
    if ("value" in got && (line.trim() !== "" || shape.kind === "text")) return { answer: got.value };
    err.write(`  ${name} takes ${"expected" in got ? got.expected : kindOf(shape)}\n`);
  }
}

/** What is asked for, for a person who is to write it down as JSON: a line for each field. */
export function askedFields(schema: JsonSchema): readonly string[] {
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) return [`${kindOf(shapeOf(schema))}${schema.description === undefined ? "" : `: ${schema.description}`}`];
  return fields.map(([name, field]) => {
    const about = field.description === undefined ? "" : `: ${field.description}`;
    const without = isRequired(schema, name)
      ? ""
      : field.default === undefined
        ? ", may be left out"
        : `, ${JSON.stringify(field.default)} where left out`;
    return `${name}, ${kindOf(shapeOf(field))}${without}${about}`;
  });
}

/** The shape of an answer, to be filled in. */
export function answerToFill(schema: JsonSchema): string {
  const fields = Object.keys(schema.properties ?? {}).filter((name) => isRequired(schema, name));
  return schema.properties === undefined ? "…" : `{${fields.map((name) => `${JSON.stringify(name)}: …`).join(", ")}}`;
}

function isRequired(schema: JsonSchema, name: string): boolean {
  return schema.required?.includes(name) === true && schema.properties?.[name]?.default === undefined;
}

function kindOf(shape: Shape): string {
  if (shape.choices !== undefined) return shape.choices.map(String).join(" | ");
  if (shape.kind === "list") return "a JSON list";
  return shape.kind === "anything" ? "JSON or text" : shape.kind;
}
