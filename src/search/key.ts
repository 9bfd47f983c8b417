/** An id may hold what SQLite cannot store; JSON has a way to write it. */
export function keyOf(id: string): string {
  return JSON.stringify(id);
}

/** The id of a key as it comes from a table. */
export function idOf(key: unknown): string {
  const id: unknown = JSON.parse(String(key));
  return String(id);
}
