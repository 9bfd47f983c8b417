import type { z } from "zod";
import { type JsonSchema, readValue, type Shape, shapeOf } from "../json-schema.js";

/** One thing that a gate asks for, as a field of a form. */
export interface AnswerField {
  /** In the form: names of the schema may be anything. */
  readonly id: string;
  /** In the answer; nothing where the answer is no object, but this field's value itself. */
  readonly name: string | undefined;
  readonly schema: JsonSchema;
  readonly shape: Shape;
  readonly isRequired: boolean;
}

export function answerFields(asks: JsonSchema): readonly AnswerField[] {
  const properties = Object.entries(asks.properties ?? {});
  if (properties.length === 0) return [{ id: "answer-1", name: undefined, schema: asks, shape: shapeOf(asks), isRequired: true }];
  return properties.map(([name, schema], index) => ({
    id: `answer-${index + 1}`,
    name,
    schema,
    shape: shapeOf(schema),
    isRequired: asks.required?.includes(name) === true && schema.default === undefined,
  }));
}

/** What is wrong, by the field's id. */
export type FieldErrors = ReadonlyMap<string, string>;

/** Makes the answer of what was typed. The schema has the last word, and what it says is put at the field that it is about. */
export function readAnswer(
  fields: readonly AnswerField[],
  typed: (id: string) => string,
  schema: z.ZodType | undefined,
): { readonly answer: unknown } | { readonly errors: FieldErrors } {
  const errors = new Map<string, string>();
  const answer: Record<string, unknown> = {};
  let whole: unknown;
  for (const { id, name, shape, isRequired } of fields) {
    const text = typed(id);
    if (text.trim() === "") {
      if (isRequired) errors.set(id, `${name ?? "the answer"} is needed`);
      continue;
    }
    const got = readValue(shape, shape.kind === "text" ? text : text.trim());
    if ("expected" in got) errors.set(id, `${name ?? "the answer"} takes ${got.expected}`);
    else if (name === undefined) whole = got.value;
    // Defined, not assigned: "__proto__" is a name like any other.
    else Object.defineProperty(answer, name, { value: got.value, enumerable: true, configurable: true, writable: true });
  }
  const given = fields[0]?.name === undefined ? whole : answer;
  const parsed = errors.size > 0 ? undefined : schema?.safeParse(given);
  for (const { path, message } of parsed?.error?.issues ?? []) {
    const field = fields.find(({ name }) => name === path[0]) ?? fields[0];
    if (field && !errors.has(field.id)) errors.set(field.id, message);
  }
  return errors.size > 0 ? { errors } : { answer: given };
}
