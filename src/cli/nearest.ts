import { editDistance } from "../dsl/index.js";

/** The name that was probably meant: the nearest, where at most half of its letters differ or one begins the other. */
export function nearest(name: string, names: Iterable<string>): string | undefined {
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const candidate of names) {
    const isPart = name.length > 1 && (candidate.startsWith(name) || name.startsWith(candidate));
    const between = isPart ? 1 : editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (between <= Math.max(name.length, candidate.length) / 2 && (best === undefined || between < best.distance)) {
      best = { name: candidate, distance: between };
    }
  }
  return best?.name;
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
