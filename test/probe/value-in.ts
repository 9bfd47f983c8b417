/** What lines such as `guests[0].name = "Ana"` say, as a value: the reverse of how a task is written. */
export function valueIn(lines: readonly string[]): unknown {
  const root: { value?: unknown } = {};
  for (const line of lines) {
    const [, path = "", json = ""] = /^(\S*) = (.*)$/s.exec(line) ?? [];
    const keys = [...path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, name]) => (index === undefined ? (name ?? "") : Number(index)));
    put(root, ["value", ...keys], JSON.parse(json));
  }
  return root.value;
}

function put(holder: object, [key, next, ...rest]: readonly (string | number)[], value: unknown): void {
  const at = holder as Record<string | number, unknown>;
  if (key === undefined) return;
  if (next === undefined) {
    at[key] = value;
    return;
  }
  at[key] ??= typeof next === "number" ? [] : {};
  put(at[key] as object, [next, ...rest], value);
}
