/** Where a JSON schema holds more schemas: in lists, in maps by name, and alone. */
export const LISTS = ["anyOf", "allOf", "oneOf", "prefixItems"] as const;
export const MAPS = ["properties", "$defs", "definitions"] as const;

/**
 * Whether OpenAI takes a schema as a strict one: an object whose objects all name every property as required and allow
 * no other. It refuses the request where `strict` is asked for and this is not so.
 */
export function isStrict(schema: Readonly<Record<string, unknown>>): boolean {
  return schema.type === "object" && isClosed(schema);
}

function isClosed(schema: unknown): boolean {
  if (!isRecord(schema)) return typeof schema !== "boolean";
  const properties = isRecord(schema.properties) ? Object.keys(schema.properties) : [];
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  const isObject = schema.type === "object" || schema.properties !== undefined;
  if (isObject && (schema.additionalProperties !== false || !properties.every((name) => required.includes(name)))) return false;
  const inner = [
    ...LISTS.flatMap((key) => (Array.isArray(schema[key]) ? schema[key] : [])),
    ...MAPS.flatMap((key) => (isRecord(schema[key]) ? Object.values(schema[key]) : [])),
    ...(schema.items === undefined ? [] : [schema.items]),
  ];
  return inner.every(isClosed);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
