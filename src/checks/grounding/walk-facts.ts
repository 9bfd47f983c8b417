/** A number, text, list or object inside facts, with where it stands: `commits[2].files`. */
interface At<Value> {
  /** As a person writes it, with the indexes of lists. */
  readonly path: string;
  /** The same without the indexes: equal for all items of a list. */
  readonly shape: string;
  /** The last key on the way to it; that of its list for an item. */
  readonly key: string;
  readonly value: Value;
}

export interface WalkedFacts {
  readonly numbers: readonly At<number>[];
  readonly texts: readonly At<string>[];
  readonly lists: readonly At<readonly unknown[]>[];
  readonly objects: readonly At<Readonly<Record<string, unknown>>>[];
}

/** Visits every value of the facts once, in their order. Not by recursion, since facts may be deeper than the stack. */
export function walkFacts(facts: unknown): WalkedFacts {
  const numbers: At<number>[] = [];
  const texts: At<string>[] = [];
  const lists: At<readonly unknown[]>[] = [];
  const objects: At<Readonly<Record<string, unknown>>>[] = [];
  const waiting: At<unknown>[] = [{ path: "", shape: "", key: "", value: facts }];
  const seen = new Set<object>();
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const { path, shape, key, value } = at;
    if (typeof value === "number") numbers.push({ path, shape, key, value });
    else if (typeof value === "string") texts.push({ path, shape, key, value });
    else if (typeof value === "object" && value !== null && !seen.has(value)) {
      seen.add(value);
      if (Array.isArray(value)) {
        lists.push({ path, shape, key, value });
        for (let index = value.length - 1; index >= 0; index -= 1) {
          waiting.push({ path: `${path}[${index}]`, shape: `${shape}[]`, key, value: value[index] });
        }
      } else {
        const record: Readonly<Record<string, unknown>> = { ...value };
        objects.push({ path, shape, key, value: record });
        for (const [name, inner] of Object.entries(record).reverse()) {
          waiting.push({ path: joined(path, name), shape: joined(shape, name), key: name, value: inner });
        }
      }
    }
  }
  return { numbers, texts, lists, objects };
}

function joined(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}
