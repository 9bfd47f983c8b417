import { EACH_UNSEEN } from "../text/invisible.js";
import { lastAtMost } from "../text/places.js";

/** The text as it is seen, and the way back from an index in it to the original. */
export function unhidden(original: string): { readonly text: string; readonly originalOffset: (index: number) => number } {
  const removed = [...original.matchAll(EACH_UNSEEN)].map(({ index }, count) => index - count);
  if (removed.length === 0) return { text: original, originalOffset: (index) => index };
  const text = original.replace(EACH_UNSEEN, "");
  // How many were taken out before the character that now stands at `index`, or right in front of it.
  const before = (index: number) => lastAtMost(removed.length + 1, (count) => (count === 0 ? -1 : (removed[count - 1] ?? 0)), index);
  return { text, originalOffset: (index) => index + before(index) };
}
