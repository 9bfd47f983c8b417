/** An object as JSON knows it. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Not there, or said to be nothing. */
export function isNone(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

export function isTextOrNone(value: unknown): value is string | null | undefined {
  return typeof value === "string" || isNone(value);
}

export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
