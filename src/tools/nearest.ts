import { editDistance } from "../dsl/index.js";

/** A longer name is cut: the distance takes the product of both lengths, and a model may write anything. */
const LONGEST = 80;

/** The known name nearest to a wanted one: by edits, where one that holds the other counts as near. */
export function nearestOf(wanted: string, known: readonly string[]): string | undefined {
  const low = wanted.slice(0, LONGEST).toLowerCase();
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const name of known) {
    const other = name.slice(0, LONGEST).toLowerCase();
    const isPart = low !== "" && (other.includes(low) || low.includes(other));
    const distance = isPart ? 0 : editDistance(low, other);
    if (distance < (best?.distance ?? Number.POSITIVE_INFINITY)) best = { name, distance };
  }
  return best?.name;
}
