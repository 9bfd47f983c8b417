import { z } from "zod";

/** The parts of a JSON Schema that the command line reads. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly format?: string;
}

/** What a schema takes, before its defaults are filled in. */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  // JSON Schema is wider than the parts read here, each of which may be missing.
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
}

export type ValueKind = "text" | "number" | "whole number" | "yes or no" | "list" | "JSON" | "anything";

export interface Shape {
  readonly kind: ValueKind;
  readonly choices?: readonly (string | number | boolean | null)[];
  /** What a list holds. */
  readonly item?: Shape;
}

const KINDS: Readonly<Record<string, ValueKind>> = {
  string: "text",
  number: "number",
  integer: "whole number",
  boolean: "yes or no",
  array: "list",
  object: "JSON",
};

/** How a person writes down a value of this schema. Where several types are allowed, JSON or else plain text. */
export function shapeOf(schema: JsonSchema): Shape {
  const parts = (schema.anyOf ?? schema.oneOf)?.filter(({ type }) => type !== "null");
  if (parts !== undefined) {
    const [only, ...others] = parts;
    if (only !== undefined && others.length === 0) return shapeOf(only);
    const shapes = parts.map(shapeOf);
    const choices = shapes.flatMap((shape) => shape.choices ?? []);
    return shapes.every((shape) => shape.choices !== undefined) ? { kind: "anything", choices } : { kind: "anything" };
  }
  const types = [schema.type ?? []].flat().filter((type) => type !== "null");
  const kind = types.length === 1 ? (KINDS[types[0] ?? ""] ?? "anything") : "anything";
  const listed = schema.const === undefined ? schema.enum : [schema.const];
  const choices = listed?.filter((one) => typeof one !== "object" || one === null) as Shape["choices"];
  if (choices !== undefined && choices.length > 0) return { kind, choices };
  return kind === "list" ? { kind, item: shapeOf(schema.items ?? {}) } : { kind };
}

/** Reads what a person wrote down. The schema itself has the last word: this only makes the right type of it. */
export function readValue(shape: Shape, text: string): { readonly value: unknown } | { readonly expected: string } {
  if (shape.choices !== undefined) {
    const chosen = shape.choices.find((choice) => String(choice) === text);
    return chosen === undefined ? { expected: `one of ${shape.choices.map((choice) => `"${choice}"`).join(", ")}` } : { value: chosen };
  }
  switch (shape.kind) {
    case "text":
      return { value: text };
    case "number":
    case "whole number": {
      const number = Number(text);
      const fits = text.trim() !== "" && Number.isFinite(number) && (shape.kind === "number" || Number.isInteger(number));
      return fits ? { value: number } : { expected: `a ${shape.kind}` };
    }
    case "yes or no":
      if (/^(y|yes|true)$/i.test(text)) return { value: true };
      return /^(n|no|false)$/i.test(text) ? { value: false } : { expected: "yes or no" };
    case "list":
    case "JSON":
      try {
        return { value: JSON.parse(text) };
      } catch {
        return { expected: "JSON" };
      }
    case "anything":
      try {
        return { value: JSON.parse(text) };
      } catch {
        return { value: text };
      }
    default:
      return shape.kind satisfies never;
  }
}
