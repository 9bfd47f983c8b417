import { namesByNearness } from "../dsl/index.js";

/** The name that was probably meant: the nearest, where at most half of its letters differ or one begins the other. */
export function nearest(name: string, names: Iterable<string>): string | undefined {
  return namesByNearness(name, names, { part: { is: begins, distance: 1 }, most: 1 / 2 })[0];
}

function begins(wanted: string, name: string): boolean {
  return wanted.length > 1 && (name.startsWith(wanted) || wanted.startsWith(name));
}

const MOST_LISTED = 8;

/** A hint for a name that does not exist: the nearest one, and the others where they are few. */
export function didYouMean(name: string, names: readonly string[], none: string): string {
  if (names.length === 0) return none;
  const near = nearest(name, names);
  const listed = names.slice(0, MOST_LISTED).map((one) => `"${one}"`);
  const all = `there ${names.length === 1 ? "is" : "are"} ${listed.join(", ")}${names.length > MOST_LISTED ? ` and ${names.length - MOST_LISTED} more` : ""}`;
  return near === undefined ? all : `did you mean "${near}"? ${all}`;
}
