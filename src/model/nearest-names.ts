import { namesByNearness } from "../dsl/index.js";

/** The names nearest to a wanted one, nearest first: by edits, where a name that holds the other counts as near. */
export function nearestNames(wanted: string, names: readonly string[], most = 3): readonly string[] {
  return namesByNearness(wanted, names, { part: { is: holds, distance: 0 } }).slice(0, most);
}

function holds(wanted: string, name: string): boolean {
  const [low, other] = [wanted.toLowerCase(), name.toLowerCase()];
  return other.includes(low) || low.includes(other);
}
