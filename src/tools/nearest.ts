import { namesByNearness } from "../dsl/index.js";

/** A longer name is cut: the distance takes the product of both lengths, and a model may write anything. */
const LONGEST = 80;

/** The known name nearest to a wanted one: by edits, where one that holds the other counts as near. */
export function nearestOf(wanted: string, known: readonly string[]): string | undefined {
  return namesByNearness(wanted, known, { plain, part: { is: holds, distance: 0 } })[0];
}

function plain(name: string): string {
  return name.slice(0, LONGEST).toLowerCase();
}

function holds(wanted: string, name: string): boolean {
  const [low, other] = [plain(wanted), plain(name)];
  return low !== "" && (other.includes(low) || low.includes(other));
}
