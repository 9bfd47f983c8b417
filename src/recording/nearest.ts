import type { TapeEntry } from "./tape.js";

/** Where two requests differ first: the path, and what stands there in each as JSON, shortened around the difference. */
export interface Difference {
  readonly path: string;
  readonly asked: string;
  readonly held: string;
}

export interface Nearest {
  readonly entry: TapeEntry;
  readonly first: Difference;
  /** In how many places the two differ. */
  readonly count: number;
}

/** The entry whose request differs in the fewest places from the one asked; the earliest of several. */
export function nearest(request: unknown, entries: readonly TapeEntry[]): Nearest | undefined {
  const asked = leaves(request);
  let best: Nearest | undefined;
  for (const entry of entries) {
    const held = leaves(entry.request);
    const paths = [...new Set([...asked.keys(), ...held.keys()])].filter((path) => asked.get(path) !== held.get(path));
    const [path] = paths;
    if (path === undefined || (best && best.count <= paths.length)) continue;
    best = { entry, first: { path, ...shortened(asked.get(path), held.get(path)) }, count: paths.length };
  }
  return best;
}

/** A value as its leaves, each with its path and its JSON. An empty list or object is a leaf. */
function leaves(value: unknown): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const visit = (item: unknown, path: string): void => {
    const inner = Array.isArray(item)
      ? item.map((one, index) => [`${path}[${index}]`, one] as const)
      : typeof item === "object" && item !== null
        ? Object.entries(item).map(([key, one]) => [step(path, key), one] as const)
        : [];
    if (inner.length === 0) found.set(path, JSON.stringify(item));
    for (const [at, one] of inner) visit(one, at);
  };
  const json = JSON.stringify(value);
  if (json !== undefined) visit(JSON.parse(json), "");
  return found;
}

function step(path: string, key: string): string {
  if (!/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === "" ? key : `${path}.${key}`;
}

const WIDTH = 60;
const BEFORE = 20;

/** Both cut at the same place, a little before they part, so that two long texts do not look alike. */
function shortened(asked = "nothing", held = "nothing"): { readonly asked: string; readonly held: string } {
  let parts = 0;
  while (parts < Math.min(asked.length, held.length) && asked[parts] === held[parts]) parts += 1;
  const from = Math.max(asked.length, held.length) <= WIDTH ? 0 : Math.max(0, parts - BEFORE);
  const cut = (text: string) => `${from > 0 ? "…" : ""}${text.slice(from, from + WIDTH)}${text.length > from + WIDTH ? "…" : ""}`;
  return { asked: cut(asked), held: cut(held) };
}
