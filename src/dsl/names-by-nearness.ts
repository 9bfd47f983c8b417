import { editDistance } from "./edit-distance.js";

/** What makes a name near to a wanted one, beside the letters that differ. */
interface Nearness {
  /** What of a name is compared; by default all of it, without its case. */
  readonly plain?: (name: string) => string;
  /** Two names of which one is a part of the other are so far from each other, however many letters differ. */
  readonly part?: { readonly is: (wanted: string, name: string) => boolean; readonly distance: number };
  /** How great a part of the longer one's letters may differ; by default all of them. */
  readonly most?: number;
}

/** The names that are near to a wanted one, the nearest first, and of several that are equally near the first. */
export function namesByNearness(wanted: string, names: Iterable<string>, nearness: Nearness = {}): readonly string[] {
  const { plain = withoutCase, part, most } = nearness;
  const low = plain(wanted);
  const near: { readonly name: string; readonly distance: number }[] = [];
  for (const name of names) {
    const other = plain(name);
    const distance = part?.is(wanted, name) ? part.distance : editDistance(low, other);
    if (most === undefined || distance <= Math.max(low.length, other.length) * most) near.push({ name, distance });
  }
  return near.sort((a, b) => a.distance - b.distance).map(({ name }) => name);
}

function withoutCase(name: string): string {
  return name.toLowerCase();
}
