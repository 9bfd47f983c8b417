import { namesByNearness } from "../dsl/index.js";

/**
 * The name that was probably meant: the nearest, where at most so great a part of its letters differs, by default half.
 * Case and word marks do not count.
 */
export function nearest(name: string, names: Iterable<string>, part = 1 / 2): string | undefined {
  return namesByNearness(name, names, { plain: (text) => text.toLowerCase().replaceAll(/[-_ ]/g, ""), most: part })[0];
}
