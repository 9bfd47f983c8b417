const MOST_TOLD = 2_000;
const MOST_ITEMS = 50;

/** An object in a line: its keys with what stands in it so many levels deep, so that a clause may use a subject with its author and files. */
export function told(object: Readonly<Record<string, unknown>>, depth: number): string {
  const parts: string[] = [];
  let length = 0;
  for (const [key, value] of Object.entries(object)) {
    const part = shown(value, depth);
    if (part === undefined) continue;
    parts.push(`${key}: ${part}`);
    length += key.length + part.length + 4;
    if (length > MOST_TOLD) break;
  }
  return parts.join("; ").slice(0, MOST_TOLD);
}

function shown(value: unknown, depth: number): string | undefined {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value !== "object" || value === null || depth <= 0) return undefined;
  if (Array.isArray(value)) {
    const items = value.slice(0, MOST_ITEMS).map((item) => shown(item, depth - 1));
    return items.filter((item) => item !== undefined).join(", ");
  }
  return depth <= 1 ? undefined : told({ ...value }, depth - 1);
}

/** The keys on the way to a value, as words. */
export function keysOf(path: string): string {
  return path.replace(/\[\d+\]/g, " ").replaceAll(".", " ");
}

/** The sentences and lines of a text, each of which is a fact. */
export function linesOf(text: string): readonly string[] {
  return text
    .split(/\r?\n|(?<=[.!?]) (?=\p{Lu})/u)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
