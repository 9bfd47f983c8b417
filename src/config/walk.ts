/** A value inside another, and the way to it. */
export interface Found {
  readonly path: readonly PropertyKey[];
  readonly value: unknown;
}

/**
 * What stands at a path of keys, in which `*` is every key of an object and every entry of a list. What is not there, or
 * is of another kind than expected, is passed over.
 */
export function walk(value: unknown, keys: readonly string[], path: readonly PropertyKey[] = []): readonly Found[] {
  const [first, ...rest] = keys;
  if (first === undefined) return [{ path, value }];
  return entriesOf(value)
    .filter(([key]) => first === "*" || first === key)
    .flatMap(([key, inner]) => walk(inner, rest, [...path, key]));
}

function entriesOf(value: unknown): readonly (readonly [PropertyKey, unknown])[] {
  if (Array.isArray(value)) return [...value.entries()];
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}
