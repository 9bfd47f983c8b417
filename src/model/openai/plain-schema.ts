import { isRecord, LISTS, MAPS } from "./strict-schema.js";

type JsonSchema = Readonly<Record<string, unknown>>;

/** Where a JSON schema holds one more schema, by itself. */
const ALONE = ["items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"] as const;

/** llama.cpp refuses a grammar in which something may come 2,000 times. */
const MOST_REPEATED = 1_000;
/** Servers make a part of their grammar from a pattern. What they cannot make one from, they answer with an error. */
const TOO_RICH = /\(\?|\\[bBpPkuxc]|\\\d/;
const LONGEST_PATTERN = 80;

/**
 * A schema without what servers that build a grammar from it choke on: the schema's own address, patterns beside a format
 * or too rich for a grammar, bounds that every whole number keeps, and counts too high to write out. Whoever reads the answer still
 * checks it by the whole schema.
 */
export function plainSchema(schema: JsonSchema): Record<string, unknown> {
  const { $schema: _, ...rest } = schema;
  const kept = Object.entries(rest).filter(([key, value]) => !isTooMuch(schema, key, value));
  return Object.fromEntries(kept.map(([key, value]) => [key, inner(key, value)]));
}

function inner(key: string, value: unknown): unknown {
  if (Array.isArray(value) && (is(LISTS, key) || key === "items")) return value.map(plainOrSame);
  if (isRecord(value) && is(MAPS, key)) {
    return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, plainOrSame(schema)]));
  }
  return is(ALONE, key) ? plainOrSame(value) : value;
}

function plainOrSame(value: unknown): unknown {
  return isRecord(value) ? plainSchema(value) : value;
}

function isTooMuch(schema: JsonSchema, key: string, value: unknown): boolean {
  switch (key) {
    case "pattern":
      return schema.format !== undefined || typeof value !== "string" || value.length > LONGEST_PATTERN || !isPlain(value);
    case "minimum":
    case "maximum":
    case "exclusiveMinimum":
    case "exclusiveMaximum":
      return typeof value === "number" && Math.abs(value) >= Number.MAX_SAFE_INTEGER;
    case "minLength":
    case "maxLength":
    case "minItems":
    case "maxItems":
      return typeof value === "number" && value > MOST_REPEATED;
    default:
      return false;
  }
}

/** llama.cpp takes only patterns for the whole text. */
function isPlain(pattern: string): boolean {
  return pattern.startsWith("^") && pattern.endsWith("$") && !TOO_RICH.test(pattern);
}

function is(keys: readonly string[], key: string): boolean {
  return keys.includes(key);
}
