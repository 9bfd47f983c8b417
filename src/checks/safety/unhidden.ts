import { lastAtMost } from "../text/places.js";

/** Marks that no reader sees and that keep a word from being found: zero-width spaces and joiners, soft hyphens, marks of direction. */
const UNSEEN = /\u034F|[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g;

/** The text as it is seen, and the way back from an index in it to the original. */
export function unhidden(original: string): { readonly text: string; readonly originalOffset: (index: number) => number } {
  const removed = [...original.matchAll(UNSEEN)].map(({ index }, count) => index - count);
  if (removed.length === 0) return { text: original, originalOffset: (index) => index };
  const text = original.replace(UNSEEN, "");
  // How many were taken out before the character that now stands at `index`, or right in front of it.
  const before = (index: number) => lastAtMost(removed.length + 1, (count) => (count === 0 ? -1 : (removed[count - 1] ?? 0)), index);
  return { text, originalOffset: (index) => index + before(index) };
}
