import { z } from "zod";

/** A key that a config may have, and where: `dayUsd` in `budgets`, `from` in `models.<name>.prices[]`. */
export interface KnownKey {
  readonly key: string;
  /** Empty for the top level. */
  readonly place: string;
}

/** Every key that a schema knows, with its place. */
export function knownKeys(schema: z.core.$ZodType, place = ""): readonly KnownKey[] {
  const inner = bare(schema);
  if (inner instanceof z.ZodObject) {
    return Object.entries<z.core.$ZodType>(inner.shape).flatMap(([key, value]) => [
      { key, place },
      ...knownKeys(value, place === "" ? key : `${place}.${key}`),
    ]);
  }
  if (inner instanceof z.ZodRecord) return knownKeys(inner.valueType, `${place}.<name>`);
  if (inner instanceof z.ZodArray) return knownKeys(inner.element, `${place}[]`);
  if (inner instanceof z.ZodUnion) return inner.options.flatMap((option) => knownKeys(option, place));
  return [];
}

/** A path as the places have it: what a person has named is `<name>`, and every entry of a list alike. */
export function placeOf(schema: z.core.$ZodType, path: readonly PropertyKey[]): string {
  const [first, ...rest] = path;
  if (first === undefined) return "";
  const inner = bare(schema);
  if (inner instanceof z.ZodObject) {
    const value: z.core.$ZodType | undefined = inner.shape[String(first)];
    return joined(String(first), value && placeOf(value, rest));
  }
  if (inner instanceof z.ZodRecord) return joined(".<name>", placeOf(inner.valueType, rest));
  if (inner instanceof z.ZodArray) return joined("[]", placeOf(inner.element, rest));
  return "";
}

function joined(first: string, rest: string | undefined): string {
  if (rest === undefined || rest === "") return first;
  return /^[.[]/.test(rest) ? `${first}${rest}` : `${first}.${rest}`;
}

/** Without what only says that it may be left out, and what it then is. */
function bare(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) return bare(schema.unwrap());
  return schema;
}
