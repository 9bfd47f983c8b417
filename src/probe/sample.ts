import type { Chance } from "./chance.js";

type Schema = Readonly<Record<string, unknown>>;

/** A schema that asks for something no sample can be made of: a pattern, a reference. */
export class CannotSample extends Error {
  override readonly name = "CannotSample";
}

const WORDS = ["harbour", "lantern", "meadow", "copper", "violet", "thunder", "pebble", "orchard"] as const;
const NAMES = ["Ana", "Mihai", "Ioana", "Radu", "Elena", "Victor"] as const;

/** A value that a JSON Schema takes, chosen by chance; what need not be there is there half the time. */
export function sampleOf(schema: Schema, chance: Chance): unknown {
  if ("const" in schema) return schema.const;
  if (Array.isArray(schema.enum)) return chosen(schema.enum, chance);
  for (const key of ["anyOf", "oneOf"] as const) {
    const ways = schema[key];
    if (Array.isArray(ways)) return sampleOf(record(chosen(ways, chance)), chance);
  }
  for (const key of ["$ref", "allOf", "not", "pattern", "if"] as const) {
    if (key in schema) throw new CannotSample(`it has "${key}"`);
  }
  const type = Array.isArray(schema.type) ? chosen(schema.type, chance) : schema.type;
  switch (type) {
    case "string":
      return textOf(schema, chance);
    case "integer":
      return numberOf(schema, chance);
    case "number":
      return numberOf(schema, chance) + (typeof schema.maximum === "number" ? 0 : 0.5);
    case "boolean":
      return chance.toss();
    case "null":
      return null;
    case "array":
      return listOf(schema, chance);
    case "object":
      return objectOf(schema, chance);
    default:
      throw new CannotSample("it does not say of which type it is");
  }
}

function textOf({ format, minLength, maxLength }: Schema, chance: Chance): string {
  const two = (number: number) => String(number).padStart(2, "0");
  const day = `2026-${two(chance.between(1, 12))}-${two(chance.between(1, 28))}`;
  if (format === "date") return day;
  if (format === "date-time") return `${day}T${two(chance.between(0, 23))}:${two(chance.between(0, 59))}:00Z`;
  if (format === "email") return `${chance.of(NAMES).toLowerCase()}@example.org`;
  if (format === "uri") return `https://example.org/${chance.of(WORDS)}`;
  if (format !== undefined) throw new CannotSample(`it has the format "${String(format)}"`);
  const text = `${chance.of(WORDS)} ${chance.of(WORDS)}`;
  const least = typeof minLength === "number" ? minLength : 0;
  const most = typeof maxLength === "number" ? maxLength : text.length + least;
  return text.padEnd(least, "x").slice(0, most).trimEnd().padEnd(least, "x");
}

function numberOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: Schema, chance: Chance): number {
  if (multipleOf !== undefined) throw new CannotSample('it has "multipleOf"');
  const above = typeof exclusiveMinimum === "number" ? Math.floor(exclusiveMinimum) + 1 : undefined;
  const below = typeof exclusiveMaximum === "number" ? Math.ceil(exclusiveMaximum) - 1 : undefined;
  const low =
    above ?? (typeof minimum === "number" ? Math.ceil(minimum) : Math.min(2, below ?? (typeof maximum === "number" ? maximum : 2)));
  const high = below ?? (typeof maximum === "number" ? Math.floor(maximum) : low + 97);
  return chance.between(low, Math.max(low, Math.min(high, low + 997)));
}

function listOf({ items, minItems, maxItems }: Schema, chance: Chance): unknown[] {
  const low = typeof minItems === "number" ? minItems : 1;
  const high = Math.min(typeof maxItems === "number" ? maxItems : low + 2, low + 2);
  return Array.from({ length: chance.between(low, Math.max(low, high)) }, () => sampleOf(record(items), chance));
}

function objectOf({ properties, required }: Schema, chance: Chance): Record<string, unknown> {
  const mustBe = new Set(Array.isArray(required) ? required : []);
  const entries = Object.entries(record(properties ?? {})).filter(([name]) => mustBe.has(name) || chance.toss());
  return Object.fromEntries(entries.map(([name, schema]) => [name, sampleOf(record(schema), chance)]));
}

function record(value: unknown): Schema {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Schema;
  throw new CannotSample("a part of it is no schema");
}

function chosen(items: readonly unknown[], chance: Chance): unknown {
  if (items.length === 0) throw new CannotSample("it takes nothing");
  return items[chance.between(0, items.length - 1)];
}

/** A value as lines that a model can read off: `guests[0].name = "Ana"`. */
export function linesOf(value: unknown, path = ""): readonly string[] {
  if (Array.isArray(value) && value.length > 0) return value.flatMap((item, index) => linesOf(item, `${path}[${index}]`));
  if (typeof value === "object" && value !== null && Object.keys(value).length > 0 && !Array.isArray(value)) {
    return Object.entries(value).flatMap(([name, item]) => linesOf(item, path === "" ? name : `${path}.${name}`));
  }
  return [`${path} = ${JSON.stringify(value)}`];
}
