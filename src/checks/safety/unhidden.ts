import { EACH_UNSEEN, hasUnseen } from "../text/invisible.js";
import { lastAtMost } from "../text/places.js";

interface Unhidden {
  readonly text: string;
  readonly originalOffset: (index: number) => number;
}

// The rules of the pack ask for the same of one text, one after the other.
let last: ({ readonly original: string } & Unhidden) | undefined;

/** The text as it is seen, and the way back from an index in it to the original. */
export function unhidden(original: string): Unhidden {
  if (last?.original !== original) last = { original, ...seen(original) };
  return last;
}

function seen(original: string): Unhidden {
  if (!hasUnseen(original)) return { text: original, originalOffset: (index) => index };
  const removed = [...original.matchAll(EACH_UNSEEN)].map(({ index }, count) => index - count);
  const text = original.replace(EACH_UNSEEN, "");
  // How many were taken out before the character that now stands at `index`, or right in front of it.
  const before = (index: number) => lastAtMost(removed.length + 1, (count) => (count === 0 ? -1 : (removed[count - 1] ?? 0)), index);
  return { text, originalOffset: (index) => index + before(index) };
}
