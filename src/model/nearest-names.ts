import { editDistance } from "../dsl/index.js";

/** The names nearest to a wanted one, nearest first: by edits, where a name that holds the other counts as near. */
export function nearestNames(wanted: string, names: readonly string[], most = 3): readonly string[] {
  const low = wanted.toLowerCase();
  const far = (name: string) => {
    const other = name.toLowerCase();
    return other.includes(low) || low.includes(other) ? 0 : editDistance(low, other);
  };
  const ranked = names.map((name, index) => ({ name, index, distance: far(name) }));
  return ranked
    .sort((a, b) => a.distance - b.distance || a.index - b.index)
    .slice(0, most)
    .map(({ name }) => name);
}
