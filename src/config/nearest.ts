import { editDistance } from "../dsl/index.js";

/**
 * The name that was probably meant: the nearest, where at most so great a part of its letters differs, by default half.
 * Case and word marks do not count.
 */
export function nearest(name: string, names: Iterable<string>, part = 1 / 2): string | undefined {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[-_ ]/g, "");
  const wanted = plain(name);
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const candidate of names) {
    const other = plain(candidate);
    const distance = editDistance(wanted, other);
    if (distance <= Math.max(wanted.length, other.length) * part && (best === undefined || distance < best.distance)) {
      best = { name: candidate, distance };
    }
  }
  return best?.name;
}
