/** A value as JSON with the keys of every object sorted, so that two requests that mean the same are the same text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, item) => (isObject(item) ? sorted(item) : item)) ?? "undefined";
}

function sorted(object: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
